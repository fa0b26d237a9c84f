internal import DominantColor
internal import Measuring

/// Compares the time of one kernel in two builds of bench, in a paired session.
///
/// The answers need not agree: what is asked is only which is slower.
struct BuildPairing {
  let starter: WorkerStarter
  let kernel: any Kernel
  let image: ComparedImage
  let threads: Int
  /// `nil`: the best that the machine has.
  let instructionSet: String?
  let isCancelled: () -> Bool
  /// Told how far the session is: what it does, and 0 to 1.
  let progress: (_ label: String, _ fraction: Double) -> Void

  /// What a worker does.
  var work: KernelWork {
    KernelWork(
      kernels: [kernel.id], image: image, threads: threads, instructionSet: instructionSet)
  }

  /// Runs a session.
  ///
  /// - Throws: ``ComparisonFailure`` when a build cannot do the work, or on Ctrl-C.
  func session(
    base: String, candidate: String, _ purpose: NightPurpose, label: String
  ) throws(ComparisonFailure) -> NightSession {
    let isConcurrent = threads > 1 && kernel.isConcurrent
    let plan = SessionPlan(
      rule: purpose.rule, threading: isConcurrent ? .concurrent : .single,
      pairsPerPreparation: KernelWork.pairsPerPreparation, answersMustAgree: false)
    progress(label, 0)
    let result = PairedSession(plan: plan).run(
      isCancelled: isCancelled,
      progress: { step in
        progress(label, Double(step.launches) / Double(max(step.nextLook, 1)))
      },
      launch: { side, setup throws(WorkerFailure) in
        try starter.start(side == .base ? base : candidate, work.arguments, setup)
      })
    switch result.end {
    case .decided: break
    case .cancelled:
      throw ComparisonFailure(message: "interrupted.", exitCode: .interrupted)
    case .failed(let side, let failure):
      throw .failed("\(side == .base ? "the older build" : "the newer build"): \(failure).")
    case .answersDiffer: throw .notComparable("the answers differ.")
    case .unmeasurable: throw .failed("the work is too short for the processor's clock.")
    }
    return NightSession(
      logRatios: result.logRatios(result.clock), looks: purpose.rule.looks.count)
  }
}
