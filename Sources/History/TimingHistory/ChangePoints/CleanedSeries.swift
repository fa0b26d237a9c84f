internal import Measuring

/// A series in units of its noise, with isolated outliers pulled in.
///
/// A value farther than ``reach`` deviations from the median of the seven points around it is moved
/// to that distance. A median of seven keeps every step and every level of four points or more, so
/// this removes outliers and nothing else, and the statistics after it can be those of normal
/// noise.
struct CleanedSeries {
  /// Deviations of the noise that a value may lie from the median around it.
  static let reach = 3.0
  /// Points on each side of a value whose median it is compared with.
  static let neighbors = 3

  /// An outlier is at most so far away, in units of the levels' range.
  private static let farthest = 1e12

  /// The values: distances from the series' median in deviations of the noise around it.
  let values: [Double]
  /// One deviation of the noise, in units of the series.
  let unit: Double

  /// Cleans a series.
  ///
  /// - Parameter series: Finite numbers of any size.
  /// - Complexity: O(*n* log *n*).
  init(_ series: [Double]) {
    // Quarters of huge values, so that sums of two and their differences are finite.
    let shrinking = series.contains { abs($0) > 1e300 } ? 0.25 : 1
    let shrunk = series.map { $0 * shrinking }
    let centre = Statistics.median(shrunk) ?? 0
    let centred = shrunk.map { $0 - centre }
    let size = Self.size(of: centred)
    guard size > 0 else {
      values = Array(repeating: 0, count: series.count)
      unit = 0
      return
    }
    // Levels and most values from −1 to 1, outliers not far beyond, so that squares are finite too.
    let scaled = centred.map { min(max($0 / size, -Self.farthest), Self.farthest) }
    let medians = Self.medians(of: scaled)
    let distances = zip(scaled, medians).map { $0 - $1 }
    // Noise below a billionth of the range, outliers apart, is rounding.
    let range = medians.reduce(0) { max($0, abs($1)) }
    let noise = max(Self.scale(of: distances), 1e-9 * (range > 0 ? range : 1))
    unit = size * noise / shrinking
    let reach = Self.reach * noise
    values = zip(medians, distances).map { median, distance in
      (median + min(max(distance, -reach), reach)) / noise
    }
  }

  /// The largest distance from zero, outliers apart; of all values where the others are zero.
  private static func size(of centred: [Double]) -> Double {
    let sorted = centred.map { abs($0) }.sorted()
    guard let largest = sorted.last else { return 0 }
    let size = medians(of: centred).reduce(sorted[sorted.count * 9 / 10]) { max($0, abs($1)) }
    return size > 0 ? size : largest
  }

  /// The median of each value and its neighbours, fewer at both ends.
  static func medians(of values: [Double]) -> [Double] {
    var window = [Double](repeating: 0, count: 2 * neighbors + 1)
    return values.indices.map { index in
      let first = max(index - neighbors, 0)
      let last = min(index + neighbors, values.count - 1)
      for place in first...last {
        // Insertion into a sorted row: nothing is faster for seven numbers.
        var hole = place - first
        let value = values[place]
        while hole > 0, window[hole - 1] > value {
          window[hole] = window[hole - 1]
          hole -= 1
        }
        window[hole] = value
      }
      let count = last - first + 1
      return count % 2 == 1
        ? window[count / 2] : (window[count / 2 - 1] + window[count / 2]) / 2
    }
  }

  /// The deviation of residuals, few of which are outliers.
  ///
  /// Huber's proposal 2 (Annals of Mathematical Statistics 35, 1964) with residuals cut at 2.5
  /// deviations. Where most residuals are exactly zero that shrinks to nothing; then it is the
  /// root mean square of all but the largest twentieth.
  static func scale(of residuals: [Double]) -> Double {
    guard !residuals.isEmpty else { return 0 }
    let cut = 2.5
    // The mean square of a standard normal variable cut there.
    let consistency = 0.977_8
    let start = 1.2533 * residuals.reduce(0) { $0 + abs($1) } / Double(residuals.count)
    var scale = start
    for _ in 0..<30 where scale > 0 {
      let limit = cut * cut * scale * scale
      let squares = residuals.reduce(0) { $0 + min($1 * $1, limit) }
      let next = (squares / Double(residuals.count) / consistency).squareRoot()
      let isSettled = abs(next - scale) <= 1e-4 * scale
      scale = next
      if isSettled { break }
    }
    guard scale < 0.3 * start else { return scale }
    let squares = residuals.map { $0 * $0 }.sorted().prefix(residuals.count * 19 / 20)
    guard !squares.isEmpty else { return scale }
    return max(scale, (squares.reduce(0, +) / Double(squares.count)).squareRoot())
  }
}
