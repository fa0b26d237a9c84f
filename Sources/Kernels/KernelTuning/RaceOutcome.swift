package import DominantColor
package import Measuring

/// What a race on one image showed.
package struct RaceOutcome {
  package let image: String
  package let width: Int
  package let height: Int
  /// Those that were timed, in the order of ``timing``.
  package let candidates: [KernelCandidate]
  /// Those that answered differently from the reference: never chosen.
  package let wrong: [KernelCandidate]
  /// Those that the first look showed to be far too slow.
  package let hopeless: [KernelCandidate]
  package let timing: InterleavedTiming

  /// Confidence of the intervals: 95 %.
  package static let alpha = 0.05

  package var pixels: Int { width * height }

  /// The median wall time of one call, in seconds; `nil` when it was not timed.
  package func median(_ candidate: KernelCandidate) -> Double? {
    candidates.firstIndex(of: candidate).flatMap { timing.contenders[$0].median(.wall) }
  }

  /// Whether a candidate did all of its work on the calling thread, as concurrent kernels do with
  /// small images: other threads of the process took no processor time meanwhile.
  package func ranOnOneThread(_ candidate: KernelCandidate) -> Bool {
    guard candidate.threads > 1 else { return true }
    guard let index = candidates.firstIndex(of: candidate) else { return false }
    let epochs = timing.contenders[index].epochs
    let own = epochs.reduce(0.0) { $0 + Double($1.threadCPU) }
    // Two percent for what the process does beside, such as signals and its own runtime.
    return epochs.reduce(0.0) { $0 + Double($1.processCPU) } <= 1.02 * own
  }

  /// How much longer one takes than another, from the same rounds.
  ///
  /// The processor time of the thread where neither used more than one, as it is not disturbed by
  /// neighbours; wall time otherwise.
  package func ratio(
    of candidate: KernelCandidate, to other: KernelCandidate, alpha: Double = alpha
  ) -> RatioEstimate? {
    guard let above = candidates.firstIndex(of: candidate),
      let below = candidates.firstIndex(of: other)
    else { return nil }
    let clock: ClockKind = ranOnOneThread(candidate) && ranOnOneThread(other) ? .threadCPU : .wall
    return timing.ratio(of: above, to: below, clock: clock, alpha: alpha)
  }

  /// By how much a candidate is significantly slower than the best of others: the largest ratio,
  /// less one, of those whose whole interval lies above one; 0 when none does.
  ///
  /// - Returns: `nil` when the candidate was not timed.
  package func regret(
    of candidate: KernelCandidate, among others: [KernelCandidate], alpha: Double = alpha
  ) -> (regret: Double, best: KernelCandidate)? {
    guard candidates.contains(candidate) else { return nil }
    var worst = (regret: 0.0, best: candidate)
    for other in others where other != candidate {
      guard let estimate = ratio(of: candidate, to: other, alpha: alpha),
        let interval = estimate.logInterval, interval.lower > 0, estimate.factor - 1 > worst.regret
      else { continue }
      worst = (estimate.factor - 1, other)
    }
    return worst
  }
}
