/// A line in place of the stairs that a search for levels makes of a drift, with the steps in it.
struct DriftLine {
  /// A change of level on the way.
  struct Step {
    /// The first point after it.
    let place: Int
    /// The line's value there without the step.
    let before: Double
    /// The same with it.
    let after: Double
    /// How sure it is.
    let statistic: Double
    /// What the statistic must exceed.
    let threshold: Double
  }

  /// The points whose stairs it replaces.
  let replaced: Range<Int>
  /// Where the drift begins: after a level, or the first of the points.
  let start: Int
  /// Its value at the start.
  let first: Double
  /// Its value at the last point, less the steps.
  let last: Double
  /// The steps in order.
  let steps: [Step]

  /// Whether a step between two levels is one of the stairs.
  func contains(stepAt place: Int) -> Bool {
    replaced.lowerBound < place && place < replaced.upperBound
  }

  /// The same in other units.
  func mapped(_ unit: (Double) -> Double) -> DriftLine {
    DriftLine(
      replaced: replaced, start: start, first: unit(first), last: unit(last),
      steps: steps.map {
        Step(
          place: $0.place, before: unit($0.before), after: unit($0.after),
          statistic: $0.statistic, threshold: $0.threshold)
      })
  }
}
