package import Measuring
package import OrderedJSON

/// Where results were taken: a line and a table for people, every field for programs.
package struct RunEnvironment: Equatable, Sendable {
  /// The machine in a line.
  package let summary: String
  /// The whole record, as the history keeps it.
  package let values: EnvironmentRecord
  /// The whole record, as JSON shows it.
  package let record: JSONValue
  /// The record's fields by their names for people.
  package let fields: [Field]

  /// A field for people.
  package struct Field: Equatable, Sendable {
    /// The field's name.
    package let title: String
    /// Its value, or why it is not known.
    package let value: String
  }

  /// Describes a record.
  package init(_ record: EnvironmentRecord) {
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
  package var table: String {
    let width = fields.reduce(0) { max($0, $1.title.count) }
    return fields.map { field in
      let padding = String(repeating: " ", count: width - field.title.count)
      return "\(field.title)\(padding)  \(field.value)\n"
    }.joined()
  }
}
