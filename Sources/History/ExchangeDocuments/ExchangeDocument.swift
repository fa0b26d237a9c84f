/// Series of values on their way from or to another program.
public struct ExchangeDocument: Equatable, Sendable {
  /// The series in order.
  public var series: [ExchangeSeries]

  /// Makes a document.
  public init(series: [ExchangeSeries] = []) { self.series = series }
}

/// One series of values.
public struct ExchangeSeries: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// The unit of its values; empty when the other program does not say.
  public var unit: String
  /// Its points, oldest first.
  public var points: [ExchangePoint]

  /// Makes a series.
  public init(name: String, unit: String = "ns", points: [ExchangePoint] = []) {
    self.name = name
    self.unit = unit
    self.points = points
  }
}

/// One value of a series.
public struct ExchangePoint: Equatable, Sendable {
  /// The value.
  public var value: Double
  /// Milliseconds since 1970.
  public var time: Int64?
  /// The commit that was measured.
  public var commit: String?
  /// The low end of the value's interval.
  public var lower: Double?
  /// The high end of the value's interval.
  public var upper: Double?
  /// The samples that the value sums up.
  public var samples: [Double]
  /// A hash of the machine code that ran.
  public var codeHash: String?
  /// A hash of what was worked on.
  public var inputHash: String?

  /// Makes a point.
  public init(
    value: Double, time: Int64? = nil, commit: String? = nil, lower: Double? = nil,
    upper: Double? = nil, samples: [Double] = [], codeHash: String? = nil, inputHash: String? = nil
  ) {
    self.value = value
    self.time = time
    self.commit = commit
    self.lower = lower
    self.upper = upper
    self.samples = samples
    self.codeHash = codeHash
    self.inputHash = inputHash
  }

  /// The build behind the value, to tell a change's cause.
  public var build: BuildIdentity { BuildIdentity(codeHash: codeHash, inputHash: inputHash) }

  /// Every number of the point.
  package var numbers: [Double] { [value] + [lower, upper].compactMap { $0 } + samples }
}

extension ExchangeDocument {
  /// The points of all series by the run they seem to come from: equal time and commit, in order
  /// of time where all have one, else in order of appearance.
  package var runs: [(time: Int64?, commit: String?, values: [(series: Int, point: ExchangePoint)])]
  {
    struct Key: Hashable {
      let time: Int64?
      let commit: String?
      /// A series without times has many points of one key.
      let repetition: Int
    }
    var order: [Key] = []
    var values: [Key: [(series: Int, point: ExchangePoint)]] = [:]
    for (index, series) in series.enumerated() {
      var repetitions: [Key: Int] = [:]
      for point in series.points {
        let plain = Key(time: point.time, commit: point.commit, repetition: 0)
        let repetition = repetitions[plain, default: 0]
        repetitions[plain] = repetition + 1
        let key = Key(time: point.time, commit: point.commit, repetition: repetition)
        if values[key] == nil { order.append(key) }
        values[key, default: []].append((index, point))
      }
    }
    if order.allSatisfy({ $0.time != nil }) {
      order = order.enumerated().sorted {
        ($0.element.time ?? 0, $0.offset) < ($1.element.time ?? 0, $1.offset)
      }.map(\.element)
    }
    return order.map { ($0.time, $0.commit, values[$0] ?? []) }
  }
}
