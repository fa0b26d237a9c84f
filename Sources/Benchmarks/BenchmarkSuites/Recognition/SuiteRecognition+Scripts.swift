internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import OrderedJSON
package import Reporting

/// Benchmarks that a repository has in scripts, and in tests of Go.
extension SuiteRecognition {
  /// How often a benchmark of Go repeats its work without a trial: the same on both sides, or it would adapt.
  private static let goRepetitions = 100
  /// How long Go repeats the work in a trial, which finds how often that is: several times as long as a process starts.
  private static let goTrial = "100ms"

  /// A module of Go: its benchmarks, built once for each package.
  func goModule(_ asked: [String]?) -> SuiteTemplate {
    let packages = search.goBenchmarks()
    if asked == nil, packages.isEmpty, let draft = goWorker() {
      return (draft.examples.isEmpty ? goTests() : nil)
        ?? SuiteTemplate(found: "a Go module", name: name, draft: draft)
    }
    let lines = packages.flatMap { package in
      package.names.flatMap { name in
        // Packages have functions of one name, and benchmarks of a suite have not.
        let isTaken = packages.contains {
          $0.folder != package.folder && $0.names.contains(name)
        }
        return SuiteTemplate.command(
          [
            Self.goProgram(package.folder), "-test.run", "^$", "-test.bench", "^\(name)$",
            "-test.benchtime", "\(Self.goRepetitions)x",
          ],
          name: isTaken && !package.folder.isEmpty ? "\(package.folder)/\(name)" : name)
      }
    }
    let note = [
      "# Each run starts a process and repeats the work as often as took 0.1 s when this file was written. A",
      "# worker (Examples/Workers/Go) is finer.",
    ]
    return SuiteTemplate(
      found: packages.isEmpty ? "a Go module" : "a Go module with benchmarks", name: name,
      build: asked != nil || packages.isEmpty
        ? [SuiteTemplate.array(["go", "build", "./..."])]
        : packages.map { package in
          SuiteTemplate.array([
            "go", "test", "-c", "-o", Self.goProgram(package.folder),
            package.folder.isEmpty ? "." : "./\(package.folder)",
          ])
        }, benchmarks: asked ?? (lines.isEmpty ? [] : note + lines))
  }

  /// The tests of the package at the top of a module of Go, for one that shows no call that can be used.
  ///
  /// - Returns: `nil` where there are none.
  package func goTests() -> SuiteTemplate? {
    let hasTests = (names(inFolder: folder) ?? []).contains { file in
      file.hasSuffix("_test.go") && search.lines(of: file).contains { $0.hasPrefix("func Test") }
    }
    guard has("go.mod"), hasTests, !ignoresBenchmarks else { return nil }
    var template = SuiteTemplate(
      found: "a Go module with tests", name: name,
      build: [SuiteTemplate.array(["go", "test", "-c", "-o", Self.goProgram(""), "."])],
      benchmarks: [
        "# The module has no function BenchmarkX, and its README and documentation show no call that can be used: ten runs",
        "# of all of its tests. Such a function of what matters is finer.",
      ]
        + SuiteTemplate.command(
          [Self.goProgram(""), "-test.run", "^Test", "-test.count", "10"], name: "tests"))
    template.isOfTests = true
    return template
  }

  /// The template with the numbers of repetitions that a trial run of each benchmark of Go finds.
  ///
  /// - Parameters:
  ///   - template: the template.
  ///   - suite: the suite of its file.
  ///   - tree: the checkout that it built.
  ///   - isCancelled: asked while a trial runs.
  /// - Returns: the template; the same one where it has no benchmark of Go.
  /// - Throws: ``HarnessFailure`` on the wish to stop.
  package func counted(
    _ template: SuiteTemplate, of suite: BenchmarkSuite, in tree: SuiteTree,
    isCancelled: @escaping () -> Bool
  ) throws(HarnessFailure) -> SuiteTemplate {
    var counted = template
    let untried = ["-test.benchtime", "\(Self.goRepetitions)x"]
    for source in suite.sources {
      guard case .command(let benchmark) = source, case .words(let words) = benchmark.command,
        words.count > 2, Array(words.suffix(2)) == untried
      else { continue }
      let own = Array(words.dropLast())
      let outcome = try SuiteProcess.run(
        .words(own + [Self.goTrial]), in: tree, suite: suite, isCancelled: isCancelled)
      guard outcome.isSuccess, let count = Self.goCount(outcome.text) else { continue }
      let line = "command = \(SuiteTemplate.array(words))"
      let new = "command = \(SuiteTemplate.array(own + ["\(count)x"]))"
      if let place = counted.benchmarks.firstIndex(of: line) { counted.benchmarks[place] = new }
    }
    return counted
  }

  /// How often a benchmark repeated its work, with two digits: of several below it the least often.
  private static func goCount(_ output: String) -> Int? {
    let counts = output.split(whereSeparator: \.isNewline).compactMap { line -> Int? in
      let fields = line.split { $0 == " " || $0 == "\t" }
      guard let place = fields.firstIndex(of: "ns/op"), place >= 2 else { return nil }
      return Int(fields[place - 2])
    }
    guard let least = counts.min(), least > 0 else { return nil }
    var step = 1
    while least / step >= 100 { step *= 10 }
    return least / step * step
  }

  private static func goProgram(_ package: String) -> String {
    "./bench-\(package.isEmpty ? "top" : package.replacing("/", with: "-")).test"
  }

  /// Scripts of Node that are benchmarks, each a command; `nil` when there are none.
  func nodeScripts() -> [String]? {
    let scripts = search.scripts(endings: [".js", ".mjs", ".cjs"])
    guard !scripts.isEmpty else { return nil }
    return scripts.flatMap { script in
      (isTimed(script)
        ? [
          "# This script's framework repeats its work for a set time, so that the length of a run says",
          "# nothing: measure its work by a worker (Examples/Workers/JavaScript).",
        ] : ["# A whole run of the script: some milliseconds of it are Node's start."])
        + SuiteTemplate.command(["node", script], name: script)
    }
  }

  /// Whether a script of Node that is a benchmark names a file of the package.
  func nodeScriptsUse(_ file: String) -> Bool {
    let name = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    return search.scripts(endings: [".js", ".mjs", ".cjs"]).contains { search.holds(name, in: $0) }
  }

  /// Whether there are scripts of Node that are benchmarks, which load nothing that would have to be installed.
  var nodeScriptsAreLocal: Bool {
    let scripts = search.scripts(endings: [".js", ".mjs", ".cjs"])
    return !scripts.isEmpty && scripts.allSatisfy(search.loadsOnlyLocalModules)
  }

  /// Scripts of Python that are benchmarks, each a command; `nil` when there are none.
  func pythonScripts() -> [String]? {
    let scripts = search.scripts(endings: [".py"]).filter { script in
      search.holds("__main__", in: script) || search.holds("pyperf", in: script)
        || search.holds("timeit", in: script)
    }
    guard !scripts.isEmpty else { return nil }
    return scripts.flatMap { script in
      ["# A whole run of the script: some milliseconds of it are Python's start."]
        // pyperf repeats its work for a set time, unless it is told how often.
        + SuiteTemplate.command(
          ["python3"] + pythonWords(script)
            + (search.holds("pyperf", in: script)
              ? ["--processes", "1", "--values", "1", "--warmups", "0", "--loops", "1"] : []),
          name: script)
    }
  }

  /// How Python runs a script: by its module's name where it imports others of its package by their places.
  private func pythonWords(_ script: String) -> [String] {
    let parts = PathParts(script)
    let isModule =
      has("\(parts.folder)/__init__.py")
      && search.lines(of: script).contains { $0.hasPrefix("from .") }
    guard isModule else { return [script] }
    return ["-m", parts.folder.replacing("/", with: ".") + ".\(parts.stem)"]
  }

  /// Tests that pytest-codspeed measures by a mark, each a command; `nil` when there are none.
  func markedTests() -> SuiteTemplate? {
    let files = search.scripts(endings: [".py"]).filter {
      search.holds("pytest.mark.benchmark", in: $0)
    }
    guard !files.isEmpty else { return nil }
    return SuiteTemplate(
      found: "a Python package with benchmarks for CodSpeed", name: name,
      build: pythonBuild.map(SuiteTemplate.array),
      benchmarks: [
        "# Whole runs of pytest, some tenths of a second of which are its start. Tests with the fixture of",
        "# pytest-benchmark are measured in turns, without it.",
      ]
        + files.flatMap { file in
          let tests = search.functions(named: "test_", in: file)
          return (tests.isEmpty ? [file] : tests.map { "\(file)::\($0)" }).flatMap { test in
            SuiteTemplate.command(
              ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", test], name: test)
          }
        }, environment: pythonEnvironment)
  }

  /// A suite of asv, by its configuration at the top or in a folder for benchmarks; `nil` for none.
  func asvSuite() -> SuiteTemplate? {
    let places = ["", "benchmarks/", "benchmark/", "bench/", "asv_bench/"]
    guard let place = places.first(where: { has($0 + "asv.conf.json") }) else { return nil }
    let settings =
      (try? readFile(at: PathParts.join(folder, "\(place)asv.conf.json"), limit: 1 << 20))
      .flatMap(CommentedJSON.value)
    let named = settings?["benchmark_dir"]?.string
    let benchmarks = place + (named ?? "benchmarks")
    guard has("\(benchmarks)/__init__.py") else { return nil }
    return SuiteTemplate(
      found: "a suite of asv", name: name, build: pythonBuild.map(SuiteTemplate.array),
      benchmarks: [
        "[adapter]", "framework = \"asv\"",
        "command = "
          + SuiteTemplate.array(["python3", "-m", FrameworkPlugin.asv.name, benchmarks]),
      ], environment: pythonEnvironment)
  }

  /// Whether a script uses a framework that decides itself how often it repeats its work.
  private func isTimed(_ script: String) -> Bool {
    ["tinybench", "mitata", "benchmark'", "benchmark\"", "benny", "vitest"].contains {
      search.holds($0, in: script)
    }
  }
}
