package import ExchangeDocuments
internal import Measuring

/// What was found in one series, each change with its cause where the builds are known.
package struct SeriesCheck: Equatable, Sendable {
  /// A change with its cause.
  package struct Change: Equatable, Sendable {
    /// The change.
    package let point: ChangePoint
    /// Why.
    package let cause: ShiftCause
  }

  /// A drift with its cause.
  package struct Drift: Equatable, Sendable {
    package let drift: SeriesDrift
    /// Why.
    package let cause: ShiftCause
  }

  /// The series' name.
  package var name: String
  /// The changes in order.
  package let changes: [Change]
  /// The slow drifts in order.
  package let drifts: [Drift]
  /// The two levels between which it goes back and forth; nil where it does not.
  package let modes: SeriesModes?
  /// The smallest change of the newest level that would be found; nil where that is not known.
  package let smallestChange: SmallestChange?
  /// Why there is a change at a point that the caller names, or why not.
  package var explanation: StepExplanation?

  /// Looks for changes in values, and for their causes in the builds that made them.
  ///
  /// - Parameters:
  ///   - name: The series' name.
  ///   - values: The values.
  ///   - builds: The build of each value; may be shorter, or empty, where they are not known.
  ///   - machines: The machine of each value; empty where they are not known.
  ///   - detector: How to look.
  package init(
    name: String, values: [Double], builds: [BuildIdentity] = [], machines: [String] = [],
    detector: ChangePointDetector = ChangePointDetector()
  ) {
    self.name = name
    let levels = MachineLevels(values, machines: machines, scale: detector.scale)
    let findings = detector.findings(in: levels?.values ?? values)
    let points = findings.changes
    modes = findings.modes
    smallestChange = findings.smallestChange
    drifts = findings.drifts.map { drift in
      let isKnown = builds.indices.contains(drift.start) && builds.indices.contains(drift.end - 1)
      return Drift(
        drift: drift,
        cause: isKnown
          ? ShiftCause(from: builds[drift.start], to: builds[drift.end - 1]) : .unexplained)
    }
    changes = points.enumerated().map { place, point in
      let start = place > 0 ? points[place - 1].index : 0
      let end = place + 1 < points.count ? points[place + 1].index : values.count
      let isReplaced = levels?.isReplaced(near: point.index, within: Self.placeDoubt) ?? false
      return Change(
        point: point,
        cause: isReplaced
          ? .environment : Self.cause(of: point, in: start..<end, builds: builds))
    }
  }

  /// How many points a change may really be away from where it was found.
  package static let placeDoubt = 6

  /// The cause of a change between its neighbours.
  ///
  /// Noise moves a change by some points. Had another build come in that near, the code must not be
  /// cleared because the two points at the very place found are of one build.
  private static func cause(
    of point: ChangePoint, in stretch: Range<Int>, builds: [BuildIdentity]
  ) -> ShiftCause {
    guard builds.indices.contains(point.index), point.index > 0 else { return .unexplained }
    let there = ShiftCause(from: builds[point.index - 1], to: builds[point.index])
    guard there == .environment else { return there }
    //     builds    A A A A A B B     found between the third and the fourth: A on both sides
    //               ^           ^     looked at: from A to B, and so not the environment
    let first = max(point.index - 1 - placeDoubt, stretch.lowerBound)
    let last = min(point.index + placeDoubt, stretch.upperBound - 1, builds.count - 1)
    return ShiftCause(from: builds[first], to: builds[max(last, point.index)])
  }

  /// The changes that only the code can explain: what a check fails for.
  package var codeAlarms: [Change] { changes.filter { $0.cause != .environment } }

  /// The drifts that only the code can explain: what a check fails for, too.
  package var codeDrifts: [Drift] { drifts.filter { $0.cause != .environment } }
}

extension SeriesPoint {
  /// The build behind the point.
  package var build: BuildIdentity {
    BuildIdentity(codeHash: codeHash, inputHash: inputHash, instructions: instructions)
  }
}

extension HistoryStore {
  /// Checks one series of the history.
  ///
  /// It looks at the points' `checkedValues`.
  ///
  /// - Parameters:
  ///   - series: The series' name.
  ///   - sensitivity: How readily a change is reported.
  /// - Returns: The changes with their causes; places count the points of ``points(of:limit:)``.
  /// - Throws: ``HistoryError`` when there is no such series.
  package func check(
    _ series: String, sensitivity: Sensitivity = .standard
  ) throws(HistoryError) -> SeriesCheck {
    let points = try points(of: series)
    let (values, scale) = points.checkedValues
    return SeriesCheck(
      name: series, values: values, builds: points.map(\.build), machines: points.machines,
      detector: ChangePointDetector(sensitivity: sensitivity, scale: scale))
  }
}

extension [SeriesPoint] {
  /// The machine of each point; empty where none was recorded.
  package var machines: [String] {
    contains { $0.machine != nil } ? map { $0.machine ?? "" } : []
  }

  /// What a check looks at: the logarithms of the ratios to the sessions' reference where every
  /// point has one and is not the reference itself; else the values.
  package var checkedValues: (values: [Double], scale: SeriesScale) {
    let ratios = compactMap { $0.isReference ? nil : $0.logRatio }
    let usesRatios = !ratios.isEmpty && ratios.count == count
    return usesRatios ? (ratios, .logRatios) : (map(\.value), .values)
  }
}
