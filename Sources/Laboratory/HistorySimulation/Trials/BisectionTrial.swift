package import Measuring
package import TimingHistory

/// Tries the bisection on simulated workers whose first slow commit is known.
package struct BisectionTrial: Sendable {
  /// How many commits there are.
  package var commits = 60
  /// How much slower the code became.
  package var slowdown = LogRatio(0.009_950_330_853_168)
  /// By how much launches scatter.
  package var launchDeviation = 0.0025
  /// How many launches a probe has.
  package var launches = 12
  /// How many probes are allowed.
  package var maximumProbes = 8

  /// Makes a trial of a slowdown of 1 % among 60 commits.
  package init() {}

  /// In how many searches the very commit was found.
  ///
  /// - Parameters:
  ///   - searches: How many searches are made, each for another commit.
  ///   - seed: The start of the random sequence.
  /// - Returns: The count of exact answers, and the most probes a search took.
  /// - Throws: ``NoisyBisection/Refusal`` for a trial without commits or slowdown.
  package func run(
    searches: Int, seed: UInt64
  ) throws(NoisyBisection.Refusal) -> (exact: ProportionBounds, mostProbes: Int) {
    var generator = SeededGenerator(seed: seed)
    var exact = 0
    var mostProbes = 0
    for _ in 0..<searches {
      var search = try NoisyBisection(
        commits: commits, slowdown: slowdown, maximumProbes: maximumProbes)
      let truth = Int.random(in: 0..<commits, using: &generator)
      while let commit = search.nextProbe {
        let level = commit >= truth ? slowdown.value : 0
        let noise = NoiseModel.normal.series(count: launches, using: &generator)
        search.record(commit, logRatios: noise.map { level + launchDeviation * $0 })
      }
      exact += search.firstSlow.commit == truth ? 1 : 0
      mostProbes = max(mostProbes, search.probes.count)
    }
    return (ProportionBounds(successes: exact, trials: searches), mostProbes)
  }
}
