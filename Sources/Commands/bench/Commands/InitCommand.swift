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
      Python, Node, Ruby, PHP, Maven, Gradle, dune, Zig, Cabal and Julia; finds programs of Google Benchmark, \
      Criterion, divan, libtest, bencher and JMH, scripts of benchmark-ips, tests with \
      pytest-benchmark or CodSpeed's mark, Go's and BenchmarkTools' benchmarks, and programs and \
      scripts that are named as benchmarks. A library without any gets a worker in its language, in \
      the folder bench, that measures the first example of its README which compiles; that example \
      is compiled or read, and not run. Anything else is measured by a command that you name. \
      It builds the working tree in a checkout of its own, runs each benchmark once (for a minute at \
      most) and writes bench.toml, which you may change. No file that is there is changed.

      EXAMPLES
        bench init
        bench init packages/parser
        bench init -- ./sort data.txt
        bench init && bench compare HEAD~1

      EXIT CODES (those of all commands: bench --help)
        0    the files were written, and the benchmarks run or, of a README, compile
        1    a build or a benchmark failed; the files are there unless only the build
             tells what there is to measure
        64   nothing was recognised, or there is no git checkout
        73   the file could not be written, or is there already
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder for the file, such as that of one project of several. Default: this folder.",
      valueName: "folder"), completion: .directory)
  var place: String?

  @Option(
    name: .customLong("folder"),
    help: ArgumentHelp("The same, in another way.", visibility: .hidden), completion: .directory)
  var folder: String?

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

  /// Writes the files.
  ///
  /// - Parameter ignoresBenchmarks: whether benchmarks and tests that are there are left out of account.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure, or it does not build or run.
  private func make(ignoringBenchmarks ignoresBenchmarks: Bool = false) throws(HarnessFailure) {
    let here = workingFolder() ?? "/"
    let asked = self.place ?? folder ?? "."
    let place = asked == "." ? here : asked.hasPrefix("/") ? asked : PathParts.join(here, asked)
    guard FileKind(path: place) == .folder else {
      throw .wrongUsage(
        "'\(asked)' is not a folder. A command to measure stands after '--': bench init -- \(asked)"
      )
    }
    let path = PathParts.join(place, SuiteFile.name)
    guard FileKind(path: path) == .absent else {
      throw HarnessFailure(
        message: "'\(path)' is there already: change it, or remove it first.",
        status: .unwritableOutput)
    }
    let repository = try SuiteRepository(around: place, caches: try cache.folder())
    let recognition = SuiteRecognition(of: place, ignoringBenchmarks: ignoresBenchmarks)
    var template = try recognition.template(command: command)
    if template.benchmarks.isEmpty {
      template = try completed(template, by: recognition, repository, path: path)
    }
    if template.worker != nil {
      let tests = recognition.goTests()
      let isUseful = try settle(
        template, in: place, path, repository, allowsPlaceholder: tests == nil)
      guard !isUseful, let tests else { return }
      messages.message(.note("No example can be used as it is, so the tests are measured."))
      remove(template, in: place, path)
      template = tests
    }
    do throws(HarnessFailure) {
      try measure(template, by: recognition, in: place, path, repository, asked: asked)
    } catch {
      guard command.isEmpty, error.status == .failure else { throw error }
      if template.isOfTests {
        messages.message(.note("The tests that are there cannot be measured. \(error.message)"))
        try? FileManager.default.removeItem(atPath: path)
        return try make(ignoringBenchmarks: true)
      }
      if try measuresLibrary(in: place, path, repository, because: error) { return }
      let others = recognition.buildsBelow
      if !others.isEmpty {
        messages.message(
          .note(
            "There are builds in \(others.joined(separator: ", ")), too: 'bench init FOLDER' tries one of them."
          ))
      }
      throw error
    }
  }

  /// Removes the files that were written for a worker.
  func remove(_ template: SuiteTemplate, in place: String, _ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    guard let folder = template.worker?.worker.path.prefix(while: { $0 != "/" }) else { return }
    // It is one that was not there before.
    try? FileManager.default.removeItem(atPath: PathParts.join(place, String(folder)))
  }

  /// Writes a suite of benchmarks that are there, and tries them.
  private func measure(
    _ template: SuiteTemplate, by recognition: SuiteRecognition, in place: String, _ path: String,
    _ repository: SuiteRepository, asked: String
  ) throws(HarnessFailure) {
    try write(template, benchmarks: template.benchmarks, to: path)
    messages.message(.note("Found \(template.found); wrote '\(printable(path))'."))
    var file = try SuiteFile(at: path)
    let tree = try tree(of: file, repository)
    var counted = try recognition.counted(
      template, of: file.suite, in: tree, isCancelled: { Interruption.isRequested })
    if counted != template {
      try write(counted, benchmarks: counted.benchmarks, to: path)
      file = try SuiteFile(at: path)
    }
    let tried = try trial(of: &counted, file.suite, repository, in: tree)
    if tried.longest > Self.mostComparisonSeconds {
      counted.comparisonSeconds = Int(Self.mostComparisonSeconds)
      messages.message(
        .note(
          "Comparing would take up to \(Decimals.duration(tried.longest)), so the file has `time = "
            + "\(Int(Self.mostComparisonSeconds))`: a comparison ends after so many seconds. Shorter work is "
            + "settled sooner."))
    }
    if counted.text != String(decoding: (try? readFile(at: path)) ?? [], as: UTF8.self) {
      try write(counted, benchmarks: counted.benchmarks, to: path)
    }
    if command.isEmpty, tried.shortestRun > Self.mostRunSeconds,
      try measuresLibrary(
        in: place, path, repository,
        because: .failed(
          "A run of each takes \(Decimals.duration(tried.shortestRun)) or more, and a comparison needs many: name one "
            + "with less to do by 'bench init -- COMMAND ARGUMENTS'."))
    {
      return
    }
    let all = tried.found == 1 ? "One benchmark runs." : "\(tried.found) benchmarks run."
    messages.message(
      .note(
        (tried.runs == tried.found
          ? all : "\(tried.runs) of \(tried.found) benchmarks were run, for a minute.")
          + " Compare commits\(Self.place(asked)): bench compare HEAD~1"))
  }

  /// Where a comparison finds the file that was written.
  static func place(_ asked: String) -> String {
    asked == "." ? "" : " in '\(printable(asked))'"
  }

  /// A template with what a build shows there is to measure; without that no file stays.
  func completed(
    _ template: SuiteTemplate, by recognition: SuiteRecognition, _ repository: SuiteRepository,
    path: String, isQuiet: Bool = false
  ) throws(HarnessFailure) -> SuiteTemplate {
    func tree(_ template: SuiteTemplate) throws(HarnessFailure) -> SuiteTree {
      try write(template, benchmarks: SuiteTemplate.nothing, to: path)
      return try self.tree(of: try SuiteFile(at: path), repository)
    }
    do throws(HarnessFailure) {
      var template = template
      if let configuring = recognition.configuring(template) {
        let configured: SuiteTree
        do throws(HarnessFailure) {
          configured = try tree(configuring)
        } catch {
          guard error.status == .failure, let other = recognition.withoutTests(template),
            let configuring = recognition.configuring(other)
          else { throw error }
          configured = try tree(configuring)
          messages.message(
            .note(
              "It configures without its tests alone: "
                + "\(other.configureOptions.joined(separator: " "))."))
          template = other
        }
        if let found = recognition.completed(template, configuredIn: configured) { return found }
      }
      let found = try recognition.completed(template, builtIn: try tree(template))
      // Tests are more than the placeholder of a library.
      if found.worker?.examples.isEmpty == true, let other = recognition.withTests(template),
        let tested = try? recognition.completed(other, builtIn: try tree(other)), tested.isOfTests
      {
        return tested
      }
      return found
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      guard error.status != .interrupted, !isQuiet else { throw error }
      messages.message(
        .note(
          "No suite file was written: only a build tells what there is to measure. Once it succeeds, "
            + "run bench init again; 'bench init -- COMMAND ARGUMENTS' writes a file whose build you "
            + "can change."))
      throw error
    }
  }

  func write(
    _ template: SuiteTemplate, benchmarks: [String], to path: String
  ) throws(HarnessFailure) {
    var template = template
    template.benchmarks = benchmarks
    try writeOutput(template.text, to: path)
  }

  func tree(
    of file: SuiteFile, _ repository: SuiteRepository
  ) throws(HarnessFailure) -> SuiteTree {
    let trees = SuiteTrees(
      of: repository, suite: file.suite, note: { messages.message(.note($0)) },
      isCancelled: { Interruption.isRequested })
    return try trees.tree(of: try repository.workingTree())
  }
}
