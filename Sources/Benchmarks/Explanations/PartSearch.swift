/// Searches among the parts of an exchange, and among the functions of those that matter.
struct PartSearch {
  /// Measures parts of an exchange: of the whole one, or of the functions of one of its parts.
  typealias Measure = (any PartExchange, _ parts: [Int]) -> ExchangeOutcome

  let exchange: any PartExchange
  /// The log ratio up to which a difference does not matter.
  let margin: Double
  /// What runs, which tells where to look first; `nil` where it was not counted.
  let ran: Explanation.Ran?
  let measure: Measure

  /// Searches to the end, or until a measurement says that it is to stop.
  ///
  /// - Parameter whole: what exchanging all parts changes.
  /// - Returns: what was found, and the parts that it numbers: those of the exchange, then functions.
  func run(_ whole: ExchangeEffect) -> (found: Attribution, parts: [ExchangeablePart]) {
    var all = search(exchange, whole)
    var found = all.run()
    var parts = exchange.parts
    /// Puts what is found among the functions of a part in its place, where that says more than the part.
    func divide(
      _ part: Int, _ effect: ExchangeEffect, saysMore: (Attribution, _ functions: Int) -> Bool,
      replace: (Attribution) -> Void
    ) {
      guard !found.isStopped, let functions = exchange.functions(of: part) else { return }
      var inner = search(functions, effect)
      let own = inner.run()
      if saysMore(own, functions.parts.count) {
        replace(own)
      } else {
        found.keepUndivided(own, first: parts.count)
        if own.refusals.isEmpty, own.suspects.isEmpty { return }
      }
      parts += functions.parts
    }
    for share in found.shares where share.parts.count == 1 {
      // Functions that have an effect only all together say no more than their file.
      divide(share.parts[0], share.effect) { own, count in
        own.shares.contains { $0.parts.count < count }
      } replace: {
        found.divide(share, into: $0, first: parts.count)
      }
    }
    guard !whole.isChange(beyond: margin) else { return (found, parts) }
    // Functions of one file may cancel: those that execute more or less are looked at.
    for part in likely(exchange) where found.rest.contains(part) {
      guard let effect = all.effect(of: part) else { continue }
      divide(part, effect) { own, _ in
        !own.shares.isEmpty
      } replace: {
        found.divide(unchanged: part, effect, into: $0, first: parts.count)
      }
    }
    return (found, parts)
  }

  private func search(_ exchange: any PartExchange, _ whole: ExchangeEffect) -> ExchangeSearch {
    ExchangeSearch(
      count: exchange.parts.count, likely: likely(exchange), whole: whole, margin: margin
    ) { measure(exchange, $0) }
  }

  /// The numbers of parts whose functions execute more or less on one side, the largest difference first; none where
  /// nothing was counted.
  private func likely(_ exchange: any PartExchange) -> [Int] {
    guard case .counted(let ran)? = ran else { return [] }
    return ran.likely(of: exchange.parts)
  }
}
