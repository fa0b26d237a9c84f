internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// Targets of a makefile that run benchmarks or tests.
struct MakeTargets {
  /// A command that a target runs.
  struct Run: Equatable {
    let target: String
    /// The words of the command, of which the first is the program.
    let words: [String]
    /// What makes the program, where the build does not: another target.
    let program: String?
  }

  /// A folder in which the build was run.
  let folder: String
  private let targets: [String]

  /// Reads the makefile of a folder, if there is one: the names at the beginning of its rules.
  init(of folder: String) {
    self.folder = folder
    let text = ["GNUmakefile", "makefile", "Makefile"].lazy.compactMap {
      try? readFile(at: PathParts.join(folder, $0), limit: 1 << 20)
    }.first
    let lines = String(decoding: text ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
    let variables = Self.variables(lines)
    targets = lines.flatMap { line -> [String] in
      guard let first = line.first, !first.isWhitespace, first != "#", first != ".",
        let colon = line.firstIndex(of: ":"), !line[colon...].hasPrefix(":="),
        !line[..<colon].contains("=")
      else { return [] }
      //     bench test: all       targets bench and test
      //     CC := gcc             no rule, nor `FILES = a:b`
      //     .PHONY: bench         make's own
      let names = variables.reduce(String(line[..<colon])) { names, variable in
        names.replacing("$(\(variable.key))", with: variable.value)
          .replacing("${\(variable.key)}", with: variable.value)
      }
      return names.split(separator: " ").map(String.init)
    }
  }

  /// The values of variables that are plain words.
  private static func variables(_ lines: [Substring]) -> [String: String] {
    var values: [String: String] = [:]
    for line in lines where line.first?.isWhitespace == false {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let name = line[..<sign].drop(while: \.isWhitespace).prefix {
        $0.isLetter || $0.isNumber || $0 == "_"
      }
      let rest = line[name.endIndex..<sign].trimmed
      let value = line[line.index(after: sign)...].trimmed
      guard !name.isEmpty, ["", ":", "?"].contains(rest), !value.contains("$") else { continue }
      values[String(name)] = String(value)
    }
    return values
  }

  /// Whether a target has a benchmark's name.
  var haveBenchmarks: Bool { targets.contains(where: BenchmarkSearch.isNamedAsBenchmark) }

  /// The commands of the first target with a wanted name that starts programs of the folder, else the program
  /// that the first such target makes under its own name.
  ///
  /// `make -n` says what the target would run. A command that needs a shell is left out: a pipe, a
  /// variable or a file for its output.
  ///
  /// - Parameters:
  ///   - isWanted: whether the name of a target is one that is wanted.
  ///   - programs: what the build made, as paths below the folder.
  /// - Returns: the commands; none where there is no such target.
  func runs(ofTargets isWanted: (String) -> Bool, programs: [String]) -> [Run] {
    guard let make = Executable.find("make") else { return [] }
    var made: [Run] = []
    for target in targets where isWanted(target) {
      let outcome = ProgramOutput.of(
        program: make, arguments: ["-n", "--", target], environment: Executable.environment,
        folder: folder)
      guard outcome.isSuccess else { continue }
      let lines = outcome.text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline)
      let runs = lines.compactMap { run(of: target, line: $0, programs) }
      if !runs.isEmpty { return runs }
      if made.isEmpty, lines.contains(where: { Self.links(target, $0) }) {
        made = [Run(target: target, words: ["./\(target)"], program: target)]
      }
    }
    return made
  }

  /// Whether a command writes a program of a target's name, as compilers are told to.
  private static func links(_ target: String, _ line: Substring) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    return zip(words, words.dropFirst()).contains {
      $0 == "-o" && ($1 == target || $1 == "./\(target)")
    }
      && !words.contains("-c")
  }

  private func run(of target: String, line: Substring, _ programs: [String]) -> Run? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, line.allSatisfy({ !"|&;<>()$`\"'*?[]{}~#\\".contains($0) })
    else { return nil }
    let path = first.hasPrefix("./") ? String(first.dropFirst(2)) : first
    // A name without a folder is a program of the system.
    guard first.contains("/"), path != target || programs.contains(path) else { return nil }
    if programs.contains(path) { return Run(target: target, words: words, program: nil) }
    let maker = [path, first].first(where: targets.contains)
    return maker.map { Run(target: target, words: words, program: $0) }
  }
}
