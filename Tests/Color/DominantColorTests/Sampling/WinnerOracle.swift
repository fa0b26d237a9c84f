import DominantColor
import Pixels

/// What is true of an image, from all its pixels, to judge a sampled answer by.
struct WinnerOracle {
  private let palette: Palette
  private let histogram: ColorHistogram

  init(_ view: PixelView, _ options: PaletteOptions) {
    let workspace = Workspace()
    palette = KernelCatalog.histogram.palette(of: view, options: options, workspace: workspace)
    histogram = KernelCatalog.histogram.summary(of: view, options: options, workspace: workspace)
  }

  /// What is wrong with an answer; `nil` when it keeps its promise.
  func objection(to answer: SampledAnswer) -> String? {
    guard let winner = palette.dominant, let dominant = answer.dominant else {
      return palette.dominant == nil && answer.dominant == nil && answer.absence == palette.absence
        ? nil : "one has a winner, the other has none"
    }
    let claimed = members(dominant.window)
    let share = Double(claimed.count) / Double(histogram.tally.counted)
    // No window holds more than the winner, so an alias holds at most 1/16 fewer of its own.
    let least = dominant.aliases == 0 ? winner.count : winner.count - winner.count / 15
    if claimed.count < least { return "the window holds \(claimed.count) of \(winner.count)" }
    if !dominant.populationRange.contains(share) { return "\(share) is not in the interval" }
    let pairs = [
      (dominant.color.red, winner.color.red), (dominant.color.green, winner.color.green),
      (dominant.color.blue, winner.color.blue),
    ]
    let error = pairs.map { abs(Int($0.0) - Int($0.1)) }.max() ?? 0
    if Double(error) > dominant.colorError { return "the colour is \(error) levels away" }
    // What is promised is wider; this is what the trials really show.
    if error > 4 { return "the colour is \(error) levels away, within its error" }
    return nil
  }

  /// The pixels of a window, by its levels.
  private func members(_ window: ColorWindow) -> ColorSums {
    var sums = ColorSums()
    for (index, cell) in histogram.cells.enumerated() where cell.count > 0 {
      let side = histogram.precision.cellsPerChannel
      func level(_ place: Int) -> UInt8 { UInt8(place % side * histogram.precision.levelsPerCell) }
      let lowest = RGB8(
        red: level(index / (side * side)), green: level(index / side), blue: level(index))
      if window.contains(lowest) { sums += cell }
    }
    return sums
  }
}
