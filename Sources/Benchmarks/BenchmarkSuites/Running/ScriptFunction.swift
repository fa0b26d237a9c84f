internal import OrderedJSON

/// A function of a script that differs between two checkouts.
package struct ScriptFunction: Equatable, Sendable {
  /// Its name, with those of the classes that it is in; "<module>" for what is outside of functions.
  package let name: String
  /// What became of it: "changed", "new" or "gone".
  package let kind: String
  /// The file, from the top of the repository.
  package let file: String
  /// The line of the candidate, or of the base where it is gone.
  package let line: Int?
  /// Where the base has it, in lines from 1; `nil` where it cannot be exchanged alone.
  package let base: [ClosedRange<Int>]?
  /// Where the candidate has it.
  package let candidate: [ClosedRange<Int>]?

  init?(_ value: JSONValue) {
    guard let name = value["name"]?.string, let kind = value["kind"]?.string,
      let file = value["file"]?.string
    else { return nil }
    (self.name, self.kind, self.file) = (name, kind, file)
    line = value["line"]?.number.map { Int($0) }
    base = Self.spans(value["base"])
    candidate = Self.spans(value["candidate"])
  }

  private static func spans(_ value: JSONValue?) -> [ClosedRange<Int>]? {
    value?.elements?.compactMap { span in
      let ends = span.elements?.compactMap(\.number).map { Int($0) } ?? []
      return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    }
  }
}
