internal import Measurement

/// How change points are looked for.
public enum ChangePointAlgorithm: Sendable {
  /// Rank CUSUM over seeded intervals, calibrated by permutation.
  case rankCUSUM(ChangePointDetector)
  /// E-divisive with t-tests, as in Apache Otava.
  case otava(OtavaDetector)

  /// The names people type.
  public static let names = ["rank-cusum", "otava"]

  /// The changes of a series, in order.
  public func changePoints(in values: [Double]) -> [ChangePoint] {
    switch self {
    case .rankCUSUM(let detector): detector.changePoints(in: values)
    case .otava(let detector): detector.changePoints(in: values)
    }
  }
}

/// The changes of one series, each with its cause where the builds are known.
public struct SeriesCheck: Equatable, Sendable {
  /// A change with its cause.
  public struct Change: Equatable, Sendable {
    /// The change.
    public let point: ChangePoint
    /// Why.
    public let cause: ShiftCause
  }

  /// The series' name.
  public let name: String
  /// The changes in order.
  public let changes: [Change]

  /// Looks for changes in values, and for their causes in the builds that made them.
  ///
  /// - Parameters:
  ///   - name: The series' name.
  ///   - values: The values.
  ///   - builds: The build of each value; may be shorter, or empty, where they are not known.
  ///   - algorithm: How to look.
  public init(
    name: String, values: [Double], builds: [BuildIdentity] = [],
    algorithm: ChangePointAlgorithm = .rankCUSUM(ChangePointDetector())
  ) {
    self.name = name
    changes = algorithm.changePoints(in: values).map { point in
      let known = builds.indices.contains(point.index) && point.index > 0
      let cause =
        known
        ? ShiftCause(from: builds[point.index - 1], to: builds[point.index]) : .unexplained
      return Change(point: point, cause: cause)
    }
  }

  /// The changes that only the code can explain: what a check fails for.
  public var codeAlarms: [Change] { changes.filter { $0.cause != .environment } }
}

extension SeriesPoint {
  /// The build behind the point.
  public var build: BuildIdentity {
    BuildIdentity(codeHash: codeHash, inputHash: inputHash, instructions: instructions)
  }
}

extension [SeriesPoint] {
  /// The logarithms of the ratios that a check looks at; nil where it looks at the values.
  public var watchedLogRatios: [Double]? {
    let ratios = compactMap { $0.isReference ? nil : $0.logRatio }
    return !ratios.isEmpty && ratios.count == count ? ratios : nil
  }
}

extension HistoryStore {
  /// Checks one series of the history.
  ///
  /// The ratios to the sessions' reference are checked where every point has one and it is not the
  /// reference itself; else the values.
  ///
  /// - Parameters:
  ///   - series: The series' name.
  ///   - algorithm: How to look, made for values or for logarithms of ratios.
  /// - Returns: The changes with their causes; places count the points of ``points(of:limit:)``.
  /// - Throws: ``HistoryError`` when there is no such series.
  public func check(
    _ series: String, algorithm: (SeriesScale) -> ChangePointAlgorithm
  ) throws(HistoryError) -> SeriesCheck {
    let points = try points(of: series)
    let ratios = points.watchedLogRatios
    return SeriesCheck(
      name: series, values: ratios ?? points.map(\.value),
      builds: points.map(\.build), algorithm: algorithm(ratios == nil ? .values : .logRatios))
  }
}
