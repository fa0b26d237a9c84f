/// Which parts make up a change, as far as it was found.
package struct Attribution: Equatable, Sendable {
  /// Parts with what they change when they alone are exchanged.
  package struct Share: Equatable, Sendable {
    /// One part, or several that have the effect only together.
    package let parts: [Int]
    /// What exchanging them changes.
    package let effect: ExchangeEffect
  }

  /// An exchange that was thrown away.
  package struct Refusal: Equatable, Sendable {
    /// What was exchanged.
    package let parts: [Int]
    /// Why it cannot be measured.
    package let reason: String
  }

  /// The change of all parts together.
  package let whole: ExchangeEffect
  /// The parts that change something, the largest effect first.
  package var shares: [Share] = []
  /// All other parts.
  package var rest: [Int] = []
  /// What exchanging all other parts at once changes; `nil` where it was not measured.
  package var restEffect: ExchangeEffect?
  /// The exchanges that were thrown away, in their order.
  package var refusals: [Refusal] = []
  /// The fewest parts known to hold a change that could not be divided any more in the time there was;
  /// empty where the search came to its end.
  package var suspects: [Int] = []
  /// How many exchanges were measured.
  package var sessions = 0

  /// Whether the search came to its end.
  package var isComplete: Bool { suspects.isEmpty && !isStopped }
  /// Whether it was stopped.
  package var isStopped = false

  /// Puts what a search among the functions of a part found in the place of its share; a search that was
  /// stopped ends this one too.
  ///
  /// - Parameters:
  ///   - share: the share of that part alone.
  ///   - found: what was found among its functions.
  ///   - first: the number that the first of the functions has among all parts.
  mutating func divide(_ share: Share, into found: Attribution, first: Int) {
    func moved(_ parts: [Int]) -> [Int] { parts.map { $0 + first } }
    shares.removeAll { $0 == share }
    shares += found.shares.map { Share(parts: moved($0.parts), effect: $0.effect) }
    shares.sort { abs($0.effect.median) > abs($1.effect.median) }
    if !found.rest.isEmpty, let effect = found.restEffect, restEffect != nil || rest.isEmpty {
      rest += moved(found.rest)
      restEffect = (restEffect ?? .none) + effect
    }
    refusals += found.refusals.map { Refusal(parts: moved($0.parts), reason: $0.reason) }
    suspects += moved(found.suspects)
    isStopped = isStopped || found.isStopped
    sessions += found.sessions
  }

  /// Puts what a search among the functions of a part found in the place of that part, which alone changes nothing.
  ///
  /// - Parameters:
  ///   - part: one of ``rest``.
  ///   - effect: what exchanging it changes.
  ///   - found: what was found among its functions.
  ///   - first: the number that the first of the functions has among all parts.
  mutating func divide(
    unchanged part: Int, _ effect: ExchangeEffect, into found: Attribution, first: Int
  ) {
    rest.removeAll { $0 == part }
    // Of the others it is known what they change together with the part.
    restEffect = rest.isEmpty ? nil : restEffect.map { $0 - effect }
    divide(Share(parts: [part], effect: effect), into: found, first: first)
  }

  /// Keeps the share of a part in whose functions no smaller cause was found, and what else that search says:
  /// what it measured, why exchanges were thrown away, and that it was stopped.
  ///
  /// - Parameters:
  ///   - found: what was found among its functions.
  ///   - first: the number that the first of the functions has among all parts.
  mutating func keepUndivided(_ found: Attribution, first: Int) {
    refusals += found.refusals.map { refusal in
      Refusal(parts: refusal.parts.map { $0 + first }, reason: refusal.reason)
    }
    suspects += found.suspects.map { $0 + first }
    isStopped = isStopped || found.isStopped
    sessions += found.sessions
  }

  /// The sum of all that was measured part by part.
  package var sum: ExchangeEffect {
    let start = restEffect ?? .sameCode
    return shares.reduce(start) { $0 + $1.effect }
  }

  /// What the parts do not add up to: how they work together, and what is no part, such as how the
  /// program is linked or what it reads.
  ///
  /// - Parameter margin: the log ratio that does not matter.
  /// - Returns: `nil` where the sum is the whole, within both intervals or the margin.
  package func together(margin: Double) -> ExchangeEffect? {
    guard restEffect != nil || rest.isEmpty, !isStopped else { return nil }
    let left = whole - sum
    return left.isChange(beyond: margin) ? left : nil
  }
}
