/// A stretch of a series that has one level, with what its noise says.
struct LevelSegment {
  /// The points.
  let range: Range<Int>
  private(set) var mean: Double
  /// The first value.
  let first: Double
  /// The last value.
  private(set) var last: Double
  /// The sum of the squared distances from the mean.
  private(set) var squares = 0.0
  /// The sum of the products of neighbouring distances from the mean.
  private(set) var products = 0.0
  /// The sum of the cubes of the distances from the mean.
  private(set) var cubes = 0.0
  /// The sum of the fourth powers of the distances from the mean.
  private(set) var fourths = 0.0
  /// The sum of the products of squared distances one to ``NoiseEstimate/lags`` points apart.
  private(set) var squareProducts = 0.0

  /// Measures a stretch that is not empty.
  ///
  /// - Complexity: O(*m*) in its points.
  init(_ range: Range<Int>, of values: [Double]) {
    self.range = range
    first = values[range.lowerBound]
    last = values[range.upperBound - 1]
    // Distances from the first value: large levels cancel nothing.
    var sum = 0.0
    for index in range { sum += values[index] - first }
    mean = first + sum / Double(range.count)
    var previous = 0.0
    var recent = (0.0, 0.0, 0.0)
    for index in range {
      // In a second pass: a mean that was still to change would make squares of differences
      // of large sums.
      let distance = values[index] - mean
      let square = distance * distance
      squares += square
      products += distance * previous
      cubes += square * distance
      fourths += square * square
      squareProducts += square * (recent.0 + recent.1 + recent.2)
      recent = (square, recent.0, recent.1)
      previous = distance
    }
  }

  private init(_ range: Range<Int>, first: Double, last: Double, mean: Double, squares: Double) {
    self.range = range
    self.first = first
    self.last = last
    self.mean = mean
    self.squares = squares
  }

  /// How many points it has.
  var count: Int { range.count }

  /// By how much the squares would grow if it were one level with another segment.
  func gain(over other: LevelSegment) -> Double {
    // d² · n m ÷ (n + m): the squares about the common mean less those about both.
    let distance = other.mean - mean
    return distance * distance * Double(count) * Double(other.count) / Double(count + other.count)
  }

  /// Its first points, as they were when the series was shorter: of at least so many points.
  ///
  /// Only the levels and the squares are measured.
  ///
  /// - Complexity: O(*m*) in its points.
  func beginnings(of values: [Double], from shortest: Int) -> [LevelSegment] {
    var mean = 0.0
    var squares = 0.0
    var beginnings: [LevelSegment] = []
    for (place, index) in range.enumerated() {
      // Welford's way (Technometrics 4, 1962): the second factor has the new mean, the first
      // the old one.
      let distance = values[index] - mean
      mean += distance / Double(place + 1)
      squares += distance * (values[index] - mean)
      guard place + 1 >= shortest else { continue }
      beginnings.append(
        LevelSegment(
          range.lowerBound..<index + 1, first: first, last: values[index], mean: mean,
          squares: squares))
    }
    return beginnings
  }
}
