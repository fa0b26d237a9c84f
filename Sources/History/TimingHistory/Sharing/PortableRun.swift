internal import Hashing
package import Measuring

/// A finished run with everything that was measured, apart from the history it is in.
///
/// Its bytes (``bytes``) are the same in every history that holds the run, so their hash
/// (``contentName``) names the run everywhere.
package struct PortableRun: Equatable, Sendable {
  /// The name that the run keeps in every history.
  package var uid: String
  /// Which command made it.
  package var kind: String
  /// Milliseconds since 1970.
  package var startedAt: Int64
  /// Milliseconds since 1970.
  package var finishedAt: Int64
  /// The commit that was measured.
  package var commit: String?
  /// The fingerprint of its environment.
  package var fingerprint: String?
  /// What a person wanted to remember.
  package var note: String?
  /// The machine that measured; nil for one that is not known.
  package var machine: MachineIdentity?
  /// The fields of its environment, by name.
  package var environment: [Field] = []
  package var sessions: [Session] = []
  /// The steps of a night with their results, by name.
  package var steps: [Step] = []

  /// A field of the environment: a value, or why there is none.
  package struct Field: Equatable, Sendable {
    /// The field's name.
    package var name: String
    /// What is known; nil for nothing.
    package var value: String?
    /// Why nothing is known.
    package var whyUnknown: String?
  }

  /// A step of a night.
  package struct Step: Equatable, Sendable {
    /// The step's name.
    package var name: String
    /// What it came to.
    package var result: String
  }

  /// Contenders that were timed in turns.
  package struct Session: Equatable, Sendable {
    /// The name that the session keeps in every history.
    package var uid: String
    /// When it began, on which clock ratios are taken, and the seed of the order of turns.
    package var record: SessionRecord
    /// What was measured.
    package var measurements: [Measurement] = []
  }

  /// One series in one session.
  package struct Measurement: Equatable, Sendable {
    /// What is known of it.
    package var record: MeasurementRecord
    /// What each round measured.
    package var samples: [Sample] = []
  }

  /// One round of a measurement.
  package struct Sample: Equatable, Sendable {
    /// The round's number.
    package var number: Int
    /// What was measured.
    package var epoch: Epoch
    /// The logarithm of the ratio to the session's reference, where there is one.
    package var logRatio: Double?
  }

  /// The class that the run's times are compared in.
  package var machineClass: MachineClass {
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
  package var contentName: String { SHA256.hex(bytes) }
}

extension PortableRun.Measurement {
  /// What the measurement says in short; nil for one without a value and without samples.
  package func summary(clock: ClockKind) -> MeasurementSummary? {
    MeasurementSummary(
      recorded: record.value, interval: record.interval,
      times: samples.map {
        Double($0.epoch.nanoseconds(clock)) / Double(max($0.epoch.iterations, 1))
      }, logRatios: samples.compactMap(\.logRatio))
  }
}
