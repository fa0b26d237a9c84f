internal import BenchmarkBuilds
internal import Measuring
public import Reporting

/// Compares the time of a benchmark in two builds of a program, in a paired session.
///
/// The answers need not agree: the only question is which is slower.
public struct BuildPairing {
  private let starter: WorkerStarter
  private let isCancelled: () -> Bool
  private let progress: (_ label: String, _ fraction: Double) -> Void
  private let layouts: LayoutChooser?

  /// Makes a pairing.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - layouts: decides how layouts are taken into account; `nil` to compare files as they are.
  ///   - isCancelled: asked between steps.
  ///   - progress: called with what is done, and how far it is, 0 to 1.
  public init(
    starter: WorkerStarter, layouts: LayoutChooser? = nil,
    isCancelled: @escaping () -> Bool,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void
  ) {
    self.layouts = layouts
    self.starter = starter
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Runs a session.
  ///
  /// - Parameters:
  ///   - work: the benchmark.
  ///   - base: the path of the older build.
  ///   - candidate: the path of the newer build.
  ///   - purpose: why they are compared.
  ///   - label: what the progress is called.
  /// - Returns: what was measured.
  /// - Throws: ``HarnessFailure`` when a build cannot do the work, or on Ctrl-C.
  public func session(
    _ work: BenchmarkWork, base: String, candidate: String, _ purpose: NightPurpose,
    label: String
  ) throws(HarnessFailure) -> NightSession {
    let plan = SessionPlan(
      rule: purpose.rule, threading: ClockChoice(isConcurrent: work.isConcurrent).threading,
      pairs: work.pairs, answersMustAgree: false)
    progress(label, 0)
    var policy: LayoutPolicy?
    switch layouts?.treatment(base: base, candidate: candidate) {
    case .proven: return .ofSameCode(purpose)
    case .measured(let chosen): policy = chosen
    case nil: break
    }
    let files = ProgramCopies()
    let result = PairedSession(plan: plan).run(
      isCancelled: isCancelled,
      progress: { step in
        progress(label, Double(step.launches) / Double(max(step.nextLook, 1)))
      },
      launch: { side, setup throws(WorkerFailure) in
        let program = try files.program(
          side, launch: setup.launch, isConcurrent: work.isConcurrent, layouts: policy,
          file: side == .base ? base : candidate)
        return try starter.start(program, work.arguments, setup)
      })
    switch result.end {
    case .decided: break
    case .cancelled: throw .interrupted
    case .failed(let side, let failure):
      throw .failed("\(side == .base ? "the older build" : "the newer build"): \(failure).")
    case .answersDiffer: throw .notComparable("the answers differ.")
    case .unmeasurable: throw .failed("the work is too short for the processor's clock.")
    }
    return NightSession(
      logRatios: policy?.discounted(result.logRatios(result.clock))
        ?? result.logRatios(result.clock), looks: purpose.rule.looks.count)
  }
}
