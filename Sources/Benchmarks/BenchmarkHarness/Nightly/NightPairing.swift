public import BenchmarkBuilds
internal import Measuring
internal import Reporting
internal import TimingHistory

/// Compares tonight's build with earlier ones in paired sessions.
public struct NightPairing {
  private let pairing: BuildPairing
  private let program: String
  private let builds: KeptBuilds
  private let counter: InstructionCounter?
  private let isCancelled: () -> Bool
  private let progress: (_ label: String, _ fraction: Double) -> Void

  /// Makes a pairing.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - program: the path of tonight's build.
  ///   - builds: the earlier builds.
  ///   - counter: counts instructions where a slowdown is to be explained; `nil` to count none.
  ///   - layouts: decides how layouts are taken into account; `nil` to compare files as they are.
  ///   - isCancelled: asked between steps.
  ///   - progress: called with what is done, and how far it is, 0 to 1.
  public init(
    starter: WorkerStarter, program: String, builds: KeptBuilds, counter: InstructionCounter?,
    layouts: LayoutChooser? = nil, isCancelled: @escaping () -> Bool,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void
  ) {
    pairing = BuildPairing(
      starter: starter, layouts: layouts, isCancelled: isCancelled, progress: progress)
    self.program = program
    self.builds = builds
    self.counter = counter
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Runs a session.
  ///
  /// - Parameters:
  ///   - subject: the series.
  ///   - base: the build to compare with.
  ///   - purpose: why they are compared.
  ///   - minimumEffect: from which slowdown on instructions are counted, as a fraction.
  /// - Returns: what was measured.
  /// - Throws: ``NightFailure`` when the builds cannot be compared, or on Ctrl-C.
  public func session(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose, minimumEffect: Double
  ) throws(NightFailure) -> NightSession {
    let old: String
    var session: NightSession
    do throws(HarnessFailure) {
      old = try builds.executable(of: base.kept)
      session = try pairing.session(
        subject.work, base: old, candidate: program, purpose,
        label: "\(purpose == .look ? "looking at" : "confirming") \(subject.series)")
    } catch {
      if isCancelled() { throw .interrupted }
      throw .incomparable(error.message)
    }
    let slowdown = session.confirmation.estimate?.factor ?? 1
    if purpose == .confirmation, slowdown >= 1 + minimumEffect, let counter {
      progress("counting instructions of \(subject.series)", 0)
      session.baseInstructions = counter.count(old, subject.work).number.map { Int64($0) }
      session.tonightInstructions = counter.count(program, subject.work).number.map { Int64($0) }
    }
    return session
  }
}
