internal import BenchmarkSuites
internal import CommandText
internal import Reporting

/// The parameters of a suite on a command line: every option that the command itself does not know.
///
/// What parameters a suite has is known when its programs are built, long after the command line was
/// read: so they are taken out of it first, and checked against the suite later.
struct ParameterArguments: Equatable, Sendable {
  /// The parameters with their values, in the order in which they were written.
  var parameters: [ParameterValues] = []
  /// The names of options that the command knows, to suggest one for a parameter that there is not.
  var options: [String] = []

  /// The parameters of the command line that is worked on.
  @TaskLocal static var current = ParameterArguments()

  /// The options of the commands that take parameters, without those of all commands.
  ///
  /// A test compares them with what the commands declare.
  static let known: [String: (values: Set<String>, flags: Set<String>)] = [
    "run": (
      ["suite", "only", "cache", "launches", "time", "format", "history", "class"],
      ["in-place", "counters", "no-record", "quiet"]
    ),
    "compare": (
      ["suite", "only", "cache", "margin", "gate", "clock", "timeout", "time", "format"],
      ["allow-missing", "counters", "explain", "workers", "quiet"]
    ),
    "explain": (
      ["suite", "only", "cache", "margin", "clock", "timeout", "time", "format", "flame-graph"],
      ["coverage", "files", "quiet"]
    ),
    "nightly": (
      ["suite", "only", "cache", "time", "history", "class", "report", "format"],
      ["resume", "quiet"]
    ),
    "bisect": (
      ["suite", "only", "cache", "probes", "confidence", "format"], ["quiet"]
    ),
    "selftest": (
      ["suite", "only", "cache", "inject", "gate", "sessions", "seed", "format"],
      ["aa", "layouts", "neighbour-load", "quiet"]
    ),
    "list": (["suite", "only", "cache", "format"], ["in-place", "quiet"]),
    "referee start": (
      ["suite", "only", "cache", "gate", "false-keeps", "protect"], ["replace", "quiet"]
    ),
  ]

  /// Options of every command.
  private static let common: Set<String> = [
    "help", "version", "generate-completion-script", "help-hidden", "experimental-dump-help",
  ]

  /// Takes parameters out of a command line.
  ///
  /// - Parameter arguments: the words behind the program's name.
  /// - Returns: the other words, and the parameters.
  /// - Throws: ``UsageError`` for a parameter without a value.
  static func divide(
    _ arguments: [String]
  ) throws(UsageError) -> (rest: [String], parameters: ParameterArguments) {
    // A command, or a command of a command.
    guard
      let known = known[arguments.first ?? ""]
        ?? known[arguments.prefix(2).joined(separator: " ")]
    else { return (arguments, ParameterArguments()) }
    var found = ParameterArguments()
    found.options = (known.values.union(known.flags)).sorted()
    var rest: [String] = []
    var words = arguments[...]
    while let word = words.popFirst() {
      if word == "--" {
        rest += [word] + words
        break
      }
      guard word.hasPrefix("--") else {
        rest.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if known.flags.contains(name) || common.contains(name) || !isName(name) {
        rest.append(word)
        continue
      }
      if known.values.contains(name) {
        rest.append(word)
        // The value may look like an option, and is none.
        if parts.count == 1, let value = words.popFirst() { rest.append(value) }
        continue
      }
      found.add(name, try value(of: name, parts, &words, found.options))
    }
    return (rest, found)
  }

  private static func value(
    of name: String, _ parts: [Substring], _ words: inout ArraySlice<String>, _ options: [String]
  ) throws(UsageError) -> String {
    if parts.count == 2 { return String(parts[1]) }
    if let next = words.first, !next.hasPrefix("--") {
      words.removeFirst()
      return next
    }
    let suggestion =
      nearestSpelling(of: name, among: options).map { " Did you mean '--\($0)'?" } ?? ""
    throw UsageError(
      "Unknown option '--\(name)'.\(suggestion) A parameter of the suite takes a value: "
        + "--\(name) VALUE.")
  }

  private mutating func add(_ name: String, _ value: String) {
    guard let place = parameters.firstIndex(where: { $0.name == name }) else {
      parameters.append(ParameterValues(name, [value]))
      return
    }
    if !parameters[place].values.contains(value) { parameters[place].values.append(value) }
  }

  /// Whether a word can be the name of a parameter.
  private static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, (97...122).contains(first) else { return false }
    return word.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
    }
  }
}
