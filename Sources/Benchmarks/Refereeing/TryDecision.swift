/// What becomes of a try, as far as its benchmarks have been measured.
package enum TryDecision: Equatable, Sendable {
  /// It is faster, and nothing is slower by as much.
  case keep(faster: [Int])
  /// A benchmark became slower.
  case discardSlower(Int)
  /// No benchmark became faster by so much that it is worth it.
  case discardNoFaster
  /// These benchmarks need more launches.
  case goOn([Int])
  /// No number of launches would tell.
  case beyondReach

  /// Decides.
  ///
  /// - Parameter standings: one for each benchmark that was measured.
  package init(_ standings: [TryStanding]) {
    if let slower = standings.firstIndex(where: \.isSlower) {
      self = .discardSlower(slower)
      return
    }
    let faster = standings.indices.filter { standings[$0].isFaster }
    let open = standings.indices.filter { index in
      // Once one is faster, the others need only be no slower.
      faster.isEmpty
        ? !standings[index].isNotWorth
        : !faster.contains(index) && !standings[index].isNoSlower
    }
    guard !open.isEmpty else {
      self = faster.isEmpty ? .discardNoFaster : .keep(faster: faster)
      return
    }
    let reachable = open.filter { !standings[$0].isBeyondReach }
    self = reachable.isEmpty ? .beyondReach : .goOn(reachable)
  }
}
