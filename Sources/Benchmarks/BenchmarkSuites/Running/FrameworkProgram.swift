internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A program of a benchmark framework in a checkout.
struct FrameworkProgram {
  /// The program as the suite names it.
  let adapted: BenchmarkSuite.AdaptedProgram
  /// The program to start instead; `nil` for that of the checkout.
  let other: String?
  let folder: String
  let environment: [String]
  let scratch: String
  /// Seconds after which a program that is asked counts as hung.
  let timeout: Double

  /// The program to start and its arguments, with some more options.
  func resolved(
    adding options: [String]
  ) throws(WorkerFailure) -> (program: String, arguments: [String]) {
    do throws(HarnessFailure) {
      let own = try adapted.command.adding(options).resolved(in: folder)
      return (other ?? own.program, own.arguments)
    } catch {
      throw .prevented(error.message)
    }
  }

  /// Runs the program to its end.
  func run(
    _ options: [String], environment: [String]? = nil, mergingErrors: Bool = false
  ) -> ProgramOutput {
    do throws(WorkerFailure) {
      let resolved = try resolved(adding: options)
      return ProgramOutput.of(
        program: resolved.program, arguments: resolved.arguments,
        environment: environment ?? self.environment, folder: folder, mergingErrors: mergingErrors)
    } catch {
      return ProgramOutput(isSuccess: false, text: "\(error)")
    }
  }

  /// The sample that a run gave, as it was read from its output.
  func sample(
    of name: String, _ outcome: ProgramOutput, _ found: Result<FrameworkSample, FrameworkProblem>?
  ) throws(WorkerFailure) -> FrameworkSample {
    switch found {
    case .success(let sample)? where outcome.isSuccess: return sample
    case .failure(let problem)?: throw .prevented("'\(name)': \(problem.text)")
    default: throw .prevented("'\(name)': " + failure("could not be measured", outcome).message)
    }
  }

  /// What is said of a run that failed.
  func failure(_ what: String, _ outcome: ProgramOutput) -> HarnessFailure {
    .failed(
      "`\(adapted.command.text)` (\(adapted.framework.rawValue)) \(what).\n"
        + SuiteTrees.lastErrors(in: outcome.text))
  }

  /// What is said where a program does not list its benchmarks when it is asked.
  func doesNotList(_ why: WorkerFailure) -> HarnessFailure {
    .failed(
      "`\(adapted.command.text)` (\(adapted.framework.rawValue)) does not list its benchmarks: \(why)."
    )
  }
}
