package import Measuring
package import OrderedJSON

/// How far apart the same code is in different layouts: what the linker alone makes of a benchmark.
///
/// Each round times every layout once. A layout's figure is the median over rounds of its time in
/// relation to the middle of its round, so that what disturbs a whole round cancels.
package struct LayoutSpread: Equatable, Sendable {
  /// The log ratio of each layout to the middle of all.
  package let layouts: [Double]
  /// How many times each layout was timed.
  package let rounds: Int
  /// The middle time, in seconds.
  package let seconds: Double
  /// The spread that the noise of the measurement alone would show, as a log ratio.
  ///
  /// It is what half of the rounds say less what the other half says, as a range of as many values.
  package let noise: Double

  /// Takes in times.
  ///
  /// - Parameter rounds: the seconds of each layout in each round, at least four rounds of at least
  ///   two layouts.
  /// - Complexity: O(*n* log *n*) in times.
  ///
  /// It is `nil` for fewer, or where a time is not above 0.
  package init?(rounds: [[Double]]) {
    guard rounds.count >= 4, let count = rounds.first?.count, count >= 2,
      rounds.allSatisfy({ $0.count == count && $0.allSatisfy { $0 > 0 } }),
      let seconds = Statistics.median(Array(rounds.joined()))
    else { return nil }
    func figures(of rounds: [[Double]]) -> [Double] {
      let relative = rounds.map { times in
        let middle = Statistics.median(times) ?? 1
        return times.map { LogRatio(of: $0, over: middle)?.value ?? 0 }
      }
      return (0..<count).map { layout in Statistics.median(relative.map { $0[layout] }) ?? 0 }
    }
    layouts = figures(of: rounds)
    self.rounds = rounds.count
    self.seconds = seconds
    let halves = (0...1).map { half in
      figures(of: rounds.enumerated().filter { $0.offset % 2 == half }.map(\.element))
    }
    // A difference of two halves varies four times as much as a figure of all rounds.
    let differences = zip(halves[0], halves[1]).map { ($0 - $1) / 2 }
    let squares = differences.reduce(0) { $0 + $1 * $1 } / Double(count)
    // The largest of n normal values is expected at about the quantile (n − 3/8) ÷ (n + 1/4)
    // (G. Blom, 1958), and the smallest as far below: twice that many deviations is their
    // range.
    let share = (Double(count) - 0.375) / (Double(count) + 0.25)
    noise = 2 * Statistics.normalQuantile(share) * squares.squareRoot()
  }

  /// The log ratio of the slowest layout to the fastest.
  package var value: Double { (layouts.max() ?? 0) - (layouts.min() ?? 0) }

  /// What must be allowed for when two files of one layout each are compared; `nil` with fewer than
  /// twice ``LayoutAllowance/leastPairs`` layouts.
  ///
  /// No two of these layouts differ by more. Of as many further pairs as half the layouts one may.
  package var allowance: LayoutAllowance? {
    guard layouts.count / 2 >= LayoutAllowance.leastPairs else { return nil }
    return LayoutAllowance(logRatio: value, layoutPairs: layouts.count / 2)
  }

  /// The figures for programs.
  package var fields: [JSONValue.Field] {
    [
      .init("layouts", .integer(layouts.count)), .init("rounds", .integer(rounds)),
      .init("seconds", .number(seconds)),
      .init("spread", .number(LogRatio(value).percent / 100)),
      .init("noise", .number(LogRatio(noise).percent / 100)),
      .init(
        "allowance",
        .optional(allowance) { .number(LogRatio($0.logRatio).percent / 100) }),
      .init("logRatios", .array(layouts.map(JSONValue.number))),
    ]
  }
}
