/// A series as one line of text: eight heights of bars, the smallest value the lowest.
///
/// The scale never spans less than ``leastSpan`` of the values, so that noise looks like noise.
package enum Sparkline {
  /// The least height of the scale: 0.04 is two percent either way of the middle.
  package static let leastSpan = 0.04
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws values; a value that is not finite leaves a gap, equal values stay in the middle.
  package static func text(_ values: [Double]) -> String {
    let finite = values.filter(\.isFinite)
    guard let lowest = finite.min(), let highest = finite.max() else {
      return String(repeating: " ", count: values.count)
    }
    let (low, high) = scale(from: lowest, to: highest)
    return String(
      values.map { value in
        guard value.isFinite else { return " " }
        let span = high - low
        // The span of two huge values overflows; halves of them do not.
        let share =
          span.isFinite
          ? span > 0 ? (value - low) / span : 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2)
        // The highest value has a share of 1, and the last bar.
        return bars[min(Int(share * 8), 7)]
      })
  }

  private static func scale(from low: Double, to high: Double) -> (low: Double, high: Double) {
    let middle = low / 2 + high / 2
    let least = middle.magnitude * leastSpan / 2
    return high / 2 - low / 2 >= least ? (low, high) : (middle - least, middle + least)
  }
}
