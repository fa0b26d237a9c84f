package import OrderedJSON

/// Where comparisons of a race come from: they belong together where all but the commit is alike.
package struct RaceOrigin: Equatable, Sendable {
  /// What runs on both sides.
  package let subject: String
  /// The seed of layouts and orders.
  package let seed: UInt64
  /// The machine, its system and its compiler.
  package let machine: String
  /// The commit of the program that compared; `nil` where it is not known.
  package let commit: String?

  package init(subject: String, seed: UInt64, machine: String, commit: String?) {
    self.subject = subject
    self.seed = seed
    self.machine = machine
    self.commit = commit
  }

  /// The origin as JSON, its fields in alphabetical order.
  package var json: JSONValue {
    .object([
      .init("commit", .optional(commit, JSONValue.string)),
      .init("machine", .string(machine)),
      .init("seed", .literal("\(seed)")),
      .init("subject", .string(subject)),
    ])
  }

  /// Reads what ``json`` gives; `nil` where a field is missing or has another kind of value.
  package init?(_ json: JSONValue) {
    guard let subject = json["subject"]?.string, let machine = json["machine"]?.string,
      let seed = json["seed"]?.numberText.flatMap({ UInt64($0) })
    else { return nil }
    self.init(subject: subject, seed: seed, machine: machine, commit: json["commit"]?.string)
  }
}
