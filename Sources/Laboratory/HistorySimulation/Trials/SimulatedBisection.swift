package import Measuring
package import OrderedJSON
internal import Reporting
package import TimingHistory

/// How often bisections with simulated workers find the right commit.
package struct SimulatedBisection {
  /// What is simulated.
  package let trial: BisectionTrial
  /// How many searches are made.
  package let searches: Int
  /// The start of the random sequence.
  package let seed: UInt64

  package init(
    trial: BisectionTrial, searches: Int, seed: UInt64
  ) {
    self.trial = trial
    self.searches = searches
    self.seed = seed
  }

  /// The result of the searches.
  package struct Result: Equatable {
    /// The searches that named the right commit.
    package let exact: ProportionBounds
    /// The most probes of a search.
    package let mostProbes: Int
  }

  /// Runs all searches.
  ///
  /// - Throws: `NoisyBisection.Refusal` when the search cannot be made with these numbers.
  package func run() throws(NoisyBisection.Refusal) -> Result {
    let (exact, mostProbes) = try trial.run(searches: searches, seed: seed)
    return Result(exact: exact, mostProbes: mostProbes)
  }

  /// The result for people.
  package func words(_ result: Result) -> String {
    let share = Decimals.fixed((result.exact.observed ?? 0) * 100, places: 1)
    let bound = Decimals.fixed(result.exact.atLeast(confidence: 0.95) * 100, places: 1)
    return "\(result.exact.successes) of \(searches) searches named the right commit (\(share) %); "
      + "the true rate is at least \(bound) % (95 %, Clopper-Pearson)\n"
      + "a step of \(Decimals.change(trial.slowdown.percent / 100)) among "
      + "\(trial.commits) commits; at most \(result.mostProbes) probes a search\n"
  }

  /// The result for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package func json(_ result: Result) -> JSONValue {
    .object([
      .init("trials", .integer(searches)),
      .init("commits", .integer(trial.commits)),
      .init("step", .number(trial.slowdown.percent / 100)),
      .init("seed", .string(String(seed))),
      .init("located", .integer(result.exact.successes)),
      .init("share", .number(result.exact.observed ?? 0)),
      .init("atLeast", .number(result.exact.atLeast(confidence: 0.95))),
      .init("mostProbes", .integer(result.mostProbes)),
    ])
  }
}
