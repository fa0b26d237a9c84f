internal import Hashing
import Pixels
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("Exact colours of method kmeans")
struct ExactColorsTests {
  /// Greys that wander, some of them transparent.
  static func greys(width: Int, height: Int) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    var random = SplitMix64(seed: 3)
    for y in 0..<height {
      for x in 0..<width {
        let bits = random.next()
        let grey = UInt8((x / 24 + y / 5 + (y % 3 == 0 ? Int(bits % 9) : 0)) % 256)
        image[x, y] = RGBA8(red: grey, green: grey, blue: grey, alpha: bits >> 60 == 0 ? 0 : 255)
      }
    }
    return image
  }

  @Test("counts as a dictionary does, in any parts, and forgets")
  func counting() throws {
    let image = try Self.greys(width: 67, height: 30)
    image.withPixels { view in
      let rule = VisibilityRule(blackBelow: 20)
      let (whole, top, bottom) = (ExactColors(), ExactColors(), ExactColors())
      whole.add(view, rule: rule)
      #expect(whole.byColor == KMeansReference.colors(of: view, rule: rule))
      #expect(whole.colorCount == whole.byColor.count)
      top.add(view.rows(0..<11), rule: rule)
      bottom.add(view.rows(11..<30), rule: rule)
      bottom.merge(top)
      #expect(bottom.byColor == whole.byColor)
      bottom.removeAll()
      #expect(bottom.byColor.isEmpty)
      bottom.add(view, rule: rule)
      #expect(bottom.byColor == whole.byColor)
    }
  }

  @Test("holds 512 cells and not one more, also when merged")
  func limit() {
    let colors = ExactColors()
    let cells = 0..<KMeansLimits.coarseCells
    for cell in cells { colors.add(Self.color(inCell: cell), 1) }
    #expect(!colors.isOver)
    #expect(colors.colorCount == cells.count)
    let others = ExactColors()
    others.add(Self.color(inCell: 0), 4)
    others.add(Self.color(inCell: cells.upperBound), 1)
    colors.merge(others)
    #expect(colors.isOver)
    others.add(Self.color(inCell: 0), 1)
    #expect(others.byColor == [Self.color(inCell: 0): 5, Self.color(inCell: cells.upperBound): 1])
  }

  static func color(inCell cell: Int) -> RGB8 {
    RGB8(
      red: UInt8((cell >> 10) * 8), green: UInt8((cell >> 5 & 31) * 8), blue: UInt8((cell & 31) * 8)
    )
  }

  @Test("lead every kernel and a builder of parts to the reference's palette")
  func agreement() throws {
    let image = try Self.greys(width: 701, height: 800)
    image.withPixels { view in
      let options = PaletteOptions(count: 5)
      let expected = KernelCatalog.kmeansScalar.palette(
        of: view, options: options, workspace: Workspace())
      #expect(expected.swatches.count == 5)
      for threads in [1, 3] {
        let workspace = Workspace(threads: threads)
        for kernel in KernelCatalog.kernels(for: .kmeans) {
          let palette = kernel.palette(of: view, options: options, workspace: workspace)
          #expect(palette == expected, "\(kernel.id), \(threads) threads")
        }
      }
      let builder = PaletteBuilder(method: .kmeans, options: options)
      for top in stride(from: 0, to: 800, by: 37) {
        builder.add(view.rows(top..<min(top + 37, 800)))
      }
      #expect(builder.palette() == expected)
    }
  }
}
