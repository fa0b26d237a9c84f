package import Measuring

/// Series of values on their way from or to another program.
package struct ExchangeDocument: Equatable, Sendable {
  /// The series in order.
  package var series: [ExchangeSeries]
  /// Results without a value.
  package var unmeasured: [UnmeasuredResult] = []
  /// What there is to say of the series, each a sentence.
  package var remarks: [String] = []

  package init(series: [ExchangeSeries] = []) { self.series = series }

  /// One sentence that counts the results without a value; nil where there are none.
  package var unmeasuredText: String? {
    guard let first = unmeasured.first else { return nil }
    let counts = UnmeasuredResult.State.allCases.compactMap { state -> String? in
      let count = unmeasured.count { $0.state == state }
      return count == 0 ? nil : "\(count) \(state.words)"
    }
    let others = unmeasured.count - 1
    let measured = series.reduce(0) { $0 + $1.points.count }
    return "\(unmeasured.count) of \(measured + unmeasured.count) results are left out "
      + "(\(counts.joined(separator: ", "))): \(first.reason)"
      + (others == 0 ? "" : " And \(others) more.")
  }
}

/// A result that is no value: a benchmark that was skipped or failed, or whose value is missing.
package struct UnmeasuredResult: Equatable, Sendable {
  /// Why there is no value.
  package enum State: String, CaseIterable, Sendable {
    /// The program did not run the benchmark.
    case skipped
    /// The benchmark failed.
    case failed
    /// The file has no number: nothing, null, or what is not finite.
    case missing

    /// As it is counted: "2 failed".
    fileprivate var words: String { self == .missing ? "without a value" : rawValue }
  }

  /// The series that it would be of.
  package var series: String
  /// Why there is no value.
  package var state: State
  /// The same as a sentence.
  package var reason: String
  /// Milliseconds since 1970.
  package var time: Int64?
  /// The commit that was to be measured.
  package var commit: String?

  package init(
    series: String, _ state: State, reason: String, time: Int64? = nil, commit: String? = nil
  ) {
    self.series = series
    self.state = state
    self.reason = reason
    self.time = time
    self.commit = commit
  }
}

/// One series of values.
package struct ExchangeSeries: Equatable, Sendable {
  package var name: String
  /// The unit of its values; empty when the other program does not say.
  package var unit: String
  /// Its points, oldest first.
  package var points: [ExchangePoint]
  /// Which of two values is the better one, where the other program says so.
  package var better: BenchmarkMetric.Better?

  package init(
    name: String, unit: String = "ns", points: [ExchangePoint] = [],
    better: BenchmarkMetric.Better? = nil
  ) {
    self.name = name
    self.unit = unit
    self.points = points
    self.better = better
  }

  /// The series in another unit; nil where that is of another dimension.
  ///
  /// A unit that is not known is taken for the other.
  ///
  /// - Parameter unit: the other unit.
  /// - Returns: the series with its points converted.
  /// - Complexity: O(*n*) in the points.
  package func converted(to unit: String) -> ExchangeSeries? {
    guard unit != self.unit else { return self }
    var series = self
    series.unit = unit.isEmpty ? self.unit : unit
    guard !unit.isEmpty, !self.unit.isEmpty else { return series }
    let (from, to) = (MeasuredUnit(self.unit), MeasuredUnit(unit))
    guard from.converted(1, to: to) != nil else { return nil }
    func convert(_ value: Double) -> Double { from.converted(value, to: to) ?? value }
    for place in series.points.indices {
      series.points[place].value = convert(points[place].value)
      series.points[place].lower = points[place].lower.map(convert)
      series.points[place].upper = points[place].upper.map(convert)
      series.points[place].samples = points[place].samples.map(convert)
    }
    return series
  }
}

/// One value of a series.
package struct ExchangePoint: Equatable, Sendable {
  package var value: Double
  /// Milliseconds since 1970.
  package var time: Int64?
  /// The commit that was measured.
  package var commit: String?
  /// The low end of the value's interval.
  package var lower: Double?
  /// The high end of the value's interval.
  package var upper: Double?
  /// What the interval is; nil where the other program does not say.
  package var intervalKind: IntervalKind?
  /// The samples that the value sums up.
  package var samples: [Double]
  /// A hash of the machine code that ran.
  package var codeHash: String?
  /// A hash of what was worked on.
  package var inputHash: String?
  /// The name of the machine that measured, or of its processor.
  package var machine: String?
  /// What there is to say of the run, such as the first line of the commit's message.
  package var note: String?

  package init(
    value: Double, time: Int64? = nil, commit: String? = nil, lower: Double? = nil,
    upper: Double? = nil, intervalKind: IntervalKind? = nil, samples: [Double] = [],
    codeHash: String? = nil, inputHash: String? = nil, machine: String? = nil, note: String? = nil
  ) {
    self.value = value
    self.time = time
    self.commit = commit
    self.lower = lower
    self.upper = upper
    self.intervalKind = lower == nil || upper == nil ? nil : intervalKind
    self.samples = samples
    self.codeHash = codeHash
    self.inputHash = inputHash
    self.machine = machine
    self.note = note
  }

  /// The ends of the value's interval; nil where one is unknown, or where they are no interval.
  package var interval: (lower: Double, upper: Double)? {
    guard let lower, let upper, lower <= upper else { return nil }
    return (lower, upper)
  }

  /// The build behind the value, to tell a change's cause.
  package var build: BuildIdentity { BuildIdentity(codeHash: codeHash, inputHash: inputHash) }

  package var numbers: [Double] { [value] + [lower, upper].compactMap { $0 } + samples }
}

/// Points that seem to come from one run.
package struct ExchangeRun {
  /// The most characters of a machine's name.
  fileprivate static let longestName = 200

  /// Milliseconds since 1970.
  package let time: Int64?
  /// The commit that was measured.
  package let commit: String?
  /// The name of the machine.
  package let machine: String?
  /// The points, each with the place of its series.
  package fileprivate(set) var values: [(series: Int, point: ExchangePoint)] = []
  /// What the first point that says something says of the run.
  package var note: String? { values.lazy.compactMap(\.point.note).first }
}

extension ExchangeDocument {
  /// The document with the points of each series in the order of their times, where all have one.
  package var inOrder: ExchangeDocument {
    var document = self
    for index in series.indices where series[index].points.allSatisfy({ $0.time != nil }) {
      // A stable sort: points of one time stay in order.
      let ordered = series[index].points.enumerated().sorted {
        ($0.element.time ?? 0, $0.offset) < ($1.element.time ?? 0, $1.offset)
      }
      document.series[index].points = ordered.map(\.element)
    }
    return document
  }

  /// The points of all series by the run they seem to come from: equal time, commit and machine, in
  /// order of time where all have one, else in order of appearance.
  package var runs: [ExchangeRun] {
    struct Key: Hashable {
      let time: Int64?
      let commit: String?
      let machine: String?
      /// A series without times has many points of one key.
      var repetition = 0
    }
    var places: [Key: Int] = [:]
    var runs: [ExchangeRun] = []
    for (index, series) in series.enumerated() {
      // How often a key came again in this series: seldom, so that most points need one look.
      var repetitions: [Key: Int] = [:]
      for point in series.points {
        // A name and no more: a server refuses longer ones.
        let machine = point.machine.map { String($0.prefix(ExchangeRun.longestName)) }
        var key = Key(time: point.time, commit: point.commit, machine: machine)
        var known = places[key]
        if let first = known, runs[first].values.last?.series == index {
          key.repetition = repetitions[key, default: 0] + 1
          repetitions[Key(time: key.time, commit: key.commit, machine: machine)] = key.repetition
          known = places[key]
        }
        let place = known ?? runs.count
        if place == runs.count {
          places[key] = place
          runs.append(
            ExchangeRun(time: point.time, commit: point.commit, machine: machine))
        }
        runs[place].values.append((index, point))
      }
    }
    guard runs.allSatisfy({ $0.time != nil }) else { return runs }
    return runs.enumerated().sorted {
      ($0.element.time ?? 0, $0.offset) < ($1.element.time ?? 0, $1.offset)
    }.map(\.element)
  }
}
