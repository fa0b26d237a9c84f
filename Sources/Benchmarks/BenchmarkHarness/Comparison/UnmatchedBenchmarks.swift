internal import OrderedJSON

/// Benchmarks that only one side of a comparison has.
package struct UnmatchedBenchmarks: Equatable, Sendable {
  /// The names that only the base has: they are gone, or have another name.
  package var onlyInBase: [String]
  /// The names that only the candidate has.
  package var onlyInCandidate: [String]

  /// Makes a list of them; by default there are none.
  package init(onlyInBase: [String] = [], onlyInCandidate: [String] = []) {
    self.onlyInBase = onlyInBase
    self.onlyInCandidate = onlyInCandidate
  }

  /// Whether the base has a benchmark that the candidate does not have.
  ///
  /// One that only the candidate has is new: there is nothing that it could be slower than.
  package var hasMissing: Bool { !onlyInBase.isEmpty }

  var isEmpty: Bool { onlyInBase.isEmpty && onlyInCandidate.isEmpty }

  /// Both lists, under the names of the sides.
  var json: JSONValue {
    .object([
      .init("base", .array(onlyInBase.map(JSONValue.string))),
      .init("candidate", .array(onlyInCandidate.map(JSONValue.string))),
    ])
  }

  /// A sentence for each side that has some.
  ///
  /// - Parameters:
  ///   - base: what the base is called.
  ///   - candidate: what the candidate is called.
  /// - Returns: at most ten names each.
  package func remarks(base: String, candidate: String) -> [String] {
    func remark(_ names: [String], _ side: String) -> String? {
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(10).joined(separator: ", ")
      return "Only in \(side), not compared: \(shown)"
        + (names.count > 10 ? " and \(names.count - 10) more." : ".")
    }
    return [remark(onlyInBase, base), remark(onlyInCandidate, candidate)].compactMap { $0 }
  }
}
