package import Measuring

/// Finds how many steps of arithmetic make a program's run longer by a share.
package enum AddedSteps {
  /// Runs a program with some steps in the layout of a number, and answers how long it took.
  package typealias Run =
    (_ steps: Int, _ layout: Int) throws(WorkerFailure) -> Double

  /// Layouts in which runs with and without steps are compared.
  static let layouts = 4
  /// Comparisons in each layout.
  static let rounds = 6

  /// Finds the number.
  ///
  /// Runs with as many steps as make the program about twice as long and runs without take turns, so
  /// that what disturbs both is not in their ratio.
  ///
  /// - Parameters:
  ///   - share: the share of a run's time: 0.01 is one percent.
  ///   - limit: the most steps.
  ///   - run: runs the program.
  /// - Returns: the steps.
  /// - Throws: What `run` throws, or that steps do not make the program longer.
  /// - Complexity: about 110 runs' time.
  package static func find(
    share: Double, limit: Int, run: Run
  ) throws(WorkerFailure) -> Int {
    var trial = 1 << 16
    while true {
      let without = min(try run(0, 0), try run(0, 0))
      let with = min(try run(trial, 0), try run(trial, 0))
      // A disturbed run may have looked longer: more runs decide, and more steps are tried.
      if with >= 1.7 * without {
        let longer = try Self.longer(with: trial, run)
        // Time grows in proportion to steps: trial steps are `longer` of the time, and share
        // is wanted.
        if longer > 0.2 { return min(Int((share * Double(trial) / longer).rounded()), limit) }
      }
      guard trial < limit / 2 else {
        throw .prevented("work that is linked into its program does not make it longer")
      }
      trial *= 2
    }
  }

  /// How much longer a program runs with some steps, as a share of its time, in the median of layouts.
  private static func longer(with trial: Int, _ run: Run) throws(WorkerFailure) -> Double {
    var ratios: [Double] = []
    for layout in 0..<layouts {
      var times: (with: [Double], without: [Double]) = ([], [])
      for round in 0..<rounds {
        // With, without, without, with, and the other way round in the next one: a machine
        // that becomes slower in a straight line adds the same to both.
        for isWithSteps in [round % 2 == 0, round % 2 != 0, round % 2 != 0, round % 2 == 0] {
          let time = try run(isWithSteps ? trial : 0, layout)
          if isWithSteps { times.with.append(time) } else { times.without.append(time) }
        }
      }
      ratios.append(fastest(times.with) / max(fastest(times.without), .leastNonzeroMagnitude) - 1)
    }
    return Statistics.median(ratios) ?? 0
  }

  /// The mean of the fastest third: disturbances make a program longer, and steps, which use no memory,
  /// hardly, so that with all runs too many steps would be taken for the share.
  private static func fastest(_ times: [Double]) -> Double {
    let fastest = times.sorted().prefix(max(1, times.count / 3))
    return fastest.reduce(0, +) / Double(max(fastest.count, 1))
  }
}
