internal import CLibrary
internal import Measuring

/// A series in units of its noise, with isolated outliers pulled in.
///
/// A value farther than ``reach`` deviations from the median of the seven points around it is moved
/// to that distance. A median of seven keeps every step and every level of four points or more, so
/// this removes outliers and nothing else, and the statistics after it can be those of normal
/// noise. At both ends it is the median of the first or last seven, so that three outliers there
/// are pulled in as anywhere else. Where outliers are so many that chance makes four of seven, those
/// that are far from all medians of more points around them are pulled in before.
///
/// Where levels are far apart and the noise is proportional to them, the logarithms are searched.
struct CleanedSeries {
  /// Deviations of the noise that a value may lie from the median around it.
  static let reach = 3.0
  /// Points on each side of a value whose median it is compared with.
  static let neighbors = 3

  /// The same where many values are far.
  private static let mostNeighbors = 12
  /// In how many series a median may be one of far values.
  private static let rareMajority = 0.02

  /// An outlier is at most so far away, in units of the levels' range.
  private static let farthest = 1e12

  /// From this ratio of the largest level to the least on, logarithms are considered.
  private static let widestPlainRange = 2.5
  /// The fewest points on each side whose noise shows whether it is proportional to the level.
  private static let fewestCompared = 8

  /// The values: distances from the series' median in deviations of the noise around it.
  let values: [Double]
  /// The same before any was pulled in, far ones within the bounds of sound arithmetic.
  let plain: [Double]
  /// One deviation of the noise, in units of the series or of its logarithms.
  let unit: Double
  /// Whether logarithms are searched.
  let isLogarithmic: Bool
  /// The share of values that are farther from their neighbours than noise is.
  let outlierShare: Double
  /// The median, or its logarithm.
  private let centre: Double

  /// Cleans a series.
  ///
  /// - Parameter series: Finite numbers of any size.
  /// - Complexity: O(*n* log *n*).
  init(_ series: [Double]) {
    isLogarithmic = Self.isProportional(series)
    let series = isLogarithmic ? series.map { log($0) } : series
    // Quarters of huge values, so that sums of two and their differences are finite.
    let shrinking = series.contains { abs($0) > 1e300 } ? 0.25 : 1
    let shrunk = series.map { $0 * shrinking }
    let centre = Statistics.median(shrunk) ?? 0
    self.centre = centre / shrinking
    let centred = shrunk.map { $0 - centre }
    let size = Self.size(of: centred)
    // All values are equal.
    guard size > 0 else {
      values = Array(repeating: 0, count: series.count)
      plain = values
      unit = 0
      outlierShare = 0
      return
    }
    // Levels and most values from −1 to 1, outliers not far beyond, so that squares are finite too.
    let scaled = centred.map { min(max($0 / size, -Self.farthest), Self.farthest) }
    var smooth = Smooth(scaled, neighbors: Self.neighbors)
    let neighbors = Self.neighbors(among: scaled.count, outlierShare: smooth.outlierShare)
    var outlierShare = smooth.outlierShare
    if neighbors > Self.neighbors {
      let wide = Smooth(scaled, neighbors: neighbors)
      let near = wide.pullingInFarValues(of: scaled, neighbors: neighbors)
      outlierShare = Double(zip(near, scaled).count { $0 != $1 }) / Double(scaled.count)
      smooth = Smooth(near, neighbors: Self.neighbors)
    }
    self.outlierShare = outlierShare
    let (medians, distances, noise) = (smooth.medians, smooth.distances, smooth.noise)
    unit = size * noise / shrinking
    let reach = Self.reach * noise
    plain = scaled.map { $0 / noise }
    values = zip(medians, distances).map { median, distance in
      (median + min(max(distance, -reach), reach)) / noise
    }
  }

  /// The medians around each value, and the noise about them.
  private struct Smooth {
    let medians: [Double]
    let distances: [Double]
    let noise: Double
    /// The share of values that are farther from the medians than noise is.
    let outlierShare: Double

    init(_ values: [Double], neighbors: Int) {
      medians = CleanedSeries.medians(of: values, neighbors: neighbors)
      distances = zip(values, medians).map { $0 - $1 }
      // Noise below a billionth of the range, outliers apart, is rounding.
      let range = medians.reduce(0) { max($0, abs($1)) }
      let noise = max(CleanedSeries.scale(of: distances), 1e-9 * (range > 0 ? range : 1))
      self.noise = noise
      let far = distances.count { abs($0) > 2 * CleanedSeries.reach * noise }
      outlierShare = Double(far) / Double(max(distances.count, 1))
    }

    /// The values, those that are far from every median around them pulled in.
    ///
    /// Values beside a step are near a median on their side of it, wherever that is.
    func pullingInFarValues(of values: [Double], neighbors: Int) -> [Double] {
      let reach = CleanedSeries.reach * noise
      return values.indices.map { place in
        let around = max(place - neighbors, 0)...min(place + neighbors, values.count - 1)
        let isFar = medians[around].allSatisfy { abs(values[place] - $0) > 2 * reach }
        return isFar ? medians[place] + (distances[place] > 0 ? reach : -reach) : values[place]
      }
    }
  }

  /// How many values on each side the medians must look at, so that hardly any is itself far.
  ///
  /// With a tenth of far values four of seven are far once in 400 places, and ordinary values would
  /// be pulled to them.
  private static func neighbors(among count: Int, outlierShare: Double) -> Int {
    var neighbors = Self.neighbors
    while neighbors < mostNeighbors,
      Double(count) * majority(of: 2 * neighbors + 1, share: outlierShare) > rareMajority
    {
      neighbors += 1
    }
    return neighbors
  }

  /// How often more than half of so many values are far.
  private static func majority(of count: Int, share: Double) -> Double {
    guard share > 0, share < 0.5 else { return share > 0 ? 1 : 0 }
    // The binomial distribution's terms from the middle up.
    // With n = 2h + 1 it is C(n, h + 1) p^(h+1) (1 − p)^h; C is multiplied up to keep it from
    // overflowing.
    var term = pow(share * (1 - share), Double(count / 2)) * share
    for place in 1...count / 2 { term *= Double(count / 2 + 1 + place) / Double(place) }
    var sum = 0.0
    for far in count / 2 + 1...count {
      sum += term
      term *= Double(count - far) / Double(far + 1) * share / (1 - share)
    }
    return sum
  }

  /// A value of the search in units of the series.
  func original(_ value: Double) -> Double {
    isLogarithmic ? exp(centre + value * unit) : centre + value * unit
  }

  /// One deviation of the noise about a level, in units of the series.
  func deviation(at level: Double) -> Double { isLogarithmic ? abs(level) * unit : unit }

  /// Whether levels are far apart, and the noise about the larger is larger by about as much.
  private static func isProportional(_ series: [Double]) -> Bool {
    // Not for the smallest numbers, whose logarithms are coarse.
    guard series.count > 2 * fewestCompared, series.allSatisfy({ $0 > 1e-290 }) else {
      return false
    }
    let medians = medians(of: series)
    guard let least = medians.min(), let most = medians.max(), most > widestPlainRange * least
    else { return false }
    // The geometric mean, without the overflow of the product.
    let middle = least.squareRoot() * most.squareRoot()
    var low: [Double] = []
    var high: [Double] = []
    var lowPlain: [Double] = []
    var highPlain: [Double] = []
    for (value, median) in zip(series, medians) {
      let distance = abs(value - median)
      let ratio = distance / median
      if median > middle {
        high.append(ratio)
        highPlain.append(distance)
      } else {
        low.append(ratio)
        lowPlain.append(distance)
      }
    }
    guard min(low.count, high.count) >= fewestCompared else { return false }
    func unevenness(_ one: [Double], _ other: [Double]) -> Double {
      let scales = [spread(one), spread(other)]
      guard let small = scales.min(), let large = scales.max(), small > 0 else { return .infinity }
      return large / small
    }
    return unevenness(low, high) < unevenness(lowPlain, highPlain)
  }

  /// What two thirds of distances do not exceed.
  private static func spread(_ distances: [Double]) -> Double {
    let sorted = distances.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count * 2 / 3]
  }

  /// The largest distance from zero, outliers apart; of all values where the others are zero.
  private static func size(of centred: [Double]) -> Double {
    let sorted = centred.map { abs($0) }.sorted()
    guard let largest = sorted.last else { return 0 }
    let size = medians(of: centred).reduce(sorted[sorted.count * 9 / 10]) { max($0, abs($1)) }
    return size > 0 ? size : largest
  }

  /// The median of the seven values around each, and of the first and last seven at both ends.
  ///
  /// - Parameters:
  ///   - values: A series.
  ///   - neighbors: How many values on each side are looked at.
  /// - Returns: A median for each value.
  static func medians(of values: [Double], neighbors: Int = neighbors) -> [Double] {
    var window = [Double](repeating: 0, count: 2 * neighbors + 1)
    return values.indices.map { index in
      // With three neighbours, of ten values:
      //
      //     index    0 1 2 3 │ 4     5     6  │ 7 8 9
      //     window   0…6     │ 1…7   2…8   3…9│ 3…9
      let last = min(max(index + neighbors, 2 * neighbors), values.count - 1)
      let first = max(min(index - neighbors, values.count - 1 - 2 * neighbors), 0)
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

  /// The deviation of residuals, up to a fifth of which are outliers of any size.
  ///
  /// Huber's proposal 2 (Annals of Mathematical Statistics 35, 1964) with residuals cut at 2.5
  /// deviations; where outliers are so many or so far that it is much larger than with a cut at 1.5,
  /// that with 1.5. Both start at the median distance. Where most residuals are exactly zero it is
  /// the root mean square of all but the largest eighth, or of more where those are zero.
  static func scale(of residuals: [Double]) -> Double {
    let distances = residuals.map { abs($0) }.sorted()
    guard let largest = distances.last, largest > 0 else { return 0 }
    let count = distances.count
    // The median of absolute normal deviates is 0.6745 of a deviation.
    let start = Statistics.normalConsistency * distances[count / 2]
    if start > 0 {
      // With the mean squares of a standard normal variable cut there.
      let sturdy = huber(distances, cut: 1.5, consistency: 0.778_5, from: start)
      let plain = huber(distances, cut: 2.5, consistency: 0.977_8, from: sturdy)
      return plain <= mostContamination * sturdy ? plain : sturdy
    }
    for share in [0.875, 0.95, 1] {
      let kept = distances.prefix(max(Int((Double(count) * share).rounded(.up)), 1))
      let squares = kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)
      if squares > 0 { return squares.squareRoot() }
    }
    return 0
  }

  /// By what factor outliers may enlarge the estimate with the wider cut.
  private static let mostContamination = 1.6

  private static func huber(
    _ distances: [Double], cut: Double, consistency: Double, from start: Double
  ) -> Double {
    var scale = start
    for _ in 0..<40 {
      let limit = cut * scale
      let squares = distances.reduce(0) { $0 + min($1, limit) * min($1, limit) }
      let next = (squares / Double(distances.count) / consistency).squareRoot()
      let isSettled = abs(next - scale) <= 1e-4 * scale
      scale = next
      if isSettled { break }
    }
    return scale
  }
}
