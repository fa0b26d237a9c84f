/// How far a measurement has come.
public struct TimingProgress: Equatable, Sendable {
  /// What is going on.
  public enum Stage: String, Sendable {
    /// Finding iteration counts and warming up.
    case preparing
    /// Collecting samples.
    case timing
  }

  /// What is going on.
  public let stage: Stage
  /// From 0 to 1, never falling.
  public let fraction: Double
  /// Seconds still to go, by estimate.
  public let secondsLeft: Double
  /// Rounds of samples made so far.
  public let rounds: Int
}
