internal import CLibrary
package import Measuring

/// Finds the commit that made the code slower, although every probe is noisy.
///
/// A probe is a paired session of a commit's build against the last good one. Each commit carries
/// the probability of being the first slow one; a probe multiplies those probabilities by how well
/// they explain what it saw (Horstein 1963; Waeber, Frazier & Henderson, SIAM J. Control Optim.
/// 2013). The next probe is the commit that halves the probability, so a doubtful answer is asked
/// again by itself, and a clear one never is. A commit that cannot be measured stands for the same
/// answer as the next one that can.
///
/// ```swift
/// var search = try NoisyBisection(commits: 60, slowdown: confirmed)
/// while let commit = search.nextProbe {
///   let ratios = session(commit)
///   if ratios.isEmpty {
///     search.skip(commit)
///   } else {
///     search.record(commit, logRatios: ratios)
///   }
/// }
/// print(search.firstSlow.commit)
/// ```
package struct NoisyBisection: Equatable, Sendable {
  /// How many commits could be the first slow one: they are numbered 0 ..< commits, oldest first,
  /// and the newest one is known to be slow.
  package let commits: Int
  /// The slowdown that was confirmed.
  package let slowdown: LogRatio
  /// How probable the answer must be before the search ends.
  package let confidence: Double
  /// How many probes are allowed.
  package let maximumProbes: Int
  /// The probability of each commit to be the first slow one.
  package private(set) var probabilities: [Double]
  /// The probes that were made.
  package private(set) var probes: [Probe] = []
  /// The commits that cannot be measured.
  package private(set) var skipped: Set<Int> = []

  /// What was seen of one commit.
  package struct Probe: Equatable, Sendable {
    package let commit: Int
    /// ln(commit ÷ last good).
    package let logRatio: LogRatio
    /// The likelihood of what was seen if the commit is slow over that if it is fast.
    package let likelihoodRatio: Double
  }

  /// Why a search cannot begin.
  package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is nothing to search.
    case noCommits
    /// The difference is too close to zero to be told from it.
    case noSlowdown

    /// What is missing.
    package var description: String {
      switch self {
      case .noCommits: "There is no commit between the last good build and the slow one."
      case .noSlowdown:
        "There is no slowdown to search for: confirm the regression before bisecting it."
      }
    }
  }

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - commits: How many commits could be the first slow one, the known slow one included.
  ///   - slowdown: The slowdown that was confirmed; a speed-up can be searched for as well.
  ///   - confidence: How probable the answer must be.
  ///   - maximumProbes: How many probes are allowed.
  /// - Throws: ``Refusal`` when there is nothing to search for.
  package init(
    commits: Int, slowdown: LogRatio, confidence: Double = 0.99, maximumProbes: Int = 8
  ) throws(Refusal) {
    guard commits > 0 else { throw .noCommits }
    guard slowdown.value != 0, slowdown.value.isFinite else { throw .noSlowdown }
    self.commits = commits
    self.slowdown = slowdown
    self.confidence = confidence
    self.maximumProbes = maximumProbes
    probabilities = Array(repeating: 1 / Double(commits), count: commits)
  }

  /// The most probable first slow commit, with the probability that it or one of those before it which no
  /// measurement tells from it is the first slow one.
  package var firstSlow: (commit: Int, probability: Double) {
    let suspects = suspects
    return (suspects.upperBound, probabilities[suspects].reduce(0, +))
  }

  /// The most probable first slow commit, and before it those without a gap that cannot be measured: which of
  /// these is the first slow one is not to be seen.
  package var suspects: ClosedRange<Int> {
    var best = (commits: 0...0, probability: -1.0)
    var first = 0
    for commit in probabilities.indices where !skipped.contains(commit) {
      let probability = probabilities[first...commit].reduce(0, +)
      if probability > best.probability { best = (first...commit, probability) }
      first = commit + 1
    }
    return best.commits
  }

  /// Whether the answer is as probable as was asked for.
  package var isSettled: Bool { firstSlow.probability >= confidence }

  /// The commit to probe next; nil when the search is over.
  ///
  /// It is the one whose answer is closest to an even bet. The newest is never probed: it is known
  /// to be slow.
  package var nextProbe: Int? {
    guard !isSettled, probes.count < maximumProbes, commits > 1 else { return nil }
    var sum = 0.0
    var best: (commit: Int, distance: Double)?
    for commit in 0..<commits - 1 {
      sum += probabilities[commit]
      if skipped.contains(commit) { continue }
      // The probability that this commit is slow is that the first slow one is not after it.
      let distance = abs(sum - 0.5)
      if distance < best?.distance ?? .infinity { best = (commit, distance) }
    }
    return best?.commit
  }

  /// Takes in that a commit cannot be measured: it is not probed again.
  ///
  /// - Parameter commit: Which commit; the newest is known to be slow, so that it is never skipped.
  package mutating func skip(_ commit: Int) {
    if (0..<commits - 1).contains(commit) { skipped.insert(commit) }
  }

  /// Takes in a probe.
  ///
  /// - Parameters:
  ///   - commit: Which commit was measured.
  ///   - logRatios: ln(commit ÷ last good), one for each launch; without any nothing is learnt.
  package mutating func record(_ commit: Int, logRatios: [Double]) {
    guard probabilities.indices.contains(commit), let median = Statistics.median(logRatios) else {
      return
    }
    let error = Self.standardError(logRatios, slowdown: slowdown)
    let likelihoodRatio = Self.likelihoodRatio(median / error, slowdown.value / error)
    probes.append(
      Probe(commit: commit, logRatio: LogRatio(median), likelihoodRatio: likelihoodRatio))
    // Bayes' rule. Where the first slow commit is this one or an older one, this one is slow;
    // where it is a younger one, it is fast, and the factor is 1:
    //
    //     first slow     0   1   2 … commit │ commit + 1 …
    //     probability    times the ratio    │ as before          then scaled to a sum of 1
    for first in probabilities.indices where first <= commit {
      probabilities[first] *= likelihoodRatio
    }
    let sum = probabilities.reduce(0, +)
    for first in probabilities.indices { probabilities[first] /= sum }
  }

  /// The standard error of the median of launches.
  ///
  /// The median absolute deviation over √(0.64 n), the efficiency of the median for normal data; at
  /// least a fiftieth of the slowdown, because launches that agree by luck prove nothing.
  private static func standardError(_ values: [Double], slowdown: LogRatio) -> Double {
    let spread = (Statistics.medianAbsoluteDeviation(values) ?? 0) * Statistics.normalConsistency
    // A single launch says nothing of its own scatter.
    let known = values.count > 1 ? spread : abs(slowdown.value)
    return max(known / (0.64 * Double(values.count)).squareRoot(), abs(slowdown.value) / 50)
  }

  /// How much better slow explains a measurement than fast does, both in standard errors.
  ///
  /// Student's density with 5 degrees of freedom instead of the normal one: a single wild session
  /// may mislead by a factor of some thousands, never beyond repair.
  private static func likelihoodRatio(_ seen: Double, _ slow: Double) -> Double {
    // (1 + x² ÷ ν) to the power of −(ν + 1) ÷ 2; factors that both densities have cancel.
    func density(_ x: Double) -> Double { pow(1 + x * x / 5, -3) }
    let ratio = density(seen - slow) / density(seen)
    return min(max(ratio, 1e-4), 1e4)
  }
}
