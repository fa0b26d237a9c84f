/// How many pairs a launch makes, and after how many of them its sides are prepared again.
///
/// For sides in two processes whose preparation takes other memory each time: where tables lie
/// makes equal work differ by percents, and this draws many places a launch instead of one.
public struct LaunchPairs: Equatable, Sendable {
  /// ABBA blocks in each launch, at least 1.
  public var perLaunch: Int
  /// After so many pairs both sides are prepared again, at least 1; `nil` prepares once a launch.
  public var perPreparation: Int?

  /// A hundred pairs that are prepared once.
  public static let preparedOnce = LaunchPairs(perLaunch: 100, perPreparation: nil)

  /// A hundred pairs, prepared again after every fifth: preparing may take long.
  public static let usual = LaunchPairs(perLaunch: 100, perPreparation: 5)

  /// Makes counts; numbers under 1 count as 1.
  public init(perLaunch: Int, perPreparation: Int?) {
    self.perLaunch = max(perLaunch, 1)
    self.perPreparation = perPreparation.map { max($0, 1) }
  }
}
