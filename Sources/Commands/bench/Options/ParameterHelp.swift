internal import BenchmarkSuites
internal import CommandText
internal import Measuring
internal import Reporting

/// What `--help` says of the parameters of the suite around the working folder.
enum ParameterHelp {
  /// A section of a command's help; empty where help was not asked for, which spares a look at files.
  static var section: String {
    guard CommandLine.arguments.contains(where: { ["-h", "--help", "help"].contains($0) }) else {
      return ""
    }
    guard let suite = SuiteOptions.nearby else { return "" }
    let choices =
      (try? CacheOptions.standardFolder()).map {
        KnownParameters(ofSuite: suite, in: $0).choices
      } ?? []
    guard !choices.isEmpty else {
      return "\n\nPARAMETERS of this repository's suite: `bench list` builds it and shows them"
    }
    let lines = choices.map { choice in
      let values = choice.values.prefix(12).map(printable).joined(separator: ", ")
      let more = choice.values.count > 12 ? ", …" : ""
      let open = choice.isOpen ? (values.isEmpty ? "any text" : ", or another") : ""
      return "  --\(choice.name)  \(values)\(more)\(open)"
    }
    return "\n\nPARAMETERS of this repository's suite; each takes a value and is repeatable\n"
      + lines.joined(separator: "\n")
  }
}
