/// The state of a paired session after a launch.
public struct SessionProgress: Equatable, Sendable {
  /// Complete launches so far.
  public let launches: Int
  /// After how many launches the next decision may fall.
  public let nextLook: Int
  /// After how many launches it ends at the latest.
  public let maximumLaunches: Int
  /// The estimate so far.
  public let estimate: RatioEstimate?
}
