/// Finds how many iterations fill an epoch.
///
/// An epoch must be long against the clock's grain and short against disturbances; about a
/// millisecond is both. The count grows until two epochs in a row are long enough (nanobench's
/// rule), so that one interrupted epoch does not set a count that is too small.
public struct EpochCalibration: Equatable, Sendable {
  /// How long an epoch should be, in nanoseconds.
  public let target: UInt64
  /// How often to do the work in the next trial.
  public private(set) var iterations = 1
  /// The answer, once there is one: at least 1.
  public private(set) var result: Int?
  private var crossing: UInt64?

  /// Begins a search for epochs of a length.
  public init(targetNanoseconds: UInt64) {
    target = max(targetNanoseconds, 1)
  }

  /// Takes in how long ``iterations`` took.
  public mutating func record(nanoseconds: UInt64) {
    guard result == nil else { return }
    guard nanoseconds >= target else {
      crossing = nil
      grow(nanoseconds)
      return
    }
    // The same number of iterations once more.
    guard let first = crossing else {
      crossing = nanoseconds
      return
    }
    // The faster of the two was less disturbed; scale it down to what fills the target.
    let perIteration = Double(min(first, nanoseconds)) / Double(iterations)
    result = max(1, Int((Double(target) / perIteration).rounded(.up)))
  }

  private mutating func grow(_ nanoseconds: UInt64) {
    // A fifth more than the estimate, so that the next trial crosses, but at most ten times as
    // many: the first calls are often the slowest, and the estimate is poor. The count is capped
    // where work that takes no time at all would make it overflow.
    let estimate = Double(iterations) * Double(target) / Double(max(nanoseconds, 1)) * 1.2
    let next = min(estimate.rounded(.up), Double(iterations) * 10, 1e12)
    iterations = max(iterations + 1, Int(next))
    if iterations >= 1_000_000_000_000 { result = iterations }
  }

  /// Searches by running the work.
  ///
  /// - Parameters:
  ///   - targetNanoseconds: How long an epoch should be.
  ///   - run: Runs the work the given number of times and returns how long that took.
  /// - Returns: The iterations to do in an epoch, at least 1.
  /// - Throws: What `run` throws.
  public static func find<Failure: Error>(
    targetNanoseconds: UInt64, run: (_ iterations: Int) throws(Failure) -> UInt64
  ) throws(Failure) -> Int {
    var search = EpochCalibration(targetNanoseconds: targetNanoseconds)
    while true {
      if let result = search.result { return result }
      search.record(nanoseconds: try run(search.iterations))
    }
  }
}
