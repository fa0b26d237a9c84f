import DominantColor
internal import Hashing
import Pixels
import SyntheticImages
import Testing

/// What every kernel, present and future, has to do: equal its method's reference, bit for bit.
@Suite("Conformance of every kernel on every instruction set")
struct ConformanceTests {
  static let rules: [VisibilityRule] = [
    VisibilityRule(), VisibilityRule(minimumAlpha: 0), VisibilityRule(minimumAlpha: 1),
    VisibilityRule(minimumAlpha: 127), VisibilityRule(minimumAlpha: 255),
    VisibilityRule(whiteAbove: 200), VisibilityRule(blackBelow: 40), VisibilityRule(greyWithin: 12),
    VisibilityRule(minimumAlpha: 0, whiteAbove: 250, blackBelow: 5, greyWithin: 0),
    VisibilityRule(minimumAlpha: 64, whiteAbove: 0, blackBelow: 255, greyWithin: 255),
  ]

  @Test("every length from 0 to several vectors", arguments: Depth.methods)
  func everyLength(method: PaletteMethod) {
    let panel = Panel(method)
    for kind in PixelKind.allCases {
      for length in Depth.lengths {
        let pixels = kind.pixels(length, seed: UInt64(length))
        withHostileView(pixels, width: length) { view in
          #expect(panel.dissenters(on: view) == [], "\(kind), \(length) pixels")
        }
      }
    }
  }

  @Test("odd widths, hostile row padding, unaligned starts", arguments: Depth.methods)
  func strides(method: PaletteMethod) {
    let panel = Panel(method)
    for kind in PixelKind.allCases {
      for (width, height) in [
        (1, 1), (1, 70), (2, 3), (15, 4), (17, 9), (63, 5), (67, 11), (131, 3),
      ] {
        let pixels = kind.pixels(width * height, seed: UInt64(width * 1000 + height))
        for padding in Depth.paddings {
          for offset in Depth.offsets {
            withHostileView(pixels, width: width, padding: padding, offset: offset) { view in
              #expect(
                panel.dissenters(on: view) == [],
                "\(kind), \(width) × \(height), padding \(padding), offset \(offset)")
            }
          }
        }
      }
    }
  }

  @Test("runs of greys about as long as vectors, some of them transparent, between colours")
  func greyRuns() {
    let panel = Panel(.hue)
    var pixels: [RGBA8] = []
    for length in 1...140 {
      for index in 0..<length {
        let level = UInt8(truncatingIfNeeded: 3 * index + length)
        let isHidden = length % 4 == 0 && index % 5 == 0
        pixels.append(
          RGBA8(red: level, green: level, blue: level, alpha: isHidden ? 9 : 255))
      }
      for index in 0..<(length % 3) {
        let level = UInt8(truncatingIfNeeded: 7 * length + index)
        pixels.append(RGBA8(red: level, green: ~level, blue: 128))
      }
    }
    let scales = [HueScale(), HueScale(binCount: 7, greyThreshold: 0), HueScale(binCount: 1)]
    withHostileView(pixels, width: pixels.count) { view in
      for scale in scales {
        for rule in [VisibilityRule(), VisibilityRule(blackBelow: 40)] {
          let options = PaletteOptions(visibility: rule, hue: scale)
          #expect(panel.dissenters(on: view, options) == [], "\(scale), \(rule)")
        }
      }
    }
  }

  @Test("every alpha rule and filter", arguments: Depth.methods)
  func rules(method: PaletteMethod) {
    let panel = Panel(method)
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(61 * 43, seed: 7)
      withHostileView(pixels, width: 61) { view in
        for rule in Self.rules {
          #expect(
            panel.dissenters(on: view, PaletteOptions(visibility: rule)) == [], "\(kind), \(rule)")
        }
      }
    }
  }

  @Test("every alpha from 0 to 255 against every minimum", arguments: Depth.methods)
  func everyAlpha(method: PaletteMethod) {
    let panel = Panel(method)
    let pixels = (0...255).map { alpha in
      RGBA8(red: 200, green: 40, blue: UInt8(alpha), alpha: UInt8(alpha))
    }
    withHostileView(pixels, width: 256) { view in
      for minimum in Depth.minimumAlphas {
        let rule = VisibilityRule(minimumAlpha: minimum)
        #expect(panel.dissenters(on: view, PaletteOptions(visibility: rule)) == [])
      }
    }
  }

  @Test("every option", arguments: Depth.methods)
  func options(method: PaletteMethod) {
    let panel = Panel(method)
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(97 * 31, seed: 11)
      withHostileView(pixels, width: 97) { view in
        for options in Self.options(of: method) {
          #expect(panel.dissenters(on: view, options) == [], "\(kind), \(options)")
        }
      }
    }
  }

  /// Every count with every value of the method's own options, and once with those it ignores.
  private static func options(of method: PaletteMethod) -> [PaletteOptions] {
    let coarse = HueScale(binCount: 12, greyThreshold: 0)
    let fine = HueScale(binCount: 1536, greyThreshold: 3)
    return [1, 2, 5, 8, 64].flatMap { count in
      switch method {
      case .histogram:
        HistogramPrecision.allCases.map { PaletteOptions(count: count, precision: $0) }
      case .hue: [HueScale(), coarse, fine].map { PaletteOptions(count: count, hue: $0) }
      case .kmeans, .distinct: [PaletteOptions(count: count)]
      }
    } + HistogramPrecision.allCases.map { PaletteOptions(count: 5, precision: $0, hue: coarse) }
  }

  @Test("one colour answers itself, exactly", arguments: Depth.methods)
  func oneColour(method: PaletteMethod) {
    let panel = Panel(method)
    for (red, green, blue) in [(37, 122, 183), (255, 0, 0), (0, 15, 16), (254, 255, 17)] {
      let color = RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      for length in [1, 63, 64, 65, 5000] {
        withHostileView(Array(repeating: RGBA8(color), count: length), width: length) { view in
          let expected = [Swatch(color: color, count: UInt64(length), outOf: UInt64(length))]
          for (subject, workspace) in panel.subjects {
            let palette = subject.kernel.palette(
              of: view, options: PaletteOptions(), workspace: workspace)
            #expect(palette.swatches == expected, "\(subject.name)")
          }
        }
      }
    }
  }

  @Test("ties are broken alike", arguments: Depth.methods)
  func ties(method: PaletteMethod) {
    let panel = Panel(method)
    let levels: [UInt8] = [0, 127, 254]
    var corners: [RGBA8] = []
    for red in levels {
      for green in levels {
        for blue in levels { corners.append(RGBA8(red: red, green: green, blue: blue)) }
      }
    }
    for rotation in 0..<27 {
      let pixels = (0..<270).map { corners[($0 + rotation) % 27] }
      withHostileView(pixels, width: 54) { view in
        #expect(panel.dissenters(on: view, PaletteOptions(count: 27)) == [])
      }
    }
  }

  @Test(
    "permuting pixels changes nothing, of method distinct turning the image round",
    arguments: Depth.methods)
  func permutation(method: PaletteMethod) {
    let panel = Panel(method)
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(61 * 49, seed: 5)
      func answers(_ pixels: [RGBA8]) -> [Answer] {
        withHostileView(pixels, width: method == .distinct ? 61 : pixels.count) { view in
          panel.subjects.map { Answer($0.subject.kernel, view, PaletteOptions(), $0.workspace) }
        }
      }
      var random = SplitMix64(seed: 99)
      let shuffled = method == .distinct ? pixels.reversed() : pixels.shuffled(using: &random)
      #expect(answers(shuffled) == answers(pixels), "\(kind)")
    }
  }

  @Test("no visible pixel gives no colour, and says why", arguments: Depth.methods)
  func nothingToSee(method: PaletteMethod) {
    let red = RGBA8(red: 255, green: 0, blue: 0)
    let grey = RGBA8(red: 90, green: 90, blue: 90)
    for (subject, workspace) in Panel(method).subjects {
      func absence(
        _ pixels: [RGBA8], _ rule: VisibilityRule = VisibilityRule()
      ) -> Palette.Absence? {
        withHostileView(pixels, width: pixels.count) {
          subject.kernel.palette(
            of: $0, options: PaletteOptions(visibility: rule), workspace: workspace
          ).absence
        }
      }
      #expect(absence([]) == .noPixels, "\(subject.name)")
      #expect(absence([RGBA8(red.color, alpha: 127)]) == .allTransparent, "\(subject.name)")
      #expect(absence([red], VisibilityRule(greyWithin: 255)) == .allFiltered, "\(subject.name)")
      #expect(absence([red]) == nil, "\(subject.name)")
      #expect(absence([grey]) == (method == .hue ? .allGrey : nil), "\(subject.name)")
    }
  }

  @Test("any number of threads gives the same bits", arguments: Depth.methods)
  func threads(method: PaletteMethod) {
    let panel = Panel(method, threads: Depth.isFull ? Array(1...8) : [1, 3, 8])
    for kind in [PixelKind.masked, .noise] {
      let pixels = kind.pixels(1501 * 701, seed: 3)
      for padding in [0, 12] {
        withHostileView(pixels, width: 1501, padding: padding) { view in
          #expect(panel.dissenters(on: view) == [], "\(kind), padding \(padding)")
        }
      }
    }
  }

  @Test(
    "all 2²⁴ colours", .enabled(if: Depth.isFull, Depth.omission), arguments: Depth.methods)
  func allColours(method: PaletteMethod) throws {
    let panel = Panel(method)
    var image = try ImageBuffer(width: 4096, height: 4096)
    image.withMutableBytes { bytes in
      for index in 0..<(1 << 24) {
        bytes.storeBytes(
          of: 0xFF00_0000 | UInt32(index).littleEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    // Each method ignores the other's options.
    let options: [PaletteOptions] =
      switch method {
      case .histogram: HistogramPrecision.allCases.map { PaletteOptions(precision: $0) }
      case .kmeans, .distinct: [PaletteOptions()]
      case .hue:
        [(360, 16), (1536, 0), (1, 1), (7, 255), (359, 2), (1000, 1)].map {
          PaletteOptions(hue: HueScale(binCount: $0, greyThreshold: $1))
        }
      }
    image.withPixels { view in
      for options in options {
        #expect(panel.dissenters(on: view, options) == [], "\(options)")
      }
    }
  }

  @Test(
    "the suite above covered every method on every instruction set of this machine",
    .enabled(if: Depth.isFull, Depth.omission))
  func completeness() {
    #expect(Depth.methods == PaletteMethod.allCases)
    for method in Depth.methods {
      let cases = KernelCase.all(method, threads: [1, 2])
      for kernel in KernelCatalog.kernels(for: method) where kernel.isVectorised {
        let sets = cases.filter { $0.kernel.id == kernel.id }.map(\.instructionSet)
        #expect(Set(sets) == Set(InstructionSet.available), "\(kernel.id)")
      }
    }
  }
}
