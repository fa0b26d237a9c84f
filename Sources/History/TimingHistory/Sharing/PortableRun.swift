internal import Hashing
public import Measuring

/// A finished run with everything that was measured, apart from the history it is in.
///
/// Its bytes (``bytes``) are the same in every history that holds the run, so their hash
/// (``contentName``) names the run everywhere.
public struct PortableRun: Equatable, Sendable {
  /// The name that the run keeps in every history.
  public var uid: String
  /// Which command made it.
  public var kind: String
  /// Milliseconds since 1970.
  public var startedAt: Int64
  /// Milliseconds since 1970.
  public var finishedAt: Int64
  /// The commit that was measured.
  public var commit: String?
  /// The fingerprint of its environment.
  public var fingerprint: String?
  /// What a person wanted to remember.
  public var note: String?
  /// The machine that measured; nil for one that is not known.
  public var machine: MachineIdentity?
  /// The fields of its environment, by name.
  public var environment: [Field] = []
  /// Its sessions.
  public var sessions: [Session] = []
  /// The steps of a night with their results, by name.
  public var steps: [Step] = []

  /// A field of the environment: a value, or why there is none.
  public struct Field: Equatable, Sendable {
    /// The field's name.
    public var name: String
    /// What is known; nil for nothing.
    public var value: String?
    /// Why nothing is known.
    public var whyUnknown: String?
  }

  /// A step of a night.
  public struct Step: Equatable, Sendable {
    /// The step's name.
    public var name: String
    /// What it came to.
    public var result: String
  }

  /// Contenders that were timed in turns.
  public struct Session: Equatable, Sendable {
    /// The name that the session keeps in every history.
    public var uid: String
    /// When it began, on which clock ratios are taken, and the seed of the order of turns.
    public var record: SessionRecord
    /// What was measured.
    public var measurements: [Measurement] = []
  }

  /// One series in one session.
  public struct Measurement: Equatable, Sendable {
    /// What is known of it.
    public var record: MeasurementRecord
    /// What each round measured.
    public var samples: [Sample] = []
  }

  /// One round of a measurement.
  public struct Sample: Equatable, Sendable {
    /// The round's number.
    public var number: Int
    /// What was measured.
    public var epoch: Epoch
    /// The logarithm of the ratio to the session's reference, where there is one.
    public var logRatio: Double?
  }

  /// The class that the run's times are compared in.
  public var machineClass: MachineClass {
    if let machine { return machine.machineClass }
    var record = EnvironmentRecord()
    for field in environment {
      guard let known = EnvironmentField(rawValue: field.name), let value = field.value else {
        continue
      }
      record[known] = .known(value)
    }
    return MachineClass(of: record)
  }

  /// The name of its content: the SHA-256 of its bytes, as 64 hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in samples.
  public var contentName: String { SHA256.hex(bytes) }
}

extension PortableRun.Measurement {
  /// What the measurement says in short; nil for one without a value and without samples.
  public func summary(clock: ClockKind) -> MeasurementSummary? {
    MeasurementSummary(
      recorded: record.value, interval: record.interval,
      times: samples.map {
        Double($0.epoch.nanoseconds(clock)) / Double(max($0.epoch.iterations, 1))
      }, logRatios: samples.compactMap(\.logRatio))
  }
}
