internal import CMeasuringShims

/// A fixed amount of arithmetic, to which the times of any benchmark can be compared.
///
/// Each step waits for the one before, so that the time is steps × latency ÷ clock frequency: it
/// follows the frequency of the processor and the share of it that others take, and hardly
/// anything else. The ratio of a benchmark to it therefore moves less from night to night than the
/// benchmark's time.
public enum ReferenceLoop {
  /// What reports call it.
  public static let name = "reference loop"

  private static let stepsOfIteration = 100

  /// Runs the loop; an iteration takes about a tenth of a microsecond.
  public static func run(iterations: Int) {
    run(steps: Self.stepsOfIteration * max(iterations, 0))
  }

  /// Runs single steps of the loop; each takes about a nanosecond.
  public static func run(steps: Int) {
    blackHole(cmeasurement_dependent_steps(UInt64(max(steps, 0))))
  }
}
