internal import DominantColor
internal import Measuring
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
    let kernel: any Kernel
    do throws(UsageError) {
      kernel = try KernelWorkloads.kernel(named: subject.kernel)
    } catch {
      throw .incomparable(error.description)
    }
    let pairing = BuildPairing(
      starter: starter, kernel: kernel, image: subject.comparedImage, threads: threads,
      instructionSet: instructionSet, isCancelled: isCancelled, progress: progress)
    var session: NightSession
    do throws(ComparisonFailure) {
      session = try pairing.session(
        base: old, candidate: program, purpose,
        label: "\(purpose == .look ? "looking at" : "confirming") \(subject.series)")
    } catch {
      if isCancelled() { throw .interrupted }
      throw .incomparable(error.message)
    }
    let slowdown = session.confirmation.estimate?.factor ?? 1
    if purpose == .confirmation, slowdown >= 1 + minimumEffect, let counter {
      progress("counting instructions of \(subject.series)", 0)
      session.baseInstructions = counter.count(old, pairing.work).number.map { Int64($0) }
      session.tonightInstructions = counter.count(program, pairing.work).number.map { Int64($0) }
    }
    return session
  }
}
