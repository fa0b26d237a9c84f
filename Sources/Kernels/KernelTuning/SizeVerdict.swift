package import DominantColor
internal import Measuring

/// Which candidate is chosen for images of one size, from the races on every kind of image.
///
/// The library knows an image's size and not its content, so one candidate has to serve all kinds:
/// the one whose largest regret over them is least. Regrets within ``margin`` of each other are a
/// tie, which goes to fewer threads, then to the shorter time over all kinds. Where the races were
/// too disturbed to decide or to call a tie, the default order is used.
package struct SizeVerdict {
  package let choice: KernelCandidate
  /// How it compares with the candidate that comes closest; `nil` when it is the only one.
  package let evidence: Tuning.Evidence?

  /// Differences of one percent are not worth a thread.
  package static let margin = 0.01
  /// An interval that reaches further from zero than this is undecided, not a tie.
  package static let openMargin = 0.05

  /// Decides; there is no verdict when no candidate was right and timed in every race.
  ///
  /// - Parameters:
  ///   - races: one for each kind of image, all of one size.
  ///   - threads: the most threads allowed.
  ///   - fallback: the candidate to take when the races do not decide.
  package init?(races: [RaceOutcome], threads: Int, fallback: KernelCandidate? = nil) {
    guard let first = races.first else { return nil }
    let eligible = first.candidates.filter { candidate in
      candidate.threads <= threads && races.allSatisfy { $0.candidates.contains(candidate) }
        && !Self.isSequentialTwin(candidate, races)
    }
    let ranked = eligible.map { candidate in
      let regrets = races.compactMap { $0.regret(of: candidate, among: eligible)?.regret }
      let logTimes = races.compactMap {
        $0.median(candidate).flatMap { LogRatio(factor: $0)?.value }
      }
      return Entry(
        candidate: candidate, loss: regrets.max() ?? 0, meanLogTime: logTimes.reduce(0, +))
    }
    // The largest regret over all kinds, and of these the least: minimax, as a caller's
    // images are not known.
    guard let least = ranked.map(\.loss).min() else { return nil }
    let ties = ranked.filter { $0.loss <= least + Self.margin }
    guard
      let winner = ties.min(by: {
        ($0.candidate.threads, $0.meanLogTime) < ($1.candidate.threads, $1.meanLogTime)
      })
    else { return nil }
    let isOpen = ties.contains { tie in
      Self.isOpen(tie.candidate, winner.candidate, races)
    }
    choice =
      isOpen && ties.contains { $0.candidate == fallback }
      ? fallback ?? winner.candidate : winner.candidate
    let chosen = choice
    let rivals = ranked.filter { $0.candidate != chosen }
    let closest = rivals.min { ($0.loss, $0.meanLogTime) < ($1.loss, $1.meanLogTime) }
    evidence = closest.flatMap {
      Self.evidence(for: chosen, against: $0.candidate, races: races)
    }
  }

  private struct Entry {
    let candidate: KernelCandidate
    let loss: Double
    let meanLogTime: Double
  }

  /// Whether a candidate used none of its further threads on any image and took about as long as one
  /// that has none: with small images a concurrent kernel is its sequential sibling.
  private static func isSequentialTwin(_ candidate: KernelCandidate, _ races: [RaceOutcome]) -> Bool
  {
    guard candidate.threads > 1, let first = races.first else { return false }
    return first.candidates.contains { sibling in
      sibling.threads == 1
        && races.allSatisfy { race in
          race.ranOnOneThread(candidate)
            && race.ratio(of: candidate, to: sibling).map {
              abs($0.factor - 1) <= openMargin
            } ?? false
        }
    }
  }

  /// Whether the races could not decide how two compare.
  private static func isOpen(
    _ one: KernelCandidate, _ other: KernelCandidate, _ races: [RaceOutcome]
  ) -> Bool {
    one != other
      && races.contains { race in
        guard let interval = race.ratio(of: one, to: other)?.logInterval else { return true }
        // Contains nothing, and reaches far from it: neither a difference nor a tie.
        return interval.contains(0) && max(-interval.lower, interval.upper) > openMargin
      }
  }

  private static func evidence(
    for winner: KernelCandidate, against rival: KernelCandidate, races: [RaceOutcome]
  ) -> Tuning.Evidence? {
    let comparisons = races.compactMap { race in
      race.ratio(of: rival, to: winner).map { (race.image, $0) }
    }
    guard let (image, estimate) = comparisons.min(by: { $0.1.factor < $1.1.factor }) else {
      return nil
    }
    let interval = estimate.factorInterval.map { $0.lower...$0.upper }
    return Tuning.Evidence(
      runnerUp: rival.name, image: image, ratio: estimate.factor,
      interval: interval ?? estimate.factor...estimate.factor,
      isTie: comparisons.allSatisfy { $0.1.logInterval?.contains(0) ?? true })
  }
}
