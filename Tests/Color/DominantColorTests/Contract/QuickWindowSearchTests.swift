@testable import DominantColor
internal import Hashing
import Pixels
import SyntheticImages
import Testing

/// The quick search for windows gives those of the plain one.
@Suite("The quick search for windows")
struct QuickWindowSearchTests {
  /// Colours in a few places, so that windows overlap and many hold equally many pixels.
  private func crowded(_ precision: HistogramPrecision, seed: UInt64, count: Int) -> ColorHistogram
  {
    var histogram = ColorHistogram(precision)
    var random = SplitMix64(seed: seed)
    let spread = UInt8([1, 30, 90, 255][Int(seed % 4)])
    for _ in 0..<count {
      let channels = (0..<3).map { _ in 255 - UInt8.random(in: 0...spread, using: &random) }
      let pixels = UInt64.random(in: 1...3, using: &random)
      let color = RGB8(red: channels[0], green: channels[1], blue: channels[2])
      for _ in 0..<pixels {
        var sums = ColorSums()
        sums.add(color)
        histogram.add(sums, toCell: histogram.cellIndex(of: color))
      }
      histogram.tally.counted += pixels
    }
    return histogram
  }

  private func windows(_ histogram: ColorHistogram, _ limit: Int) -> [[UInt64]] {
    var search = WindowSearch(histogram.precision)
    var found: [[UInt64]] = []
    search.forEachWindow(of: histogram, limit: limit) { color, count in
      found.append([UInt64(color.red), UInt64(color.green), UInt64(color.blue), count])
    }
    return found
  }

  private func windows(
    _ histogram: ColorHistogram, _ limit: Int, by search: QuickWindowSearch
  ) -> [[UInt64]] {
    var found: [[UInt64]] = []
    search.forEachWindow(of: histogram, limit: limit) { color, count in
      found.append([UInt64(color.red), UInt64(color.green), UInt64(color.blue), count])
    }
    return found
  }

  @Test("equal windows, ties included, on every instruction set, one search for all")
  func equal() {
    for set in InstructionSet.available {
      for precision in HistogramPrecision.allCases {
        let search = QuickWindowSearch(precision, code: set.code)
        for seed in 0..<40 as Range<UInt64> {
          let histogram = crowded(precision, seed: seed, count: [0, 1, 7, 80, 700][Int(seed % 5)])
          for limit in [1, 5, 64] {
            #expect(
              windows(histogram, limit, by: search) == windows(histogram, limit),
              "\(set), \(precision), seed \(seed), \(limit)")
          }
        }
      }
    }
  }

  @Test("more pixels than 32 bits count")
  func wide() {
    var histogram = crowded(.standard, seed: 3, count: 50)
    let many = ColorSums(count: 1 << 33, red: 200 << 33, green: 9 << 33, blue: 77 << 33)
    histogram.add(many, toCell: histogram.cellIndex(of: RGB8(red: 200, green: 9, blue: 77)))
    histogram.tally.counted += many.count
    let search = QuickWindowSearch(.standard, code: InstructionSet.best.code)
    #expect(windows(histogram, 5, by: search) == windows(histogram, 5))
  }

  @Test("one workspace for images of every way of counting leaves nothing behind")
  func everySize() throws {
    for set in InstructionSet.available {
      let workspace = Workspace(instructionSet: set)
      for name in ["photo", "flat", "alpha", "noise"] {
        let kind = try #require(SyntheticImage.named(name))
        // Around the numbers of pixels at which another number of tables is used.
        for (width, height) in [
          (1, 1), (16, 16), (64, 64), (64, 65), (182, 180), (182, 181), (361, 363), (362, 363),
          (1024, 1024), (3, 2),
        ] {
          let image = try kind.makeImage(width: width, height: height)
          for precision in HistogramPrecision.allCases {
            let options = PaletteOptions(precision: precision)
            image.withPixels { view in
              let expected = KernelCatalog.histogram.palette(
                of: view, options: options, workspace: Workspace())
              let found = KernelCatalog.simd.palette(
                of: view, options: options, workspace: workspace)
              #expect(found == expected, "\(set), \(name), \(width) × \(height), \(precision)")
            }
          }
        }
      }
    }
  }

  @Test("counts kept back for a summary do not get into another image's palette of windows")
  func keptBack() throws {
    let kind = try #require(SyntheticImage.named("photo"))
    let image = try kind.makeImage(width: 70, height: 50)
    let workspace = Workspace()
    image.withPixels { view in
      var summary = ColorHistogram(.standard)
      KernelCatalog.simd.add(view, rule: VisibilityRule(), to: &summary, workspace: workspace)
      KernelCatalog.simd.complete(&summary, workspace: workspace)
      var expected = ColorHistogram(.standard)
      expected.add(view, rule: VisibilityRule())
      #expect(summary == expected)
      let options = PaletteOptions()
      #expect(
        KernelCatalog.simd.palette(of: view, options: options, workspace: workspace)
          == KernelCatalog.histogram.palette(of: view, options: options, workspace: workspace))
    }
  }
}
