/// The peak memory of both sides of a session, over its launches.
///
/// It is judged by count, without a model of its spread: one side takes more when its peaks in all
/// launches are above all of the other, which happens to equal sides with five launches at most once
/// in 126 sessions, and the medians differ by 1 % or more.
public struct MemoryChange: Equatable, Sendable {
  /// What the peaks say.
  public enum Verdict: String, Sendable {
    /// The candidate takes more.
    case more
    /// The candidate takes less.
    case less
    /// They overlap, or differ by less than 1 %.
    case same
  }

  /// The median of the base's peaks, in bytes.
  public let base: Int
  /// The median of the candidate's peaks, in bytes.
  public let candidate: Int
  /// How many launches there are.
  public let launches: Int
  /// What the peaks say.
  public let verdict: Verdict

  /// The fewest launches that are judged.
  public static let fewestLaunches = 5
  /// The smallest difference of the medians that is called one, as a fraction.
  public static let smallestChange = 0.01

  /// Compares the peaks of launches; nil where the system does not report them.
  public init?(_ launches: [LaunchRecord]) {
    let pairs = launches.compactMap { launch in
      launch.basePeak.flatMap { base in launch.candidatePeak.map { (base, $0) } }
    }
    let (left, right) = (pairs.map(\.0), pairs.map(\.1))
    guard let base = Statistics.median(left.map(Double.init)), base > 0,
      let candidate = Statistics.median(right.map(Double.init)),
      let lows = left.min(), let highs = left.max(), let low = right.min(), let high = right.max()
    else { return nil }
    self.base = Int(base)
    self.candidate = Int(candidate)
    self.launches = pairs.count
    let isJudged =
      pairs.count >= Self.fewestLaunches
      && (candidate / base - 1).magnitude >= Self.smallestChange
    verdict = isJudged && low > highs ? .more : isJudged && high < lows ? .less : .same
  }

  /// How much more the candidate takes, as a fraction of the base.
  public var change: Double { Double(candidate) / Double(base) - 1 }
}
