internal import Pixels

/// What a sample shows of a window: its share of the counted pixels and their mean colour, with
/// intervals from ``LeadTest`` that hold for all windows at every moment.
///
/// A share is above *p* when, over the image, (1 − p) for each pixel in the window exceeds *p* for
/// each other counted pixel; a mean is above *x* when (level − x)/32 sums to more than 0 over the
/// window's pixels. Two events for the share and six for the channels make eight a window.
struct SampleEstimate {
  private let test: LeadTest

  init(errorProbability: Double, windowCount: Int) {
    test = LeadTest(errorProbability: errorProbability, events: 8 * windowCount)
  }

  /// The winner of a decided sample; `nil` when the window has no pixel.
  func dominant(
    windowAt corner: Int, aliases: Int, of table: SampleTable, _ counts: WindowCounts
  ) -> SampledAnswer.Dominant? {
    var members = ColorSums()
    counts.forEachCell(ofWindowAt: corner) { members += table.sums($0) }
    guard let color = members.mean else { return nil }
    let inside = Double(members.count)
    let all = Double(counts.cells.reduce(0, &+))
    let share = inside / all
    let lower = Self.edge(from: share, to: 0) { p in
      test.isCertain((1 - p) * inside, over: p * (all - inside))
    }
    let upper = Self.edge(from: share, to: 1) { p in
      test.isCertain(p * (all - inside), over: (1 - p) * inside)
    }
    // Deviations of one size in all pixels, levels ÷ 32 each, are the least that the test can
    // tell.
    let drift = Self.edge(from: 0, to: 32) { levels in
      test.exponent(lead: inside * levels / 32, traffic: inside) >= test.threshold
    }
    // Half a level each for rounding here and there, and two for the step to an alias.
    let step = aliases > 0 ? 31 / WindowContest.aliasShare : 0
    return SampledAnswer.Dominant(
      window: ColorWindow(counts.precision, corner: corner), aliases: aliases, color: color,
      colorError: drift + 1 + step, population: share, populationRange: lower...upper)
  }

  /// The nearest value to `start`, searched towards `end`, that a rejection extends to, on its safe
  /// side; `end` when nothing short of it is rejected.
  private static func edge(
    from start: Double, to end: Double, isRejected: (Double) -> Bool
  ) -> Double {
    var (inner, outer) = (start, end)
    for _ in 0..<30 {
      let middle = (inner + outer) / 2
      // What is rejected lies at `outer`'s side, so that `outer` is what an interval may end
      // at.
      if isRejected(middle) { outer = middle } else { inner = middle }
    }
    return outer
  }
}
