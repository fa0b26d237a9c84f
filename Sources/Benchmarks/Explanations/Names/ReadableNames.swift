internal import BenchmarkBuilds
internal import Measuring

/// Names of functions as people write them, by the programs that know how compilers change them.
enum ReadableNames {
  /// How many names a program gets at once.
  private static let most = 500

  /// The names that are changed by compilers, without parameters; others stay as they are.
  ///
  /// - Parameter symbols: names in tables of symbols.
  /// - Returns: the readable name of each; of those that no program here reads, the name itself.
  static func names(of symbols: some Sequence<String>) -> [String: String] {
    let symbols = Set(symbols)
    var names = Dictionary(uniqueKeysWithValues: symbols.map { ($0, $0) })
    for (program, options, prefixes) in [
      ("c++filt", ["-p"], ["_Z", "_R"]),
      ("swift-demangle", ["--compact", "--simplified"], ["$s", "$S"]),
    ] {
      let own = symbols.filter { symbol in prefixes.contains(where: symbol.hasPrefix) }.sorted()
      guard !own.isEmpty, let path = Executable.find(program) else { continue }
      for start in stride(from: 0, to: own.count, by: most) {
        let part = own[start..<min(start + most, own.count)]
        let output = ProgramOutput.of(
          program: path, arguments: options + part, environment: Executable.environment)
        let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard output.isSuccess, lines.count == part.count else { continue }
        for (symbol, line) in zip(part, lines) where !line.isEmpty { names[symbol] = String(line) }
      }
    }
    return names
  }

  /// The function that a compiler made a piece of, as `parse` of `parse.part.0` and `parse.cold`.
  static func source(of symbol: String) -> String {
    var name = Substring(symbol)
    while let dot = name.lastIndex(of: "."), dot != name.startIndex {
      let end = name[name.index(after: dot)...]
      guard parts.contains(String(end)) || !end.isEmpty && end.allSatisfy(\.isNumber) else { break }
      name = name[..<dot]
    }
    return String(name)
  }

  private static let parts: Set = [
    "cold", "part", "constprop", "isra", "llvm", "lto_priv", "localalias",
  ]
}
