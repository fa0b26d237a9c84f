internal import DominantColor
internal import Measuring

/// Makes the cases of `--kernel … --against …`: both kernels in one process, on one input.
struct KernelComparison {
  /// How workers are started.
  let starter: WorkerStarter
  /// The path of this program.
  let program: String
  let threads: Int
  let instructionSet: String?
  let plan: SessionPlan
  /// Which clock decides; `nil` leaves it to the kernels.
  let clock: ClockChoice?
  let counter: InstructionCounter?

  /// One kernel against another on an image.
  func makeCase(base: any Kernel, candidate: any Kernel, on image: ComparedImage) -> ComparisonCase
  {
    let work = KernelWork(
      kernels: [base.id, candidate.id], image: image, threads: threads,
      instructionSet: instructionSet)
    var plan = plan
    let isConcurrent = threads > 1 && (base.isConcurrent || candidate.isConcurrent)
    plan.threading = (clock ?? (isConcurrent ? .wall : .cpu)).threading
    let session = PairedSession(plan: plan)
    return ComparisonCase(
      base: base.id, candidate: candidate.id, subject: image.label,
      check: { () throws(ComparisonFailure) in try check(base, candidate, image) },
      measure: { isCancelled, progress in
        session.run(
          isCancelled: isCancelled, progress: progress,
          launchShared: { setup throws(WorkerFailure) in
            try starter.start(program, work.arguments, setup)
          })
      },
      count: counter.map { counter in
        {
          InstructionComparison(
            base: counter.count(program, work.only(base.id)),
            candidate: counter.count(program, work.only(candidate.id)))
        }
      })
  }

  /// Makes sure that both kernels answer the same question, and rightly.
  private func check(
    _ base: any Kernel, _ candidate: any Kernel, _ image: ComparedImage
  ) throws(ComparisonFailure) {
    guard base.method == candidate.method else {
      throw .notComparable(
        "'\(candidate.id)' answers by method '\(candidate.method.rawValue)' and '\(base.id)' by "
          + "'\(base.method.rawValue)': these are two questions.")
    }
    let check = AnswerCheck(
      starter: starter, program: program, threads: threads, instructionSet: instructionSet)
    _ = try check.answers(of: [base.id, candidate.id], method: base.method, on: image)
  }
}

extension KernelWork {
  /// The same work with one kernel only.
  func only(_ kernel: String) -> KernelWork {
    var work = self
    work.kernels = [kernel]
    work.slowdown = 0
    return work
  }
}
