internal import Measuring
internal import TimingHistory

/// A series as a line of bars.
package enum SeriesSparkline {
  /// How many bars there are at most.
  package static let width = 40

  /// The line of some values, oldest first.
  ///
  /// A bar of a longer series is the median of its part; a part without a finite value leaves a
  /// gap.
  ///
  /// - Complexity: O(*n* log *n*) in the values.
  package static func text(_ values: [Double]) -> String { Sparkline.text(condensed(values)) }

  /// At most so many values, each the median of its part of the series.
  static func condensed(_ values: [Double], to width: Int = width) -> [Double] {
    guard values.count > width else { return values }
    return (0..<width).map { place in
      // Never empty, as there are more values than places; sizes differ by one at most.
      let part = values[place * values.count / width..<(place + 1) * values.count / width]
      return Statistics.median(part.filter(\.isFinite)) ?? .nan
    }
  }
}
