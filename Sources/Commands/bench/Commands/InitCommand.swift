internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Foundation
internal import Measuring
internal import Reporting

/// `bench init`: a suite file for the repository it finds.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a suite file for this repository, and try it.",
    discussion: """
      Recognises Swift packages, Cargo, CMake, Meson, configure scripts and configure.ac, Make, Go, \
      Python, Node, Ruby, PHP and Julia; finds programs of Google Benchmark, Criterion, divan and JMH, tests with \
      pytest-benchmark or CodSpeed's mark, Go's and BenchmarkTools' benchmarks, and programs and \
      scripts that are named as benchmarks. A library without any gets a worker in its language, in \
      the folder bench, that measures the first example of its README which compiles; that example \
      is compiled or read, and not run. Anything else is measured by a command that you name. \
      It builds the working tree in a checkout of its own, runs each benchmark once (for a minute at \
      most) and writes bench.toml, which you may change. No file that is there is changed.

      EXAMPLES
        bench init
        bench init -- ./sort data.txt
        bench init && bench compare HEAD~1

      EXIT CODES (those of all commands: bench --help)
        0    the files were written, and the benchmarks run or, of a README, compile
        1    a build or a benchmark failed; the files are there unless only the build
             tells what there is to measure
        64   nothing was recognised, or there is no git checkout
        73   the file could not be written, or is there already
      """)

  @Option(
    help: ArgumentHelp(
      "The folder for the file. Default: this folder.", valueName: "folder"), completion: .directory
  )
  var folder: String = "."

  @OptionGroup var cache: CacheOptions

  @OptionGroup var messages: MessageOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': a command to measure.", valueName: "command"),
    completion: .file())
  var command: [String] = []

  func run() throws {
    Interruption.watch()
    try reportingFailures { try make() }
  }

  private func make() throws(HarnessFailure) {
    let here = workingFolder() ?? "/"
    let place = folder == "." ? here : folder.hasPrefix("/") ? folder : "\(here)/\(folder)"
    let path = PathParts.join(place, SuiteFile.name)
    guard FileKind(path: path) == .absent else {
      throw HarnessFailure(
        message: "'\(path)' is there already: change it, or remove it first.",
        status: .unwritableOutput)
    }
    let recognition = SuiteRecognition(of: place)
    var template = try recognition.template(command: command)
    let repository = try SuiteRepository(around: place, caches: try cache.folder())
    if template.benchmarks.isEmpty {
      template = try completed(template, by: recognition, repository, path: path)
    }
    try write(template, benchmarks: template.benchmarks, to: path)
    let written = (template.worker?.files(.placeholder(nil)) ?? []).map {
      PathParts.join(place, $0.path)
    }
    messages.message(
      .note(
        "Found \(template.found); wrote "
          + ([path] + written).map { "'\(printable($0))'" }.joined(separator: ", ") + "."))
    var file = try SuiteFile(at: path)
    if let draft = template.worker {
      let runner = SuiteRunner(
        of: file.suite, scratch: repository.cache, isCancelled: { Interruption.isRequested })
      try settle(draft, in: place, runner: runner) { () throws(HarnessFailure) in
        try self.tree(of: file, repository)
      }
      return
    }
    let tree = try tree(of: file, repository)
    let counted = try recognition.counted(
      template, of: file.suite, in: tree, isCancelled: { Interruption.isRequested })
    if counted != template {
      try write(counted, benchmarks: counted.benchmarks, to: path)
      file = try SuiteFile(at: path)
    }
    let runner = SuiteRunner(
      of: file.suite, scratch: repository.cache, isCancelled: { Interruption.isRequested })
    let benchmarks = try runner.benchmarks(in: tree)
    let tried = try trial(of: benchmarks, runner: runner, in: tree, gate: file.suite.gate)
    if tried.longest > Self.mostComparisonSeconds {
      var timed = counted
      timed.comparisonSeconds = Int(Self.mostComparisonSeconds)
      try write(timed, benchmarks: timed.benchmarks, to: path)
      messages.message(
        .note(
          "Comparing would take up to \(Decimals.duration(tried.longest)), so the file has `time = "
            + "\(Int(Self.mostComparisonSeconds))`: a comparison ends after so many seconds. Shorter work is "
            + "settled sooner."))
    }
    let all = benchmarks.count == 1 ? "One benchmark runs." : "\(benchmarks.count) benchmarks run."
    messages.message(
      .note(
        (tried.runs == benchmarks.count
          ? all : "\(tried.runs) of \(benchmarks.count) benchmarks were run, for a minute.")
          + " Compare commits: bench compare HEAD~1"))
  }

  /// How long comparing may take before the suite gets a time.
  private static let mostComparisonSeconds = 100.0
  /// How long benchmarks are run to see that they do.
  private static let mostTrialSeconds = 60.0

  /// Runs benchmarks once each, as long as there is time, and writes the names of all.
  ///
  /// - Returns: how many were run, and how many seconds it takes at most to compare all.
  private func trial(
    of benchmarks: [SuiteBenchmark], runner: SuiteRunner, in tree: SuiteTree, gate: Percentage?
  ) throws(HarnessFailure) -> (runs: Int, longest: Double) {
    let context = messages.live.context
    let plan = SessionPlan(rule: SequentialRule(gate: gate, margin: nil))
    var runs = 0
    var longest = 0.0
    for (place, benchmark) in benchmarks.enumerated() {
      if context.isCancelled() { throw .interrupted }
      let begin = context.elapsed()
      if begin < Self.mostTrialSeconds {
        context.show(
          "running \(benchmark.name)", Double(place) / Double(benchmarks.count))
        defer { context.clear() }
        try runner.runOnce(benchmark, in: tree)
        runs += 1
        // It is started twice: to get ready, and to be timed.
        longest +=
          benchmark.longestSeconds(
            ofRun: (context.elapsed() - begin) / 2, by: benchmark.fitted(plan, clock: nil)) ?? 0
      }
      StandardOutput.write("\(printable(benchmark.name))\n")
    }
    return (runs, runs == 0 ? 0 : longest * Double(benchmarks.count) / Double(runs))
  }

  /// A template with what a build shows there is to measure; without that no file stays.
  private func completed(
    _ template: SuiteTemplate, by recognition: SuiteRecognition, _ repository: SuiteRepository,
    path: String
  ) throws(HarnessFailure) -> SuiteTemplate {
    func tree(_ template: SuiteTemplate) throws(HarnessFailure) -> SuiteTree {
      try write(template, benchmarks: SuiteTemplate.nothing, to: path)
      return try self.tree(of: try SuiteFile(at: path), repository)
    }
    do throws(HarnessFailure) {
      if let configuring = recognition.configuring(template),
        let found = recognition.completed(template, configuredIn: try tree(configuring))
      {
        return found
      }
      return try recognition.completed(template, builtIn: try tree(template))
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      guard error.status != .interrupted else { throw error }
      messages.message(
        .note(
          "No suite file was written: only a build tells what there is to measure. Once it succeeds, "
            + "run bench init again; 'bench init -- COMMAND ARGUMENTS' writes a file whose build you "
            + "can change."))
      throw error
    }
  }

  private func write(
    _ template: SuiteTemplate, benchmarks: [String], to path: String
  ) throws(HarnessFailure) {
    var template = template
    template.benchmarks = benchmarks
    try writeOutput(template.text, to: path)
  }

  private func tree(
    of file: SuiteFile, _ repository: SuiteRepository
  ) throws(HarnessFailure) -> SuiteTree {
    let trees = SuiteTrees(
      of: repository, suite: file.suite, note: { messages.message(.note($0)) },
      isCancelled: { Interruption.isRequested })
    return try trees.tree(of: try repository.workingTree())
  }
}
