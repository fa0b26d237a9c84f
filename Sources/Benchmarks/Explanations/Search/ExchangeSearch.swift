/// Searches for the parts that make up a change, by exchanging groups of them.
///
/// Halves first: a half that changes nothing is not divided, so that forty parts of which one matters
/// take a few sessions more than six. Where no half has the effect that both have together, parts are
/// taken away as long as it stays. What was not found is exchanged at once in the end: it shows that
/// nothing is missing, or where to go on. Parts that are likely to matter come first; that spares sessions
/// and decides nothing, since the others are exchanged too.
package struct ExchangeSearch {
  /// Measures the base with some parts of the other side.
  package typealias Measure = (_ parts: [Int]) -> ExchangeOutcome

  private let count: Int
  private let likely: [Int]
  private let margin: Double
  private let measure: Measure
  private var known: [[Int]: ExchangeOutcome] = [:]
  private var found: Attribution

  /// In how many groups parts are looked at, where the whole changes nothing and parts may cancel.
  private static let groups = 8
  /// How often it is searched among what is left.
  private static let rounds = 16
  /// The share of an effect that may be missing where noise explains it.
  private static let largestDoubt = 0.25

  /// - Parameters:
  ///   - count: how many parts there are.
  ///   - likely: the parts to look at first, the likeliest first; none where nothing is known of them.
  ///   - whole: what exchanging all of them changes.
  ///   - margin: the log ratio up to which a difference does not matter.
  ///   - measure: measures an exchange.
  package init(
    count: Int, likely: [Int] = [], whole: ExchangeEffect, margin: Double,
    measure: @escaping Measure
  ) {
    self.count = count
    self.likely = likely
    self.margin = margin
    self.measure = measure
    found = Attribution(whole: whole)
  }

  /// What exchanging a part alone changes; `nil` where that was not measured.
  package func effect(of part: Int) -> ExchangeEffect? {
    guard case .measured(let effect)? = known[[part]] else { return nil }
    return effect
  }

  /// Searches to the end, or until a measurement says that it is to stop.
  package mutating func run() -> Attribution {
    let all = Array(0..<count)
    if found.whole.isChange(beyond: margin) {
      search(likely.isEmpty ? all : likely, found.whole)
    } else {
      // Effects may cancel: each likely part is looked at, and each group of others.
      let first = likely.prefix(Self.groups)
      let others = all.filter { !first.contains($0) }
      let size = max(1, (others.count + Self.groups - 1) / Self.groups)
      let groups =
        first.map { [$0] }
        + stride(from: 0, to: others.count, by: size).map {
          Array(others[$0..<min($0 + size, others.count)])
        }
      for group in groups where !found.isStopped {
        if let effect = change(of: group) { search(group, effect) }
      }
    }
    checkRest(among: all)
    found.shares.sort { abs($0.effect.median) > abs($1.effect.median) }
    return found
  }

  /// Exchanges all parts that were not found to change something, and searches among them while they do.
  private mutating func checkRest(among all: [Int]) {
    for _ in 0..<Self.rounds {
      let named = Set(found.shares.flatMap(\.parts))
      found.rest = all.filter { !named.contains($0) }
      found.restEffect = nil
      guard !found.rest.isEmpty, !found.isStopped else { return }
      guard case .measured(let effect) = outcome(found.rest) else { return }
      found.restEffect = effect
      guard effect.isChange(beyond: margin) else { return }
      search(found.rest, effect)
    }
  }

  /// Finds what makes up the effect of some parts, which can be exchanged together.
  private mutating func search(_ parts: [Int], _ effect: ExchangeEffect) {
    guard parts.count > 1 else {
      add(parts, effect, beyond: margin)
      return
    }
    let left = Array(parts.prefix(parts.count / 2))
    let right = Array(parts.dropFirst(parts.count / 2))
    let before = change(of: left)
    if isStopped(at: parts) { return }
    if let before {
      search(left, before)
      // Logarithms of factors add up: where the left half has all of it, the right one has
      // none.
      if found.isStopped || abs(before.median - effect.median) <= margin { return }
    }
    let after = change(of: right)
    if isStopped(at: parts) { return }
    if let after {
      search(right, after)
    } else if before == nil, parts.count == count || change(of: parts) != nil {
      // Of likely parts it is not known yet that they have the effect.
      // Neither half does it alone. Taking away instead of dividing finds parts on both sides
      // of the middle: delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
      // failure-inducing input", IEEE TSE 28, 2002).
      reduce(parts, effect)
    }
  }

  /// Takes parts away as long as the effect of the others stays.
  private mutating func reduce(_ parts: [Int], _ effect: ExchangeEffect) {
    // An effect near the margin may be on either side of it with parts that add nothing.
    let (goal, tolerance) = (effect, min(margin, abs(effect.median) / 2))
    var (parts, effect) = (parts, effect)
    var size = max(parts.count / 2, 1)
    while true {
      var start = 0
      while start < parts.count, parts.count > 1 {
        let others = Array(parts[..<start] + parts[min(start + size, parts.count)...])
        let rest = others.isEmpty ? .stopped : outcome(others)
        if isStopped(at: parts) { return }
        // Without the group the same: the next one is now at `start`.
        if case .measured(let rest) = rest, isWhole(rest, of: goal, within: tolerance) {
          (parts, effect) = (others, rest)
        } else {
          start += size
        }
      }
      guard size > 1 else { break }
      size = max(size / 2, 1)
    }
    add(parts, effect, beyond: tolerance)
  }

  /// Whether parts that are left have the whole effect, as far as both are known: on a busy machine the medians
  /// of a large effect lie further apart than what matters, and the intervals still overlap.
  private func isWhole(
    _ rest: ExchangeEffect, of goal: ExchangeEffect, within tolerance: Double
  ) -> Bool {
    let missing = goal - rest
    if abs(missing.median) <= tolerance { return true }
    return rest.isChange(beyond: tolerance) && missing.interval.contains(0)
      && abs(missing.median) <= Self.largestDoubt * abs(goal.median)
  }

  private mutating func add(_ parts: [Int], _ effect: ExchangeEffect, beyond margin: Double) {
    var effect = effect
    // Of the whole it is only known what both sides differ in, which may be more than the parts.
    if case .measured(let own) = outcome(parts) {
      guard own.isChange(beyond: margin) else { return }
      effect = own
    }
    if isStopped(at: parts) { return }
    found.shares.append(Attribution.Share(parts: parts.sorted(), effect: effect))
  }

  private mutating func isStopped(at parts: [Int]) -> Bool {
    if found.isStopped, found.suspects.isEmpty {
      let named = Set(found.shares.flatMap(\.parts))
      found.suspects = parts.filter { !named.contains($0) }
    }
    return found.isStopped
  }

  /// The effect of some parts; `nil` where they change nothing or cannot be exchanged alone.
  private mutating func change(of parts: [Int]) -> ExchangeEffect? {
    guard case .measured(let effect) = outcome(parts), effect.isChange(beyond: margin) else {
      return nil
    }
    return effect
  }

  private mutating func outcome(_ parts: [Int]) -> ExchangeOutcome {
    // Ascending numbers, so that a set has one spelling; what a second search asks again
    // costs no session.
    let parts = parts.sorted()
    if let known = known[parts] { return known }
    guard !found.isStopped else { return .stopped }
    let outcome = measure(parts)
    switch outcome {
    case .measured: found.sessions += 1
    case .unusable(let reason):
      found.refusals.append(Attribution.Refusal(parts: parts, reason: reason))
    case .stopped:
      found.isStopped = true
      return outcome
    }
    known[parts] = outcome
    return outcome
  }
}
