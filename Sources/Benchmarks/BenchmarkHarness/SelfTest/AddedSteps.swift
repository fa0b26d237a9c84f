public import Measuring

/// Finds how many steps of arithmetic make a program's run longer by a share.
public enum AddedSteps {
  /// Runs a program with some steps in the layout of a number, and answers how long it took.
  public typealias Run =
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
  public static func find(
    share: Double, limit: Int, run: Run
  ) throws(WorkerFailure) -> Int {
    var trial = 1 << 16
    while true {
      let without = min(try run(0, 0), try run(0, 0))
      let with = min(try run(trial, 0), try run(trial, 0))
      if with >= 1.7 * without { break }
      guard trial < limit / 2 else {
        throw .reported("work that is linked into its program does not make it longer")
      }
      trial *= 2
    }
    var ratios: [Double] = []
    for layout in 0..<layouts {
      for round in 0..<rounds {
        let isWorkFirst = round % 2 == 0
        let outer = try run(isWorkFirst ? trial : 0, layout)
        let inner = try run(isWorkFirst ? 0 : trial, layout)
        let inner2 = try run(isWorkFirst ? 0 : trial, layout)
        let outer2 = try run(isWorkFirst ? trial : 0, layout)
        let ratio = (outer + outer2) / max(inner + inner2, .leastNonzeroMagnitude)
        ratios.append((isWorkFirst ? ratio : 1 / ratio) - 1)
      }
    }
    guard let longer = Statistics.median(ratios), longer > 0.2 else {
      throw .reported("work that is linked into its program does not make it longer")
    }
    return min(Int((share * Double(trial) / longer).rounded()), limit)
  }
}
