internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Measuring
internal import Reporting

/// Benchmarks that are there, tried: which run, and how long comparing them may take.
extension InitCommand {
  /// How long comparing may take before the suite gets a time.
  static let mostComparisonSeconds = 100.0
  /// How long a run may take of which a comparison has enough in its time.
  static let mostRunSeconds = 20.0
  /// How long benchmarks are run to see that they do.
  private static let mostTrialSeconds = 60.0

  /// Runs benchmarks once each, as long as there is time, and writes the names of all.
  ///
  /// What fails is left out of the template where another one runs; what does nothing is called a placeholder in it.
  ///
  /// - Returns: how many there are, how many were run, and how many seconds it takes at most to compare all, and the
  ///   shortest run.
  /// - Throws: ``HarnessFailure`` of the first that fails, where none runs.
  func trial(
    of template: inout SuiteTemplate, _ suite: BenchmarkSuite, _ repository: SuiteRepository,
    in tree: SuiteTree
  ) throws(HarnessFailure) -> (found: Int, runs: Int, longest: Double, shortestRun: Double) {
    let context = messages.live.context
    let plan = SessionPlan(rule: SequentialRule(gate: suite.gate, margin: nil))
    var found: [(benchmark: SuiteBenchmark, runner: SuiteRunner, source: BenchmarkSuite.Source)] =
      []
    var failures: [(name: String, command: SuiteCommand, failure: HarnessFailure)] = []
    // Each by itself: one that cannot be listed does not hide the others.
    for source in suite.sources {
      var one = suite
      one.sources = [source]
      let runner = SuiteRunner(
        of: one, scratch: repository.cache, isCancelled: { Interruption.isRequested })
      do throws(HarnessFailure) {
        found += try runner.benchmarks(in: tree).map { ($0, runner, source) }
      } catch {
        if error.status == .interrupted { throw error }
        failures.append((source.command.text, source.command, error))
      }
    }
    var seen: Set<String> = []
    for one in found where !seen.insert(one.benchmark.name).inserted {
      throw .failed("Two benchmarks are called '\(one.benchmark.name)'; names must differ.")
    }
    var runs = 0
    var longest = 0.0
    var shortestRun = Double.infinity
    for (place, one) in found.enumerated() {
      if context.isCancelled() { throw .interrupted }
      let begin = context.elapsed()
      var name = one.benchmark.name
      // One that runs is looked for a little longer.
      let most = runs == 0 ? 3 * Self.mostTrialSeconds : Self.mostTrialSeconds
      if begin < most {
        context.show("running \(name)", Double(place) / Double(found.count))
        defer { context.clear() }
        do throws(HarnessFailure) {
          if let reason = try one.runner.tryOut(one.benchmark, in: tree) {
            template.mark(name, because: reason)
            if !name.hasPrefix("placeholder") { name = "placeholder: \(name)" }
          }
        } catch {
          if error.status == .interrupted { throw error }
          failures.append((name, one.source.command, error))
          continue
        }
        runs += 1
        // It is started twice: to get ready, and to be timed.
        let run = (context.elapsed() - begin) / 2
        shortestRun = min(shortestRun, run)
        longest +=
          one.benchmark.longestSeconds(ofRun: run, by: one.benchmark.fitted(plan, clock: nil)) ?? 0
      }
      StandardOutput.write("\(printable(name))\n")
    }
    if let first = failures.first {
      guard runs > 0 else { throw first.failure }
      for (name, command, failure) in failures {
        let lines = failure.message.split(whereSeparator: \.isNewline)
        messages.message(
          .note("Left out '\(printable(name))', which fails here: \(failure.message)"))
        // One of several benchmarks of a program cannot be left out of the file.
        if !found.contains(where: { $0.source.command == command && $0.benchmark.name != name }) {
          // The first line of what it said itself.
          let reason =
            (lines.dropFirst().first ?? lines.first).map { String($0.drop(while: \.isWhitespace)) }
            ?? ""
          template.leaveOut(command, because: printable(reason))
        }
      }
    }
    let others =
      found.count
      - failures.count { failure in
        found.contains { $0.benchmark.name == failure.name }
      }
    return (others, runs, longest * Double(others) / Double(max(runs, 1)), shortestRun)
  }
}
