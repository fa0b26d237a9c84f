/// A series as one line of text: eight heights of bars, the smallest value the lowest.
public enum Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws values; a value that is not finite leaves a gap, equal values stay in the middle.
  public static func text(_ values: [Double]) -> String {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value in
        guard value.isFinite else { return " " }
        let span = high - low
        // The span of two huge values overflows; halves of them do not.
        let share =
          span.isFinite
          ? span > 0 ? (value - low) / span : 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2)
        return bars[min(Int(share * 8), 7)]
      })
  }
}
