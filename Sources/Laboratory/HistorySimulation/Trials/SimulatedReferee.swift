internal import CLibrary
internal import Measuring
package import OrderedJSON
internal import Refereeing
internal import Reporting

/// Hundreds of simulated changes, tried one after the other by the rules of `bench referee`.
///
/// Launches scatter by Student's distribution with three degrees of freedom, so that far values are frequent,
/// and each change has a scale of its own. Effects of real changes are spread evenly.
package struct SimulatedReferee {
  /// How many changes do nothing.
  package var nulls = 500
  /// How many are faster.
  package var real = 50
  /// The least and the largest effect of those, as fractions.
  package var effects = 0.005...0.03
  /// The least and the largest scale of launches, as fractions.
  package var scales = 0.001...0.005
  /// The smallest improvement that is worth keeping, as a fraction.
  package var worth = 0.01
  /// The expected share of wrong ones among all that is kept, at most.
  package var falseKeeps = 0.05
  /// How many launches estimate all that was kept.
  package var totalLaunches = 20

  package init() {}

  /// What came of all tries of a seed.
  package struct Result: Equatable {
    /// How many were kept.
    package var kept = 0
    /// How many of these do nothing.
    package var wrong = 0
    /// How many have an effect that is worth it.
    package var worthy = 0
    /// How many of these were kept.
    package var worthyKept = 0
    /// How many ended undecided.
    package var undecided = 0
    /// Whether the interval of all that was kept holds the sum of its true effects.
    package var holdsSum = false
    /// The launches of each try.
    package var launches: [Int] = []
  }

  /// Tries all changes in a drawn order.
  ///
  /// - Parameter seed: of order, effects and launches.
  /// - Returns: what came of it.
  package func run(seed: UInt64) -> Result {
    var generator = SeededGenerator(seed: seed)
    let wish = RefereeWish(worth: log(1 + worth))
    let levels = KeepLevels(falseKeeps: falseKeeps)
    let changes =
      (Array(repeating: 0.0, count: nulls)
      + (0..<real).map { _ in log(1 - Double.random(in: effects, using: &generator)) })
      .shuffled(using: &generator)
    var result = Result()
    var sum = 0.0
    for (index, effect) in changes.enumerated() {
      let scale = Double.random(in: scales, using: &generator)
      var standing = TryStanding(
        wish: wish, risk: levels.risk(ofTry: index + 1, kept: result.kept), logRatios: [])
      var decision = TryDecision.goOn([0])
      for look in RefereeWish.looks {
        guard case .goOn = decision else { break }
        while standing.logRatios.count < look {
          standing.logRatios.append(effect + scale * Self.student(&generator))
        }
        decision = TryDecision([standing])
      }
      result.launches.append(standing.logRatios.count)
      let isWorthy = effect <= log(1 - worth)
      if isWorthy { result.worthy += 1 }
      switch decision {
      case .keep:
        result.kept += 1
        sum += effect
        if effect == 0 { result.wrong += 1 }
        if isWorthy { result.worthyKept += 1 }
      case .goOn, .beyondReach: result.undecided += 1
      case .discardSlower, .discardNoFaster: break
      }
    }
    let scale = scales.upperBound
    let total = (0..<totalLaunches).map { _ in sum + scale * Self.student(&generator) }
    result.holdsSum =
      MedianInterval(of: total, alpha: 0.01).map { $0.interval.contains(sum) } ?? false
    return result
  }

  /// A draw of Student's distribution with three degrees of freedom: a normal one over the root of the mean
  /// of three squares.
  private static func student(_ generator: inout SeededGenerator) -> Double {
    let squares = (0..<3).reduce(0.0) { sum, _ in
      let value = NoiseModel.normal(&generator)
      return sum + value * value
    }
    return NoiseModel.normal(&generator) / (squares / 3).squareRoot()
  }

  /// The results for people.
  package func table(_ results: [(seed: UInt64, result: Result)]) -> String {
    var table = TextTable(
      columns: [
        .init("seed"), .init("kept"), .init("wrong"), .init("worth it, kept"), .init("undecided"),
        .init("launches, median"), .init("sum held"),
      ])
    for (seed, result) in results {
      let cells = [
        "\(seed)", "\(result.kept)", "\(result.wrong)", "\(result.worthyKept) of \(result.worthy)",
        "\(result.undecided)", "\(Self.median(result))", result.holdsSum ? "yes" : "no",
      ]
      table.append(cells.map { TextTable.Cell($0) })
    }
    return table.lines().map { $0 + "\n" }.joined()
  }

  /// The results for programs.
  package func json(_ results: [(seed: UInt64, result: Result)]) -> JSONValue {
    .array(
      results.map { seed, result in
        .object([
          .init("seed", .string(String(seed))), .init("kept", .integer(result.kept)),
          .init("wrong", .integer(result.wrong)), .init("worthy", .integer(result.worthy)),
          .init("worthyKept", .integer(result.worthyKept)),
          .init("undecided", .integer(result.undecided)),
          .init("medianLaunches", .integer(Self.median(result))),
          .init("holdsSum", .bool(result.holdsSum)),
        ])
      })
  }

  private static func median(_ result: Result) -> Int {
    Int(Statistics.median(result.launches.map(Double.init)) ?? 0)
  }
}
