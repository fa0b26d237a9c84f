internal import TimingHistory

/// One series after its check.
struct CheckedSeries {
  /// The values that were checked, oldest first.
  let values: [Double]
  let check: SeriesCheck
  let verdict: CheckVerdict

  /// Checks a series.
  ///
  /// - Parameters:
  ///   - series: what was read.
  ///   - name: what to call it: its own name, or a longer one where two inputs share that.
  ///   - algorithm: how to look for changes.
  init(_ series: ExchangeSeries, name: String, algorithm: CheckAlgorithm) {
    self.init(
      SeriesCheck(
        name: name, values: series.points.map(\.value), builds: series.points.map(\.build),
        algorithm: algorithm.search()), values: series.points.map(\.value), algorithm)
  }

  /// Checks a series of a history: its ratios to the reference where it has them.
  init(_ points: [SeriesPoint], name: String, algorithm: CheckAlgorithm) {
    let (values, scale) = points.checkedValues
    self.init(
      SeriesCheck(
        name: name, values: values, builds: points.map(\.build),
        algorithm: algorithm.search(scale)), values: values, algorithm)
  }

  private init(_ check: SeriesCheck, values: [Double], _ algorithm: CheckAlgorithm) {
    self.check = check
    self.values = values
    verdict =
      if !check.codeAlarms.isEmpty {
        .codeAlarm
      } else if !check.changes.isEmpty {
        .environment
      } else if let needed = algorithm.fewestPoints, values.count < needed {
        .tooShort(needed: needed)
      } else {
        .clean
      }
  }
}

/// What the check of a series comes to.
enum CheckVerdict: Equatable, CustomStringConvertible {
  /// No change was found.
  case clean
  /// Every change is between two points of one build: the code did not cause it.
  case environment
  /// A change that the code can have caused.
  case codeAlarm
  /// No change could have been found in so few points.
  case tooShort(needed: Int)

  var description: String {
    switch self {
    case .clean: "clean"
    case .environment: "environment"
    case .codeAlarm: "code alarm"
    case .tooShort(let needed): "too short: needs \(needed) points"
    }
  }
}
