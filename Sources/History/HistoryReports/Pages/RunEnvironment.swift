internal import BenchmarkBuilds
public import Measuring
public import OrderedJSON

/// Where results were taken: a line and a table for people, every field for programs.
public struct RunEnvironment: Equatable, Sendable {
  /// The machine in a line.
  public let summary: String
  /// The whole record, as the history keeps it.
  public let values: EnvironmentRecord
  /// The whole record, as JSON shows it.
  public let record: JSONValue
  /// The record's fields by their names for people.
  public let fields: [Field]

  /// A field for people.
  public struct Field: Equatable, Sendable {
    /// The field's name.
    public let title: String
    /// Its value, or why it is not known.
    public let value: String
  }

  /// This machine and this build now.
  ///
  /// - Parameter inputHash: a hash of what is worked on; `nil` where nothing is.
  /// - Returns: what is known now.
  public static func current(inputHash: String?) -> RunEnvironment {
    let executable = ExecutableFacts.current
    var record = EnvironmentRecord.current(build: executable.buildFacts(inputHash: inputHash))
    if inputHash == nil { record[.inputHash] = .unknown("there is no input") }
    if executable.commit == nil {
      let reason = "the program is not in a git checkout, or there is no git"
      record[.gitCommit] = .unknown(reason)
      record[.gitState] = .unknown(reason)
    }
    return RunEnvironment(record)
  }

  /// Describes a record.
  public init(_ record: EnvironmentRecord) {
    values = record
    summary = Self.summary(of: record)
    self.record = .object(
      record.entries.map { .init($0.field.rawValue, .string($0.value.description)) }
        + [.init("fingerprint", .string(record.fingerprint))])
    fields =
      record.entries.map { Field(title: $0.field.title, value: $0.value.description) }
      + [Field(title: "fingerprint", value: record.fingerprint)]
  }

  /// What most decides the times, as far as it is known.
  private static func summary(of record: EnvironmentRecord) -> String {
    [
      record[.cpuModel].value,
      record[.cores].value.map { "cores: \($0)" },
      record[.operatingSystem].value,
      record[.swiftVersion].value.map { "Swift \($0)" },
      record[.buildConfiguration].value.map { "\($0) build" },
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// The fields for people, one a line.
  public var table: String {
    let width = fields.reduce(0) { max($0, $1.title.count) }
    return fields.map { field in
      let padding = String(repeating: " ", count: width - field.title.count)
      return "\(field.title)\(padding)  \(field.value)\n"
    }.joined()
  }
}
