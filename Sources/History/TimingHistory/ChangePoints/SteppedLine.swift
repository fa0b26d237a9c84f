/// A line through points, level up to a bend where it has one, with steps in it: the least squares.
///
/// y = c + s · max(0, x − bend) + Σ h · [x ≥ p]. Between its steps the points have one slope and
/// levels of their own, so each place of one more step takes a few operations on running sums.
struct SteppedLine {
  /// What the points between two places sum up to.
  private struct Sums {
    var count = 0.0
    var place = 0.0
    var value = 0.0
    var placeSquare = 0.0
    var product = 0.0
    var square = 0.0

    /// What is left about their own means: of the places' squares, the products, and the values'
    /// squares.
    func centred(since other: Sums) -> (places: Double, products: Double, values: Double) {
      let points = count - other.count
      guard points > 0 else { return (0, 0, 0) }
      let (x, y) = (place - other.place, value - other.value)
      // Σ (x − x̄)² is Σ x² − (Σ x)² ÷ n. Values have their mean taken off before, so that
      // little cancels.
      return (
        placeSquare - other.placeSquare - x * x / points, product - other.product - x * y / points,
        square - other.square - y * y / points
      )
    }
  }

  let points: Range<Int>
  /// Where the slope begins; nil for the first point.
  let bend: Int?
  /// The first points after the steps, in order.
  private(set) var steps: [Int] = []
  /// The rise from point to point.
  private(set) var slope = 0.0
  /// The sum of the squares that are left.
  private(set) var left = Double.infinity
  private let values: [Double]
  /// What the points before each sum up to, from the first of ``points`` on.
  private var sums: [Sums] = []

  /// Fits a line without a step.
  init(_ points: Range<Int>, of values: [Double], bend: Int? = nil) {
    self.points = points
    self.bend = bend
    self.values = values
    let centre = LevelSegment(points, of: values).mean
    var sum = Sums()
    sums.reserveCapacity(points.count + 1)
    sums.append(sum)
    for index in points {
      let (x, y) = (regressor(index), values[index] - centre)
      sum.count += 1
      sum.place += x
      sum.value += y
      sum.placeSquare += x * x
      sum.product += x * y
      sum.square += y * y
      sums.append(sum)
    }
    fit()
  }

  /// The same steps beside another bend, each moved to its best place.
  func bent(at bend: Int) -> SteppedLine {
    var line = SteppedLine(points, of: values, bend: bend)
    line.steps = steps
    line.settle()
    return line
  }

  /// How far a point is up the slope.
  private func regressor(_ index: Int) -> Double {
    Double(max(index - (bend ?? points.lowerBound), 0))
  }

  private var bounds: [Int] { [points.lowerBound] + steps + [points.upperBound] }

  private func centred(_ range: Range<Int>) -> (places: Double, products: Double, values: Double) {
    sums[range.upperBound - points.lowerBound].centred(
      since: sums[range.lowerBound - points.lowerBound])
  }

  /// The parts between the steps, taken together.
  private var total: (places: Double, products: Double, values: Double) {
    zip(bounds, bounds.dropFirst()).reduce(into: (0, 0, 0)) { total, part in
      let own = centred(part.0..<part.1)
      total.places += own.places
      total.products += own.products
      total.values += own.values
    }
  }

  private static func left(_ sums: (places: Double, products: Double, values: Double)) -> Double {
    let explained = sums.places > 0 ? sums.products * sums.products / sums.places : 0
    return max(sums.values - explained, 0)
  }

  private mutating func fit() {
    let total = total
    slope = total.places > 0 ? total.products / total.places : 0
    left = Self.left(total)
  }

  /// Puts one more step where it leaves the least; false where there is no room.
  mutating func addStep() -> Bool {
    guard let place = bestPlace(between: zip(bounds, bounds.dropFirst()).map { $0..<$1 }) else {
      return false
    }
    steps = (steps + [place]).sorted()
    fit()
    return true
  }

  /// Takes out a step.
  mutating func removeStep(_ number: Int) {
    steps.remove(at: number)
    fit()
  }

  /// Moves each step to its best place between its neighbours.
  mutating func settle() {
    for number in steps.indices {
      let place = steps.remove(at: number)
      let bounds = bounds
      steps.insert(bestPlace(between: [bounds[number]..<bounds[number + 1]]) ?? place, at: number)
    }
    fit()
  }

  private func bestPlace(between parts: [Range<Int>]) -> Int? {
    let side = StepEvidence.shortestSide
    let total = total
    var best: (left: Double, place: Int)?
    for part in parts where part.count >= 2 * side {
      let own = centred(part)
      for place in part.lowerBound + side...part.upperBound - side {
        let (one, other) = (centred(part.lowerBound..<place), centred(place..<part.upperBound))
        let left = Self.left(
          (
            // All parts have one slope, so that only the part that is divided changes in the
            // sums.
            total.places - own.places + one.places + other.places,
            total.products - own.products + one.products + other.products,
            total.values - own.values + one.values + other.values
          ))
        if left < best?.left ?? .infinity { best = (left, place) }
      }
    }
    return best?.place
  }

  /// The values with the slope taken out, from the first of ``points`` on.
  var rest: [Double] { points.map { values[$0] - slope * regressor($0) } }

  /// The values with the steps taken out, from the first of ``points`` on.
  var withoutSteps: [Double] {
    let parts = parts(of: rest)
    return parts.flatMap { part in
      part.range.map { values[points.lowerBound + $0] - part.mean + parts[0].mean }
    }
  }

  /// The parts between the steps of what is left when the slope is taken out.
  func parts(of rest: [Double]) -> [LevelSegment] {
    zip(bounds, bounds.dropFirst()).map {
      LevelSegment($0 - points.lowerBound..<$1 - points.lowerBound, of: rest)
    }
  }

  /// The evidence for each step, beside the slope and the other steps.
  ///
  /// A slope explains a part of a step: what it leaves of the step's squares shows how much surer
  /// the step would be without it.
  func evidence(_ parts: [LevelSegment], _ noise: NoiseEstimate) -> [StepEvidence] {
    steps.indices.map { number in
      var without = self
      without.removeStep(number)
      let (one, other) = (parts[number], parts[number + 1])
      let gain = one.gain(over: other)
      let share = gain > 0 ? min(max((without.left - left) / gain, 0), 1) : 0
      return StepEvidence(
        from: one, to: other, noise: noise, count: points.count,
        isNewest: number == steps.count - 1
      ).scaled(by: share.squareRoot())
    }
  }

  /// How far the slope has risen at a point.
  func reach(at index: Int) -> Double { slope * regressor(index) }

  /// The line's value at a point, with the steps before it and none of the later ones.
  func value(at index: Int, _ parts: [LevelSegment]) -> Double {
    let number = steps.count { $0 <= index }
    return parts[number].mean + reach(at: index)
  }
}
