internal import BenchmarkHarness
internal import Measuring
internal import Reporting

// Commands, of which a benchmark is made for every choice of their parameters.
extension SuiteRunner {
  /// The benchmark for every choice of its parameters.
  static func choices(of benchmark: BenchmarkSuite.CommandBenchmark) -> [SuiteBenchmark] {
    // One choice of nothing: each parameter multiplies the choices by its values, and a
    // benchmark without parameters stays one.
    var choices: [[(name: String, value: String)]] = [[]]
    for parameter in benchmark.parameters {
      choices = choices.flatMap { choice in
        parameter.values.map { choice + [(parameter.name, $0)] }
      }
    }
    //     name        sort {algorithm}
    //     parameters  algorithm = quick, merge    size = 10, 100
    //     names       "sort quick size=10", "sort quick size=100", "sort merge size=10", …
    return choices.map { choice in
      var run = benchmark
      run.parameters = []
      run.command = run.command.replacing(choice)
      run.setUp = run.setUp?.replacing(choice)
      run.prepare = run.prepare?.replacing(choice)
      run.cleanUp = run.cleanUp?.replacing(choice)
      // A name that mentions a parameter says its value; the others follow it.
      let said = choice.filter { benchmark.name.contains("{\($0.name)}") }
      let name = said.reduce(benchmark.name) { $0.replacing("{\($1.name)}", with: $1.value) }
      let others = choice.filter { pair in !said.contains { $0.name == pair.name } }
      run.name = ([name] + others.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
      let description = BenchmarkDescription(
        parameters: choice.map { BenchmarkParameter($0.name, $0.value) },
        references: benchmark.references.compactMap { reference in
          let name = choice.reduce(reference) { $0.replacing("{\($1.name)}", with: $1.value) }
          // The choice that the others refer to is no reference of its own.
          guard name != run.name else { return nil }
          return BenchmarkReference(
            name: reference, benchmark: name, answersMustAgree: false, title: nil)
        })
      return SuiteBenchmark(
        name: run.name, clock: run.clock, description: description, work: .command(run))
    }
  }

  /// A command as it is started for a launch.
  func worker(
    of run: BenchmarkSuite.CommandBenchmark, in tree: SuiteTree, _ setup: LaunchSetup,
    _ variables: [String], program: String?
  ) throws(WorkerFailure) -> CommandWorker {
    let resolved = try resolved(run.command, in: tree)
    return worker(
      of: run, in: tree, program: program ?? resolved.program, arguments: resolved.arguments,
      environment: setup.environment(extending: starter.environment + variables),
      timeout: starter.timeout)
  }

  /// A command that is started by another program, or with other variables.
  func worker(
    of run: BenchmarkSuite.CommandBenchmark, in tree: SuiteTree, program: String,
    arguments: [String], environment: [String], timeout: Double
  ) -> CommandWorker {
    let (suite, isCancelled) = (suite, isCancelled)
    let prepare = run.prepare
    return CommandWorker(
      program: program, arguments: arguments, environment: environment, folder: tree.folder,
      timeout: timeout, firstRuns: run.warmUp, ignoresFailures: run.ignoresFailures,
      beforeEach: { () throws(WorkerFailure) in
        guard let prepare else { return }
        do throws(HarnessFailure) {
          let outcome = try SuiteProcess.run(
            prepare, in: tree, suite: suite, isCancelled: isCancelled)
          if outcome.isSuccess { return }
        } catch {
          throw .prevented(error.message)
        }
        throw .prevented("`\(prepare.text)`, which prepares each run, failed")
      })
  }
}
