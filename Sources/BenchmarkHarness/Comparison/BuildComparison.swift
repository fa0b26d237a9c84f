internal import DominantColor
internal import Measuring

/// Makes the cases of two builds of bench: the same kernel in two live processes that take turns.
struct BuildComparison {
  /// A build and what to call it.
  struct Build {
    let name: String
    let path: String
  }

  let starter: WorkerStarter
  let base: Build
  let candidate: Build
  let threads: Int
  let instructionSet: String?
  let plan: SessionPlan
  let clock: ClockChoice?
  let counter: InstructionCounter?

  /// A kernel on an image; the environments are compared only once for each image.
  func makeCase(of kernel: any Kernel, on image: ComparedImage) -> ComparisonCase {
    let work = KernelWork(
      kernels: [kernel.id], image: image, threads: threads, instructionSet: instructionSet)
    var plan = plan
    let isConcurrent = threads > 1 && kernel.isConcurrent
    plan.threading = (clock ?? (isConcurrent ? .wall : .cpu)).threading
    plan.pairsPerPreparation = KernelWork.pairsPerPreparation
    let session = PairedSession(plan: plan)
    return ComparisonCase(
      base: base.name, candidate: candidate.name, subject: "\(kernel.id) on \(image.label)",
      check: { () throws(ComparisonFailure) in try check(kernel, image) },
      measure: { isCancelled, progress in
        session.run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, setup throws(WorkerFailure) in
            try starter.start(
              side == .base ? base.path : candidate.path, work.arguments, setup)
          })
      },
      count: counter.map { counter in
        {
          InstructionComparison(
            base: counter.count(base.path, work), candidate: counter.count(candidate.path, work))
        }
      })
  }

  private func check(_ kernel: any Kernel, _ image: ComparedImage) throws(ComparisonFailure) {
    let builds = [base, candidate]
    var descriptions: [BuildDescription] = []
    for build in builds { descriptions.append(try describe(build, image)) }
    let differences = descriptions[0].environment.differences(from: descriptions[1].environment)
    guard differences.isEmpty else {
      throw .notComparable(
        "'\(base.name)' and '\(candidate.name)' are not comparable: "
          + differences.map(\.description).joined(separator: "; ") + ".")
    }
    for (build, description) in zip(builds, descriptions)
    where !description.kernels.contains(kernel.id) {
      throw .notComparable("'\(build.name)' has no kernel '\(kernel.id)'.")
    }
    var answers: [String] = []
    for build in builds {
      let check = AnswerCheck(
        starter: starter, program: build.path, threads: threads, instructionSet: instructionSet)
      do {
        answers.append(try check.answers(of: [kernel.id], method: kernel.method, on: image))
      } catch {
        throw ComparisonFailure(
          message: "'\(build.name)': \(error.message)", exitCode: error.exitCode)
      }
    }
    guard answers[0] == answers[1] else {
      throw .notComparable(
        "the answers differ: '\(base.name)' says '\(answers[0])', '\(candidate.name)' says "
          + "'\(answers[1])'.")
    }
  }

  private func describe(
    _ build: Build, _ image: ComparedImage
  ) throws(ComparisonFailure) -> BuildDescription {
    let line: String
    do throws(WorkerFailure) {
      let process = try starter.start(
        build.path, [WorkerCommand.name, "--describe"] + image.arguments,
        LaunchSetup(launch: 0, padding: 0))
      defer { process.quit() }
      line = try process.prepare()
    } catch {
      if case .exited(_, "the greeting") = error {
        throw .notComparable(
          "'\(build.name)' (\(build.path)) is no bench that can be compared: it has no worker "
            + "command. Builds from before `bench compare` have none.")
      }
      throw .failed("'\(build.name)': \(error).")
    }
    guard let description = BuildDescription(line: line) else {
      throw .notComparable(
        "'\(build.name)' describes itself in words that this build does not know: "
          + "'\(line.prefix(80))'.")
    }
    return description
  }
}
