internal import DominantColor
internal import Pixels

/// A kernel that always answers black.
struct LyingKernel: Kernel {
  typealias Method = HistogramMethod

  var id: String { "lying" }
  var about: String { "says black" }
  var isConcurrent: Bool { true }
  var isVectorised: Bool { false }

  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout ColorHistogram,
    workspace: Workspace
  ) {}

  func palette(of view: PixelView, options: PaletteOptions, workspace: Workspace) -> Palette {
    let count = UInt64(view.pixelCount)
    return Palette(
      method: .histogram,
      swatches: [Swatch(color: RGB8(red: 0, green: 0, blue: 0), count: count, outOf: count)],
      tally: PixelTally(counted: count))
  }
}
