package import ExchangeDocuments
package import Measuring

/// The number of a run in one history.
package struct RunID: Hashable, Comparable, Sendable {
  /// The number.
  package let value: Int64

  /// Wraps a number.
  package init(_ value: Int64) { self.value = value }

  /// Orders by number.
  package static func < (a: RunID, b: RunID) -> Bool { a.value < b.value }
}

/// The number of a session in one history.
package struct SessionID: Hashable, Sendable {
  let value: Int64
}

/// The number of a measurement in one history.
package struct MeasurementID: Hashable, Sendable {
  let value: Int64
}

/// What is known of a run when it begins.
package struct RunRecord: Equatable, Sendable {
  /// Which command made it: "bench", "nightly", "import".
  package var kind: String
  /// Milliseconds since 1970.
  package var startedAt: Int64
  /// The commit that was measured.
  package var commit: String?
  /// The machine and the build.
  package var environment: EnvironmentRecord?
  /// Anything a person wants to remember.
  package var note: String?

  package init(
    kind: String, startedAt: Int64, commit: String? = nil, environment: EnvironmentRecord? = nil,
    note: String? = nil
  ) {
    self.kind = kind
    self.startedAt = startedAt
    self.commit = commit
    self.environment = environment
    self.note = note
  }
}

/// What is known of a session when it begins: contenders that are timed in turns.
package struct SessionRecord: Equatable, Sendable {
  /// Milliseconds since 1970.
  package var startedAt: Int64
  /// The clock that ratios are taken on.
  package var clock: ClockKind
  /// The seed of the order of turns.
  package var seed: UInt64

  package init(startedAt: Int64, clock: ClockKind, seed: UInt64 = 0) {
    self.startedAt = startedAt
    self.clock = clock
    self.seed = seed
  }
}

/// What is known of one series in one session.
package struct MeasurementRecord: Equatable, Sendable {
  package var series: SeriesRecord
  /// Whether the others' ratios are taken to it.
  package var isReference: Bool
  /// A hash of the answer that was given.
  package var answerHash: String?
  /// A hash of the machine code that ran.
  package var codeHash: String?
  /// A hash of what was worked on.
  package var inputHash: String?
  /// How many instructions were executed, where counted.
  package var instructions: Int64?
  /// The value itself, for what came from elsewhere without samples.
  package var value: Double?
  /// The interval of that value, where the other program gives one.
  package var interval: Interval?
  /// What that interval is; nil where the other program does not say.
  package var intervalKind: IntervalKind?

  package init(
    series: SeriesRecord, isReference: Bool = false, answerHash: String? = nil,
    codeHash: String? = nil, inputHash: String? = nil, instructions: Int64? = nil,
    value: Double? = nil, interval: Interval? = nil, intervalKind: IntervalKind? = nil
  ) {
    self.series = series
    self.isReference = isReference
    self.answerHash = answerHash
    self.codeHash = codeHash
    self.inputHash = inputHash
    self.instructions = instructions
    self.value = value
    self.interval = interval
    self.intervalKind = interval == nil ? nil : intervalKind
  }
}
