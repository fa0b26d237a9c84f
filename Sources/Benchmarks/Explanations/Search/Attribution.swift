/// Which parts make up a change, as far as it was found.
public struct Attribution: Equatable, Sendable {
  /// Parts with what they change when they alone are exchanged.
  public struct Share: Equatable, Sendable {
    /// One part, or several that have the effect only together.
    public let parts: [Int]
    /// What exchanging them changes.
    public let effect: Effect

    /// Makes a share.
    public init(parts: [Int], effect: Effect) {
      self.parts = parts
      self.effect = effect
    }
  }

  /// An exchange that was thrown away.
  public struct Refusal: Equatable, Sendable {
    /// What was exchanged.
    public let parts: [Int]
    /// Why it cannot be measured.
    public let reason: String
  }

  /// The change of all parts together.
  public let whole: Effect
  /// The parts that change something, the largest effect first.
  public var shares: [Share] = []
  /// All other parts.
  public var rest: [Int] = []
  /// What exchanging all other parts at once changes; `nil` where it was not measured.
  public var restEffect: Effect?
  /// The exchanges that were thrown away, in their order.
  public var refusals: [Refusal] = []
  /// The fewest parts known to hold a change that could not be divided any more in the time there was;
  /// empty where the search came to its end.
  public var suspects: [Int] = []
  /// How many exchanges were measured.
  public var sessions = 0

  /// Whether the search came to its end.
  public var isComplete: Bool { suspects.isEmpty && !isStopped }
  /// Whether it was stopped.
  public var isStopped = false

  /// Begins with nothing found.
  public init(whole: Effect) { self.whole = whole }

  /// The sum of all that was measured part by part.
  public var sum: Effect {
    let start = restEffect ?? .sameCode
    return shares.reduce(start) { $0 + $1.effect }
  }

  /// What the parts do not add up to: how they work together, and what is no part, such as how the
  /// program is linked or what it reads.
  ///
  /// - Parameter margin: the log ratio that does not matter.
  /// - Returns: `nil` where the sum is the whole, within both intervals or the margin.
  public func together(margin: Double) -> Effect? {
    guard restEffect != nil || rest.isEmpty, !isStopped else { return nil }
    let left = whole - sum
    return left.isChange(beyond: margin) ? left : nil
  }
}
