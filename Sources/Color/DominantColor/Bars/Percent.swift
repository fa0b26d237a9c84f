/// Comparisons with shares of lines.
enum Percent {
  /// Whether a count is more than so many percent of a whole.
  ///
  /// A line has 2¹⁶ pixels at most, and 8 of them are looked at together: a hundred times as many fit into 31 bits.
  static func exceeds(_ count: Int32, _ percent: Int32, of whole: Int) -> Bool {
    100 &* count > percent &* Int32(truncatingIfNeeded: whole)
  }

  /// Whether a count is so many percent of a whole or more.
  static func holds(_ count: Int32, _ percent: Int32, of whole: Int) -> Bool {
    100 &* count >= percent &* Int32(truncatingIfNeeded: whole)
  }

  /// The most that is no more than so many percent of a whole.
  static func most(_ percent: Int32, of whole: Int) -> Int32 {
    percent &* Int32(truncatingIfNeeded: whole) / 100
  }
}
