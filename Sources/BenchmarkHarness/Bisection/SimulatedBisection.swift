internal import CommandText
internal import Measuring
internal import TimingHistory

/// `bench bisect --simulate`: how often searches with simulated workers find the very commit.
struct SimulatedBisection {
  let trial: BisectionTrial
  let searches: Int
  let seed: UInt64

  /// What came of the searches.
  struct Result: Equatable {
    let exact: ProportionBounds
    let mostProbes: Int
  }

  /// Runs all searches.
  func run() throws(NoisyBisection.Refusal) -> Result {
    let (exact, mostProbes) = try trial.run(searches: searches, seed: seed)
    return Result(exact: exact, mostProbes: mostProbes)
  }

  /// The result for people.
  func words(_ result: Result) -> String {
    let share = Decimals.fixed((result.exact.observed ?? 0) * 100, places: 1)
    let bound = Decimals.fixed(result.exact.atLeast(confidence: 0.95) * 100, places: 1)
    return "\(result.exact.successes) of \(searches) searches named the very commit (\(share) %); "
      + "the true rate is at least \(bound) % (95 %, Clopper-Pearson)\n"
      + "a step of \(ComparisonTable.percent(trial.slowdown.percent / 100)) among "
      + "\(trial.commits) commits; at most \(result.mostProbes) probes a search\n"
  }

  /// The result for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  func json(_ result: Result) -> JSONValue {
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
