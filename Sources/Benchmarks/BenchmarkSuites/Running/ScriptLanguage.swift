internal import Files

/// A language whose interpreter finds functions and counts what they do.
enum ScriptLanguage: String, CaseIterable {
  case python = "Python"
  case node = "Node"

  /// How many files a process compares at most.
  static let mostFiles = 500

  /// Whether a file is of the language.
  func has(_ file: String) -> Bool {
    let ending = PathParts(file).fileExtension
    return self == .python ? ending == "py" : ["js", "mjs", "cjs"].contains(ending)
  }

  /// The interpreter of a suite's commands, else that of the system.
  private func interpreter(of suite: BenchmarkSuite) -> String {
    let prefix = self == .python ? "python" : "node"
    let words = suite.sources.flatMap { source -> [String] in
      let command =
        switch source {
        case .worker(let command, _): command
        case .command(let benchmark): benchmark.command
        case .adapter(let program): program.command
        }
      return switch command {
      case .words(let words): words
      case .shell(let text): text.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return words.first { PathParts($0).name.hasPrefix(prefix) && !has($0) }
      ?? (self == .python ? "python3" : "node")
  }

  /// The words with which functions are found.
  func finding(in suite: BenchmarkSuite, scratch: String) -> [String] {
    let folder = InterpreterStart.folder(in: scratch)
    return self == .python
      ? [interpreter(of: suite), "\(folder)/bench_functions.py"]
      : [interpreter(of: suite), "--expose-internals", "\(folder)/bench_functions.js"]
  }
}
