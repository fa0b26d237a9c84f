internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CLibrary
internal import Files
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// Lets the interpreters of a process and its children count what they execute, or sample where they spend their
/// time.
///
/// Python finds our sitecustomize before any other, and Node writes the coverage that V8 counts, or a profile. Each
/// process leaves a file in a folder; no other process is changed.
struct ScriptCounter {
  private let suite: BenchmarkSuite
  private let tree: SuiteTree
  private let scratch: String
  private let isCancelled: () -> Bool
  private let isSampling: Bool
  /// The folder for the counts.
  private let folder: String

  /// Prepares counting, or sampling of time.
  init(
    of suite: BenchmarkSuite, in tree: SuiteTree, scratch: String, isSampling: Bool = false,
    _ isCancelled: @escaping () -> Bool
  ) throws(HarnessFailure) {
    do throws(FileAccessError) {
      try InterpreterStart.install(in: scratch)
      folder = try makeUniqueFolder(prefix: "bench-counts-")
    } catch {
      throw .failed("\(error)")
    }
    (self.suite, self.tree, self.scratch, self.isCancelled) = (suite, tree, scratch, isCancelled)
    self.isSampling = isSampling
  }

  /// Variables with which interpreters count.
  func environment(_ environment: [String]) -> [String] {
    let environment =
      InterpreterStart.environment(environment, scratch: scratch) + [
        "BENCH_COUNTS=\(folder)", "BENCH_COUNTS_TOP=\(tree.top ?? tree.folder)",
        "PYTHONHASHSEED=0",
      ]
    guard isSampling else { return environment + ["NODE_V8_COVERAGE=\(folder)/node"] }
    return InterpreterStart.samplingEnvironment(environment, scratch: scratch)
      + ["BENCH_COUNTS_TIME=1"]
  }

  /// What a process and its children execute.
  ///
  /// - Parameters:
  ///   - calls: how many calls it is asked for.
  ///   - run: runs it once.
  /// - Returns: the counts of the interpreter that did most; `nil` where none counted.
  /// - Throws: ``HarnessFailure`` with what failed.
  func profile(
    calls: Int, _ run: ValgrindCounter.Run
  ) throws(HarnessFailure) -> CallProfile? {
    empty()
    guard let start = Executable.find("env") else { return nil }
    do {
      try run(ValgrindCounter.Emulation(program: start), calls)
    } catch {
      throw .failed("counted by its interpreter: \(error)")
    }
    if FileKind(path: "\(folder)/node") != .absent {
      let words =
        ScriptLanguage.node.finding(in: suite, scratch: scratch)
        + ["--counts", folder, tree.top ?? tree.folder]
      let output = try SuiteProcess.run(
        .words(words), in: tree, suite: suite, isCancelled: isCancelled)
      guard output.isSuccess else {
        throw .failed("`\(words[0])` cannot read what it counted: \(output.text)")
      }
    }
    let documents = (names(inFolder: folder) ?? []).filter { $0.hasSuffix(".json") }.compactMap {
      (try? readFile(at: "\(folder)/\($0)")).flatMap { try? JSONValue(parsing: $0) }
    }
    let profiles = Dictionary(grouping: documents) { $0["by"]?.string ?? "" }.map(Self.profile)
    return profiles.max { $0.instructions < $1.instructions }
  }

  private static func profile(_ name: String, _ documents: [JSONValue]) -> CallProfile {
    var counts: [CallProfile.Function: CallProfile.Count] = [:]
    for row in documents.flatMap({ $0["functions"]?.elements ?? [] }) {
      guard let function = row["name"]?.string, let calls = row["calls"]?.number,
        let count = row["count"]?.number
      else { continue }
      let key = CallProfile.Function(name: function, file: row["file"]?.string, object: name)
      counts[key, default: CallProfile.Count()] += CallProfile.Count(
        calls: Int(calls), instructions: Int(count))
    }
    let unit = documents.first?["unit"]?.string ?? "steps"
    let symbols = counts.map { (CallProfile.Call(caller: $0, callee: $0), $1.instructions) }
    return CallProfile(
      counts: counts, symbols: Dictionary(uniqueKeysWithValues: symbols),
      by: .interpreter(name, counting: unit))
  }

  private func empty() {
    for part in ["node/", ""] {
      for name in names(inFolder: folder + "/" + part, withHidden: true) ?? [] {
        unlink("\(folder)/\(part)\(name)")
      }
    }
    rmdir("\(folder)/node")
  }

  /// Removes what was written.
  func remove() {
    empty()
    rmdir(folder)
  }
}
