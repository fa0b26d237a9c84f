internal import BenchmarkHarness
package import Measuring
package import Reporting

/// The benchmarks that a suite has in a checkout, and the parameters by which they are chosen.
package struct SuiteListing: Sendable {
  /// All benchmarks for the values that were chosen, in the order of the suite file.
  package let benchmarks: [SuiteBenchmark]
  /// The parameters, with their values.
  package let parameters: [ParameterChoice]
  /// Which of them were handed to a worker, which made its list of benchmarks by them.
  let handed: Set<String>

  /// Undeclared parameters are those of the benchmarks.
  init(
    _ benchmarks: [SuiteBenchmark], declared: [ParameterChoice], handed: Set<String>
  ) {
    self.benchmarks = benchmarks
    self.handed = handed
    var parameters = declared
    for benchmark in benchmarks {
      for parameter in benchmark.description.parameters {
        guard let place = parameters.firstIndex(where: { $0.name == parameter.name }) else {
          parameters.append(
            ParameterChoice(
              name: parameter.name, about: nil, values: [parameter.value], isOpen: false))
          continue
        }
        let known = parameters[place]
        guard !declared.contains(where: { $0.name == known.name }),
          !known.values.contains(parameter.value)
        else { continue }
        parameters[place] = ParameterChoice(
          name: known.name, about: known.about, values: known.values + [parameter.value],
          isOpen: known.isOpen)
      }
    }
    self.parameters = parameters
  }

  /// The benchmarks that a selection means, in order.
  ///
  /// - Parameters:
  ///   - selection: names and values.
  ///   - suite: the name of the suite, for messages.
  /// - Returns: at least one.
  /// - Throws: ``HarnessFailure`` that names what there is, and the nearest to what was written.
  package func chosen(
    by selection: BenchmarkSelection, of suite: String
  ) throws(HarnessFailure) -> [SuiteBenchmark] {
    guard !benchmarks.isEmpty else {
      throw .wrongUsage("The suite '\(suite)' lists no benchmarks.")
    }
    try check(selection, of: suite)
    let names = Set(benchmarks.map(\.name))
    let chosen = benchmarks.filter { means($0, selection, among: names) }
    guard !chosen.isEmpty else {
      let shown = benchmarks.prefix(20).map(\.name).joined(separator: ", ")
      throw .wrongUsage(
        selection.parameters.isEmpty
          ? "No benchmark is called '\(selection.names.joined(separator: "' or '"))'. There are: "
            + shown
          : "No benchmark has \(selection.words). There are: \(shown)")
    }
    return chosen
  }

  private func means(
    _ benchmark: SuiteBenchmark, _ selection: BenchmarkSelection, among names: Set<String>
  ) -> Bool {
    selection.fits(name: benchmark.name, among: names)
      && selection.parameters.allSatisfy { wanted in
        // A worker that made its list by a value may write it in another way, such as a path.
        let isOpen = parameters.first { $0.name == wanted.name }?.isOpen == true
        return benchmark.value(of: wanted.name).map {
          wanted.values.contains($0) || isOpen && handed.contains(wanted.name)
        } ?? false
      }
  }

  /// Refuses names and values that there are not.
  private func check(
    _ selection: BenchmarkSelection, of suite: String
  ) throws(HarnessFailure) {
    for wanted in selection.parameters {
      guard let choice = parameters.first(where: { $0.name == wanted.name }) else {
        let names = parameters.map(\.name)
        guard !names.isEmpty else {
          throw .wrongUsage(
            Self.unknown(wanted.name, among: selection.otherNames)
              + "The benchmarks of '\(suite)' have no parameters.")
        }
        throw .wrongUsage(
          Self.unknown(wanted.name, among: names + selection.otherNames)
            + "The parameters of '\(suite)' are: \(names.joined(separator: ", ")).")
      }
      guard !choice.isOpen else { continue }
      for value in wanted.values where !choice.values.contains(value) {
        throw .wrongUsage(unknownChoice(value, kind: choice.name, choices: choice.values))
      }
    }
  }

  private static func unknown(_ name: String, among choices: [String]) -> String {
    "Unknown parameter '\(name)'. "
      + (nearestSpelling(of: name, among: choices).map { "Did you mean '\($0)'? " } ?? "")
  }
}
