internal import Files

/// Looks for benchmarks that a repository has already, by the names that people give them.
struct BenchmarkSearch {
  /// The folder of the repository.
  let folder: String
  /// Whether no benchmark is looked for: what else files hold is said all the same.
  var findsNone = false

  /// Folders and programs called so hold benchmarks.
  private static let names = ["bench", "benches", "benchmark", "benchmarks", "perf"]
  /// What such files begin or end with.
  private static let words = ["bench", "benchmark", "benchmarks", "microbench", "microbenchmarks"]

  /// Scripts of an ending that are benchmarks: at the top, or in a folder for benchmarks.
  ///
  /// Those that repeat their work until a time is over are none: the length of a run says nothing.
  ///
  /// - Parameter endings: endings of file names, as in ".js".
  /// - Returns: paths below the folder: those at the top first, then by name.
  func scripts(endings: [String]) -> [String] {
    findsNone ? [] : named(endings: endings).filter { !repeatsByClock($0) }
  }

  /// The scripts of an ending that would be benchmarks, but repeat their work until a time is over.
  func scriptsByClock(endings: [String]) -> [String] {
    named(endings: endings).filter(repeatsByClock)
  }

  /// Whether a loop of a script ends once a time is over, by its condition or by what leaves it.
  private func repeatsByClock(_ script: String) -> Bool {
    let lines = lines(of: script).map { $0[...].trimmed.lowercased() }
    return lines.indices.contains { place in
      let line = lines[place]
      guard line.contains(where: { "<>".contains($0) }),
        Self.times.contains(where: line.contains)
      else { return false }
      if ["while ", "while(", "until ", "} while"].contains(where: line.hasPrefix) { return true }
      let isLeft =
        line.contains("break")
        || place + 1 < lines.count && ["break", "break;"].contains(lines[place + 1])
      return line.hasPrefix("if") && isLeft
    }
  }

  /// What programs call the time that has passed.
  private static let times = [
    "elapsed", "duration", "time.time()", "perf_counter()", "monotonic()", "::now()", "date.now()",
    "clock()", "hrtime", "starttime", "start_time",
  ]

  /// Whether the source that a program is called like repeats its work until a time is over.
  func programRepeatsByClock(_ program: String) -> Bool {
    let name = PathParts(program).name
    return FolderWalk(folder).contains { entry in
      let parts = PathParts(entry.path)
      return parts.stem == name && ["c", "cc", "cpp", "cxx"].contains(parts.fileExtension)
        && repeatsByClock(entry.path)
    }
  }

  /// Scripts of an ending by the names and places that people give benchmarks.
  private func named(endings: [String]) -> [String] {
    let top = (BenchmarkSearch.entries(folder)).filter { Self.isNamedSo($0, endings) }
    var inside: [String] = []
    for place in Self.names
      + ["test", "tests"].flatMap({ test in
        [test] + Self.names.map { "\(test)/\($0)" }
      })
    {
      let isForBenchmarks = Self.names.contains(PathParts(place).name)
      for name in Self.entries(PathParts.join(folder, place)) {
        guard endings.contains(where: name.hasSuffix) else { continue }
        let isNamed = Self.isNamedSo(name, endings) && !Self.isAside(name)
        // In a folder for benchmarks each script is one, unless others use it.
        let isScript = isForBenchmarks && !Self.isHelper(name) && !Self.isAside(name)
        if isNamed || isScript { inside.append("\(place)/\(name)") }
      }
    }
    let all = top + inside
    // What another of them loads is no benchmark itself.
    return all.filter { script in
      let stem = PathParts(script).stem
      // Ruby has a file of its own called so.
      let isLibrary = script.hasSuffix(".rb") && stem == "benchmark"
      //     util.js is loaded by     require("./util")     "/util" and a quote
      //                              import "./util.js"    "/util" and a point
      //                              load('util')          a quote, "util", a quote
      // but not by `require("./utilities")`.
      let starts = (isLibrary ? [] : ["'\(stem)", "\"\(stem)"]) + ["/\(stem)"]
      let names = starts.flatMap { start in
        ["'", "\"", "."].map { start + $0 }
      }
      return !all.contains { other in
        other != script && lines(thatLoad: names, in: other)
      }
    }
  }

  /// Whether a script of Node loads files of its repository and Node's own modules alone, so that nothing has to be
  /// installed for it.
  func loadsOnlyLocalModules(_ script: String) -> Bool {
    Self.loadedModules(PathParts.join(folder, script)).allSatisfy(Self.isLocal)
  }

  /// Whether that is so of a script and of all files that it loads, each of which is there.
  func loadsOnlyLocalFiles(_ script: String) -> Bool {
    var waiting = [PathParts.join(folder, script)]
    var seen: Set<String> = []
    while let path = waiting.popLast() {
      let paths = ["", ".js", ".cjs", ".mjs", ".json", "/index.js"].map { path + $0 }
      guard
        let file = paths.first(where: { FileKind(path: $0) == .regular }).flatMap(resolvedPath)
      else { return false }
      guard seen.insert(file).inserted, !file.hasSuffix(".json") else { continue }
      let modules = Self.loadedModules(file)
      guard modules.allSatisfy(Self.isLocal) else { return false }
      waiting += modules.filter { $0.hasPrefix(".") }.map {
        PathParts.join(PathParts(file).folder, $0)
      }
    }
    return true
  }

  /// The names of the modules that a file of Node loads.
  private static func loadedModules(_ path: String) -> [String] {
    lines(path).flatMap { line in
      ["require(", "from ", "import ", "import("].flatMap {
        line.ranges(of: $0)
      }.compactMap { range -> String? in
        let rest = line[range.upperBound...]
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
      }
    }
  }

  private static func isLocal(_ module: String) -> Bool {
    module.hasPrefix(".") || module.hasPrefix("node:") || nodeModules.contains(module)
  }

  /// Modules that Node has itself, of those that benchmarks load.
  private static let nodeModules: Set<String> = [
    "assert", "buffer", "child_process", "crypto", "events", "fs", "fs/promises", "os", "path",
    "perf_hooks", "process", "stream", "url", "util", "v8", "vm", "worker_threads", "zlib",
  ]

  /// Whether a script loads one of some files, by `require`, `import` or the like.
  private func lines(thatLoad names: [String], in script: String) -> Bool {
    Self.lines(PathParts.join(folder, script)).contains { line in
      ["require", "import", "load", "include"].contains(where: line.contains)
        && names.contains(where: line.contains)
    }
  }

  /// Programs among others that are benchmarks by their names or folders.
  static func benchmarks(among programs: [String]) -> [String] {
    programs.filter { path in
      let parts = PathParts(path)
      return isNamedSo(parts.name, [""])
        || path.split(separator: "/").dropLast().contains { names.contains(String($0)) }
    }
  }

  /// Whether a name without an ending is that of a benchmark.
  static func isNamedAsBenchmark(_ name: String) -> Bool {
    names.contains(name) || isNamedSo(name, [""])
  }

  /// Names of functions `BenchmarkX` in Go's tests, by the folder of their package.
  func goBenchmarks() -> [(folder: String, names: [String])] {
    if findsNone { return [] }
    var found: [(folder: String, names: [String])] = []
    search(goIn: "", depth: 4, &found)
    return found.sorted { $0.folder < $1.folder }
  }

  private func search(
    goIn place: String, depth: Int, _ found: inout [(folder: String, names: [String])]
  ) {
    let here = place.isEmpty ? folder : PathParts.join(folder, place)
    // A module of its own in a folder is not built with this one.
    if !place.isEmpty, FileKind(path: PathParts.join(here, "go.mod")) == .regular { return }
    var names: [String] = []
    for name in Self.entries(here) where name != "vendor" && name != "testdata" {
      let path = PathParts.join(here, name)
      switch FileKind(path: path) {
      case .folder where depth > 0:
        search(goIn: place.isEmpty ? name : "\(place)/\(name)", depth: depth - 1, &found)
      case .regular where name.hasSuffix("_test.go"):
        names += Self.lines(path).compactMap { line in
          let start = "func Benchmark"
          guard line.hasPrefix(start), line.contains("testing.B") else { return nil }
          return "Benchmark"
            + line.dropFirst(start.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        }
      default: break
      }
    }
    if !names.isEmpty { found.append((place, names.sorted())) }
  }

  /// The lines of a file that are not empty; none of files above a megabyte, which are not scripts.
  func lines(of path: String) -> [Substring] { Self.lines(PathParts.join(folder, path)) }

  /// Whether a file holds a text; files above a megabyte are no scripts.
  func holds(_ text: String, in path: String) -> Bool {
    Self.lines(PathParts.join(folder, path)).contains { $0.contains(text) }
  }

  /// Whether a source in C defines `main`, other than for a macro that has to be defined for it.
  func definesMain(_ path: String) -> Bool {
    // For each condition that is open: whether it asks for a macro.
    //     #ifdef DEMO         [true]      a main here needs -DDEMO
    //     #if X > 2           [true, false]
    //     #endif              [true]
    //     #else               [false]     a main here counts
    //     #endif              []
    var conditions: [Bool] = []
    for line in Self.lines(PathParts.join(folder, path)) {
      let words = line.trimmed.replacing("# ", with: "#").split(separator: " ")
      switch words.first {
      case "#ifdef", "#if", "#ifndef":
        let asks = words.dropFirst().first.map {
          words[0] == "#ifdef" || words[0] == "#if" && ($0 == "0" || $0.hasPrefix("defined"))
        }
        conditions.append(asks ?? false)
      case "#else", "#elif": if !conditions.isEmpty { conditions[conditions.count - 1] = false }
      case "#endif": _ = conditions.popLast()
      default: if line.contains(" main("), !conditions.contains(true) { return true }
      }
    }
    return false
  }

  /// The names of Python functions at the top of a file that begin with a text.
  func functions(named start: String, in path: String) -> [String] {
    Self.lines(PathParts.join(folder, path)).compactMap { line in
      let word = "def "
      guard line.hasPrefix(word + start) else { return nil }
      return String(line.dropFirst(word.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// The first text between two others on a line of a file, of those that are wanted.
  func text(
    between start: String, and end: String, in path: String, where isWanted: (String) -> Bool
  ) -> String? {
    for line in Self.lines(PathParts.join(folder, path)) {
      guard let begin = line.firstRange(of: start),
        let stop = line[begin.upperBound...].firstRange(of: end)
      else { continue }
      let text = String(line[begin.upperBound..<stop.lowerBound])
      if isWanted(text) { return text }
    }
    return nil
  }

  /// The word after a text at the start of a line, of the first such line of a file.
  func text(after start: String, in path: String) -> String? {
    Self.lines(PathParts.join(folder, path)).lazy.filter { $0.hasPrefix(start) }.map {
      String($0.dropFirst(start.count).prefix { !$0.isWhitespace })
    }.first
  }

  private static func lines(_ path: String) -> [Substring] {
    guard let bytes = try? readFile(at: path, limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self)[...].split(whereSeparator: \.isNewline)
  }

  private static func entries(_ folder: String) -> [String] {
    (Files.names(inFolder: folder) ?? []).sorted()
  }

  private static func isNamedSo(_ file: String, _ endings: [String]) -> Bool {
    guard let ending = endings.first(where: file.hasSuffix) else { return false }
    let stem = file.dropLast(ending.count).lowercased()
    // "bitpackingbenchmark", "zlibbench"
    if stem.hasSuffix("benchmark") || stem.hasSuffix("bench"), stem != "workbench" { return true }
    return words.contains { word in
      stem == word
        || ["-", "_", "."].contains { stem.hasPrefix(word + $0) || stem.hasSuffix($0 + word) }
    }
  }

  private static func isHelper(_ file: String) -> Bool {
    ["_", "index.", "util", "helper", "common", "conftest", "asv_", "setup.", "data."]
      .contains(where: file.hasPrefix)
  }

  /// Whether a script makes input or pictures of results, or looks at memory or calls.
  private static func isAside(_ file: String) -> Bool {
    ["fixture", "helper", "plot", "profile"].contains(where: file.contains)
  }
}
