internal import DominantColor

/// The distance between two palettes: how far colour has to be moved to turn one into the other.
///
/// It is the earth mover's distance with ΔE₀₀ as the ground distance (Y. Rubner, C. Tomasi and L.
/// J. Guibas, "The Earth Mover's Distance as a Metric for Image Retrieval", IJCV 40, 2000): each
/// palette's shares, taken as parts of its own sum, are moved to the other's colours in the
/// cheapest way, and the mean ΔE₀₀ of what is moved is the distance.
///
/// The amounts are integers, so that the cheapest way is found exactly: repeatedly, along the
/// shortest path that is left (R. G. Busacker and P. J. Gowen, 1960, with paths by Bellman and
/// Ford).
package struct PaletteTransport: Sendable {
  private let swatches: [IndexedSwatch]
  private let colors: [CIELAB]
  private let total: Int

  /// Prepares for distances from one palette; `nil` when it has no colour.
  package init?(from palette: IndexedPalette) {
    swatches = palette.swatches.filter { $0.share > 0 }
    colors = swatches.map { CIELAB($0.color) }
    total = swatches.reduce(0) { $0 + $1.share }
    guard total > 0 else { return nil }
  }

  /// The colours with a share, and the share of each, as parts of their sum.
  var parts: [(color: CIELAB, part: Double)] {
    zip(colors, swatches).map { ($0, Double($1.share) / Double(total)) }
  }

  /// The distance to another palette, 0 to about 100; `nil` when that has no colour.
  ///
  /// - Complexity: O(*n*³) in the swatches of both, at most 16.
  package func distance(to palette: IndexedPalette) -> Double? {
    var flow = CheapestFlow()
    return distance(to: palette, &flow)
  }

  /// The same with a workspace that was made before.
  func distance(to palette: IndexedPalette, _ flow: inout CheapestFlow) -> Double? {
    let others = palette.swatches.map { CIELAB($0.color) }
    return distance(to: palette.swatches.lazy.map(\.share), &flow) { place, other in
      colors[place].deltaE00(to: others[other])
    }
  }

  /// The distance where each pair of colours is as far apart as a function says.
  ///
  /// - Parameters:
  ///   - shares: those of the other palette; at most ``IndexedPalette/mostSwatches``.
  ///   - flow: a workspace.
  ///   - cost: how far a colour of this palette (by its place among those with a share) is from one
  ///     of the other.
  /// - Returns: the distance; `nil` when the other palette has no colour.
  func distance(
    to shares: some Sequence<Int>, _ flow: inout CheapestFlow, cost: (Int, Int) -> Double
  ) -> Double? {
    var otherTotal = 0
    for share in shares { otherTotal += share }
    guard otherTotal > 0 else { return nil }
    flow.begin()
    // Each side times the other's sum: both come to the same amount, in whole numbers, and
    // below 2³⁴.
    for swatch in swatches { flow.addSupply(swatch.share * otherTotal) }
    for (place, share) in shares.enumerated() where share > 0 {
      flow.addDemand(share * total) { cost($0, place) }
    }
    return flow.cost() / Double(total * otherTotal)
  }
}

/// The cheapest way to bring goods from some places to others; a workspace for one thread.
struct CheapestFlow {
  private static let most = IndexedPalette.mostSwatches
  private var supplyCount = 0
  private var demandCount = 0
  private var supplies = [Int](repeating: 0, count: most)
  private var demands = [Int](repeating: 0, count: most)
  /// From each place of supply to each of demand, row by row; flows alike.
  private var costs = [Double](repeating: 0, count: most * most)
  private var flows = [Int](repeating: 0, count: most * most)
  // Distances to the places, and from where each was reached.
  private var toSupply = [Double](repeating: 0, count: most)
  private var toDemand = [Double](repeating: 0, count: most)
  private var beforeSupply = [Int](repeating: 0, count: most)
  private var beforeDemand = [Int](repeating: 0, count: most)

  /// Forgets everything.
  mutating func begin() {
    (supplyCount, demandCount) = (0, 0)
    for index in flows.indices { flows[index] = 0 }
  }

  /// Adds a place with goods; before the first demand.
  mutating func addSupply(_ amount: Int) {
    supplies[supplyCount] = amount
    supplyCount += 1
  }

  /// Adds a place that wants goods, and what bringing one there costs from each place that has
  /// some.
  ///
  /// All demands together are all supplies; costs are at least 0.
  mutating func addDemand(_ amount: Int, cost: (Int) -> Double) {
    demands[demandCount] = amount
    for place in 0..<supplyCount { costs[place * Self.most + demandCount] = cost(place) }
    demandCount += 1
  }

  /// What the cheapest way costs.
  mutating func cost() -> Double {
    while augment() {}
    var sum = 0.0
    for i in 0..<supplyCount {
      for j in 0..<demandCount {
        sum += Double(flows[i * Self.most + j]) * costs[i * Self.most + j]
      }
    }
    return sum
  }

  /// Sends as much as possible along the shortest path; `false` when everything has arrived.
  private mutating func augment() -> Bool {
    findPaths()
    var end: Int?
    for j in 0..<demandCount where demands[j] > 0 && toDemand[j].isFinite {
      if end.map({ toDemand[j] < toDemand[$0] }) ?? true { end = j }
    }
    return end.map { send(to: $0) } ?? false
  }

  /// Finds the shortest paths from the supplies that are left (Bellman and Ford).
  private mutating func findPaths() {
    for i in 0..<supplyCount {
      toSupply[i] = supplies[i] > 0 ? 0 : .infinity
      beforeSupply[i] = -1
    }
    for j in 0..<demandCount { toDemand[j] = .infinity }
    var changed = true
    var rounds = 0
    // A shortest path visits each place once; rounding must not make it run in circles.
    while changed, rounds < supplyCount + demandCount {
      changed = false
      rounds += 1
      for i in 0..<supplyCount {
        for j in 0..<demandCount {
          let place = i * Self.most + j
          let cost = costs[place]
          if toSupply[i] + cost < toDemand[j] - 1e-12 {
            (toDemand[j], beforeDemand[j], changed) = (toSupply[i] + cost, i, true)
          }
          // What flows already may be sent back, and what it cost is saved: the way backwards
          // costs −cost.
          if flows[place] > 0, toDemand[j] - cost < toSupply[i] - 1e-12 {
            (toSupply[i], beforeSupply[i], changed) = (toDemand[j] - cost, j, true)
          }
        }
      }
    }
  }

  /// Walks a path backwards twice: for the amount, then to send it.
  private mutating func send(to end: Int) -> Bool {
    var amount = demands[end]
    var start = beforeDemand[end]
    var steps = 0
    //     supply start ──→ demand ←── supply ──→ … ──→ demand end
    //                  more       less       more
    //
    // Along a path as much can be sent as each flow on it that becomes less.
    while beforeSupply[start] >= 0, steps <= supplyCount {
      amount = min(amount, flows[start * Self.most + beforeSupply[start]])
      start = beforeDemand[beforeSupply[start]]
      steps += 1
    }
    amount = min(amount, supplies[start])
    guard amount > 0, steps <= supplyCount else { return false }
    var j = end
    while true {
      let i = beforeDemand[j]
      flows[i * Self.most + j] += amount
      guard i != start else { break }
      flows[i * Self.most + beforeSupply[i]] -= amount
      j = beforeSupply[i]
    }
    supplies[start] -= amount
    demands[end] -= amount
    return true
  }
}
