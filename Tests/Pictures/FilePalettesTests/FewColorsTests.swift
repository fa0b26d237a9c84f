internal import DominantColor
internal import FilePalettes
internal import Measuring
internal import Pixels
internal import Testing

@Suite("Pictures of few colours")
struct FewColorsTests {
  /// A picture whose pixels come in runs, from some colours of all kinds of alpha.
  private static func picture(colors: Int, longestRun: Int, seed: UInt64) -> [UInt32] {
    var random = SeededGenerator(seed: seed)
    // Those of one colour and different alpha are one colour, or transparent.
    let kinds = (0..<colors).map { UInt32($0) &* 0x1_D3C7 & 0xFF_FFFF }
    var words: [UInt32] = []
    while words.count < 120 * 37 {
      let word =
        kinds[Int.random(in: 0..<colors, using: &random)]
        | UInt32([0, 90, 128, 200, 255, 255, 255].randomElement(using: &random) ?? 255) << 24
      let run = Int.random(in: 1...longestRun, using: &random)
      words += Array(repeating: word, count: min(run, 120 * 37 - words.count))
    }
    return words
  }

  /// What a rule counts, one pixel after the other.
  private static func count(
    _ words: [UInt32], _ rule: VisibilityRule
  ) -> (tally: PixelTally, counts: [UInt32: UInt64]) {
    var tally = PixelTally()
    var counts: [UInt32: UInt64] = [:]
    for word in words {
      let pixel = RGBA8(
        red: UInt8(word & 0xFF), green: UInt8(word >> 8 & 0xFF), blue: UInt8(word >> 16 & 0xFF),
        alpha: UInt8(word >> 24))
      switch rule.verdict(on: pixel) {
      case .transparent: tally.transparent += 1
      case .filtered: tally.filtered += 1
      case .counted:
        tally.counted += 1
        counts[word & 0xFF_FFFF, default: 0] += 1
      }
    }
    return (tally, counts)
  }

  @Test(
    "counts are those of each pixel by itself, whatever runs and bands they come in",
    arguments: [1, 2, 17, 300, 511, 512], [1, 3, 40, 3000])
  func counts(colors: Int, longestRun: Int) throws {
    let words = Self.picture(
      colors: colors, longestRun: longestRun, seed: UInt64(colors * 31 + longestRun))
    for rule in [
      VisibilityRule(), VisibilityRule(minimumAlpha: 0),
      VisibilityRule(minimumAlpha: 201, whiteAbove: 200, greyWithin: 20),
    ] {
      // Widths around those that are compared at once.
      for width in [1, 7, 8, 9, 37, 120] {
        var few = FewColors(visibility: rule)
        words.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          let all = PixelView(
            baseAddress: base, width: width, height: words.count / width)
          for first in stride(from: 0, to: all.height, by: 13) {
            few.add(all.rows(first..<min(first + 13, all.height)))
          }
        }
        let expected = Self.count(Array(words.prefix(words.count / width * width)), rule)
        #expect(!few.isExceeded && few.colorCount == expected.counts.count)
        #expect(few.tally == expected.tally)
        guard let palette = few.palette(count: 64) else { continue }
        let fullest = expected.counts.sorted { $0.value > $1.value }.prefix(64)
        #expect(palette.swatches.map(\.count) == fullest.map(\.value))
        for swatch in palette.swatches {
          let color = swatch.color
          let word =
            UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
          #expect(expected.counts[word] == swatch.count)
        }
      }
    }
  }

  @Test("a colour more than the most ends the counting, wherever it comes", arguments: [1, 2, 3])
  func excess(seed: UInt64) {
    var words = Self.picture(colors: FewColors.most, longestRun: 2, seed: seed).map {
      $0 | 0xFF00_0000
    }
    for color in 0..<UInt32(FewColors.most) {
      words.append(color &* 0x1_D3C7 & 0xFF_FFFF | 0xFF00_0000)
    }
    let place = Int(seed) * 977
    for isExceeded in [false, true] {
      if isExceeded { words[place] = 0xFFFE_DCBA }
      var few = FewColors()
      words.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        few.add(PixelView(baseAddress: base, width: words.count, height: 1))
      }
      #expect(few.isExceeded == isExceeded && few.colorCount == FewColors.most)
      #expect(!isExceeded || few.palette() == nil)
    }
  }
}
