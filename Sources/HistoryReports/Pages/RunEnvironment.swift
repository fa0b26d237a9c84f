internal import CommandText
internal import Measuring

/// Where results were taken: a line and a table for people, every field for programs.
struct RunEnvironment: Equatable, Sendable {
  /// The machine in a line.
  let summary: String
  /// The whole record, as the history keeps it.
  let values: EnvironmentRecord
  /// The whole record, as JSON shows it.
  let record: JSONValue
  /// The record's fields by their names for people.
  let fields: [Field]

  /// A field for people.
  struct Field: Equatable, Sendable {
    let title: String
    let value: String
  }

  /// This machine and this build now.
  ///
  /// - Parameter inputs: the images of the run, whose hash is recorded.
  /// - Returns: what is known now.
  static func current(inputs: [ImageRequest]) -> RunEnvironment {
    let executable = ExecutableFacts.current
    let facts = BuildFacts(
      configuration: BuildConfiguration.name, gitCommit: executable.commit,
      gitIsDirty: executable.isDirty, codeHash: executable.hash,
      inputHash: inputs.isEmpty ? nil : ImageRequest.hash(of: inputs))
    var record = EnvironmentRecord.current(build: facts)
    if inputs.isEmpty { record[.inputHash] = .unknown("nothing is worked on here") }
    if executable.commit == nil {
      let reason = "the program lies in no git checkout, or there is no git"
      record[.gitCommit] = .unknown(reason)
      record[.gitState] = .unknown(reason)
    }
    return RunEnvironment(record)
  }

  init(_ record: EnvironmentRecord) {
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
  var table: String {
    let width = fields.reduce(0) { max($0, $1.title.count) }
    return fields.map { field in
      let padding = String(repeating: " ", count: width - field.title.count)
      return "\(field.title)\(padding)  \(field.value)\n"
    }.joined()
  }
}
