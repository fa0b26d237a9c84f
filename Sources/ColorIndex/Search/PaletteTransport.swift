internal import DominantColor

/// The distance between two palettes: how far colour has to be moved to turn one into the other.
///
/// It is the earth mover's distance with ΔE₀₀ as the ground distance (Y. Rubner, C. Tomasi and L. J.
/// Guibas, "The Earth Mover's Distance as a Metric for Image Retrieval", IJCV 40, 2000): each palette's
/// shares, taken as parts of its own sum, are moved to the other's colours in the cheapest way, and the
/// mean ΔE₀₀ of what is moved is the distance.
///
/// The amounts are integers, so that the cheapest way is found exactly: repeatedly, along the shortest
/// path that is left (R. G. Busacker and P. J. Gowen, 1960, with paths by Bellman and Ford).
public struct PaletteTransport: Sendable {
  private let swatches: [IndexedSwatch]
  private let colors: [CIELAB]
  private let total: Int

  /// Prepares for distances from one palette; `nil` when it has no colour.
  public init?(from palette: IndexedPalette) {
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
  public func distance(to palette: IndexedPalette) -> Double? {
    let others = palette.swatches.filter { $0.share > 0 }
    let otherTotal = others.reduce(0) { $0 + $1.share }
    guard otherTotal > 0 else { return nil }
    var costs: [Double] = []
    let targets = others.map { CIELAB($0.color) }
    for color in colors {
      for target in targets { costs.append(color.difference2000(to: target)) }
    }
    var flow = CheapestFlow(
      supplies: swatches.map { $0.share * otherTotal }, demands: others.map { $0.share * total },
      costs: costs)
    return flow.cost() / Double(total * otherTotal)
  }
}

/// The cheapest way to bring goods from some places to others.
private struct CheapestFlow {
  private var supplies: [Int]
  private var demands: [Int]
  /// From each place of supply to each of demand, row by row.
  private let costs: [Double]
  private var flows: [Int]

  /// - Precondition: supplies and demands have the same sum; costs are at least 0.
  init(supplies: [Int], demands: [Int], costs: [Double]) {
    self.supplies = supplies
    self.demands = demands
    self.costs = costs
    flows = Array(repeating: 0, count: costs.count)
  }

  /// What the cheapest way costs.
  mutating func cost() -> Double {
    while augment() {}
    return zip(flows, costs).reduce(0) { $0 + Double($1.0) * $1.1 }
  }

  /// Sends as much as possible along the shortest path; `false` when everything has arrived.
  private mutating func augment() -> Bool {
    let width = demands.count
    // Distances to the places of supply and demand, and from where each was reached.
    var toSupply = supplies.map { $0 > 0 ? 0 : Double.infinity }
    var toDemand = Array(repeating: Double.infinity, count: width)
    var beforeSupply = Array(repeating: -1, count: supplies.count)
    var beforeDemand = Array(repeating: -1, count: width)
    var changed = true
    var rounds = 0
    // A shortest path visits each place once; rounding must not make it run in circles.
    while changed, rounds < supplies.count + width {
      changed = false
      rounds += 1
      for i in supplies.indices {
        for j in 0..<width {
          let cost = costs[i * width + j]
          if toSupply[i] + cost < toDemand[j] - 1e-12 {
            (toDemand[j], beforeDemand[j], changed) = (toSupply[i] + cost, i, true)
          }
          if flows[i * width + j] > 0, toDemand[j] - cost < toSupply[i] - 1e-12 {
            (toSupply[i], beforeSupply[i], changed) = (toDemand[j] - cost, j, true)
          }
        }
      }
    }
    let open = demands.indices.filter { demands[$0] > 0 }
    guard let end = open.min(by: { toDemand[$0] < toDemand[$1] }), toDemand[end].isFinite else {
      return false
    }
    return send(to: end, beforeSupply, beforeDemand)
  }

  /// Walks a path backwards twice: for the amount, then to send it.
  private mutating func send(to end: Int, _ beforeSupply: [Int], _ beforeDemand: [Int]) -> Bool {
    let width = demands.count
    var amount = demands[end]
    var start = 0
    var path: [(forward: Int, backward: Int?)] = []
    var j = end
    while path.count <= supplies.count {
      let i = beforeDemand[j]
      let previous = beforeSupply[i]
      path.append((i * width + j, previous < 0 ? nil : i * width + previous))
      guard previous >= 0 else {
        start = i
        break
      }
      amount = min(amount, flows[i * width + previous])
      j = previous
    }
    amount = min(amount, supplies[start])
    guard amount > 0 else { return false }
    for step in path {
      flows[step.forward] += amount
      if let backward = step.backward { flows[backward] -= amount }
    }
    supplies[start] -= amount
    demands[end] -= amount
    return true
  }
}
