internal import DominantColor
internal import Measurement
internal import TimingHistory

/// Compares tonight's build with another in a paired session.
struct NightPairing {
  let starter: WorkerStarter
  /// The path of tonight's build.
  let program: String
  let builds: KeptBuilds
  let threads: Int
  /// `nil`: the best that the machine has.
  let instructionSet: String?
  /// Counts instructions where a slowdown is to be explained; `nil` to leave that out.
  let counter: InstructionCounter?
  let isCancelled: () -> Bool
  /// Told how far the session is: which series, and 0 to 1.
  let progress: (_ label: String, _ fraction: Double) -> Void

  /// Runs a session.
  ///
  /// The answers need not agree: a night judges time, and says when the work is another.
  ///
  /// - Throws: ``NightFailure`` when the builds cannot be compared, or on Ctrl-C.
  func session(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose,
    minimumEffect: Double
  ) throws(NightFailure) -> NightSession {
    let old: String
    do throws(ComparisonFailure) {
      old = try builds.executable(of: base)
    } catch {
      throw .incomparable(error.message)
    }
    let work = KernelWork(
      kernels: [subject.kernel], image: subject.comparedImage, threads: threads,
      instructionSet: instructionSet)
    let isConcurrent =
      threads > 1 && KernelCatalog.kernel(named: subject.kernel)?.isConcurrent == true
    let plan = SessionPlan(
      rule: purpose.rule, threading: isConcurrent ? .concurrent : .single,
      answersMustAgree: false)
    let label = "\(purpose == .look ? "looking at" : "confirming") \(subject.series)"
    progress(label, 0)
    let result = PairedSession(plan: plan).run(
      isCancelled: isCancelled,
      progress: { step in
        progress(label, Double(step.launches) / Double(max(step.nextLook, 1)))
      },
      launch: { side, setup throws(WorkerFailure) in
        try starter.start(side == .base ? old : program, work.arguments, setup)
      })
    switch result.end {
    case .decided: break
    case .cancelled: throw .interrupted
    case .failed(let side, let failure):
      throw .incomparable("\(side == .base ? "that build" : "tonight's build"): \(failure).")
    case .answersDiffer: throw .incomparable("the answers differ.")
    case .unmeasurable: throw .incomparable("the work is too short for the processor's clock.")
    }
    var session = NightSession(
      logRatios: result.logRatios(result.clock), looks: purpose.rule.looks.count)
    let slowdown = session.confirmation.estimate?.factor ?? 1
    if purpose == .confirmation, slowdown >= 1 + minimumEffect, let counter {
      progress("counting instructions of \(subject.series)", 0)
      session.baseInstructions = counter.count(old, work).number.map { Int64($0) }
      session.tonightInstructions = counter.count(program, work).number.map { Int64($0) }
    }
    return session
  }
}
