/// The values that a parameter should have.
package struct ParameterValues: Equatable, Sendable {
  package let name: String
  /// The values, as they were written.
  package var values: [String]

  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

/// Which benchmarks of a suite are meant.
package struct BenchmarkSelection: Equatable, Sendable {
  /// Texts of which a benchmark's name must hold one; empty for all.
  ///
  /// A whole name means that benchmark alone.
  package var names: [String]
  /// The values that parameters must have; empty for all.
  package var parameters: [ParameterValues]
  /// What else a name of a parameter may have been meant to be, to suggest it.
  package var otherNames: [String]

  /// Selects benchmarks; by default all.
  package init(
    names: [String] = [], parameters: [ParameterValues] = [], otherNames: [String] = []
  ) {
    self.names = names
    self.parameters = parameters
    self.otherNames = otherNames
  }

  /// Whether all benchmarks are meant.
  package var isAll: Bool { names.isEmpty && parameters.isEmpty }

  /// Whether a name is meant, among the names that there are.
  func fits(name: String, among all: Set<String>) -> Bool {
    names.isEmpty || names.contains { all.contains($0) ? name == $0 : name.contains($0) }
  }

  /// The selection in words, for messages.
  var words: String {
    (names.map { "'\($0)'" } + parameters.map { "\($0.name) \($0.values.joined(separator: ", "))" })
      .joined(separator: ", ")
  }
}
