internal import CLibrary

/// The piecewise constant function with the least squared error plus a penalty for each change.
///
/// Functional pruning optimal partitioning (Maidstone, Hocking, Rigaill & Fearnhead, "On optimal
/// multiple changepoint algorithms for large data", Statistics and Computing 2017). The optimum is
/// global, so a rise never hides the fall that follows it.
enum OptimalPartition {
  /// The best cost of everything so far as a function of the current level, on one interval of it:
  /// `base` + `weight` · (level − `mean`)².
  private struct Piece {
    var low: Double
    var high: Double
    var mean: Double
    var weight: Double
    var base: Double
    /// Where the current segment starts.
    var start: Int32

    var minimum: Double {
      let distance = min(max(mean, low), high) - mean
      return base + weight * distance * distance
    }

    /// Adds the squared distance from a value.
    ///
    /// Weighted means, not sums of powers, so that large levels cancel nothing.
    mutating func add(_ value: Double) {
      let distance = value - mean
      // w (l − m)² + (l − v)² is (w + 1) (l − m′)² + w ÷ (w + 1) (v − m)², with m′ = (w m +
      // v) ÷ (w + 1).
      base += weight / (weight + 1) * distance * distance
      weight += 1
      mean += distance / weight
    }
  }

  /// The first points of all segments but the first, in rising order.
  ///
  /// - Parameters:
  ///   - values: Finite numbers.
  ///   - penalty: What each change must reduce the squared error by; above 0.
  /// - Returns: The places.
  /// - Complexity: O(*n* log *n*) on average.
  static func changes(in values: [Double], penalty: Double) -> [Int] {
    guard let low = values.min(), let high = values.max(), low < high else { return [] }
    var starts = [Int32](repeating: 0, count: values.count)
    var pieces = [Piece(low: low, high: high, mean: values[0], weight: 1, base: 0, start: 0)]
    var next: [Piece] = []
    for (index, value) in values.enumerated().dropFirst() {
      var best = Double.infinity
      for piece in pieces {
        let minimum = piece.minimum
        if minimum < best {
          best = minimum
          starts[index - 1] = piece.start
        }
      }
      // A segment that begins here costs the best so far and the penalty, whatever its level:
      // a horizontal line. Each piece keeps the levels at which it is below:
      //
      //     cost │ ╲      ╱   ╲   ╱
      //          │──╲────╱─────╲─╱── limit
      //          │   ╲__╱       V
      //          └─n─[kept]─n─[kept]─n─ level        n: a new segment
      let limit = best + penalty
      next.removeAll(keepingCapacity: true)
      for piece in pieces {
        append(piece, below: limit, start: Int32(index), to: &next)
      }
      for place in next.indices { next[place].add(value) }
      swap(&pieces, &next)
    }
    var best = Double.infinity
    for piece in pieces where piece.minimum < best {
      best = piece.minimum
      starts[values.count - 1] = piece.start
    }
    var changes: [Int] = []
    var end = values.count
    // Backwards: of each last point the place where its segment begins is known, and that
    // place less one is the last point of the segment before.
    while end > 0 {
      let start = Int(starts[end - 1])
      if start > 0 { changes.append(start) }
      end = start
    }
    return changes.reversed()
  }

  /// Appends a piece where it is below the cost of a new segment, and the new segment elsewhere.
  private static func append(
    _ piece: Piece, below limit: Double, start: Int32, to pieces: inout [Piece]
  ) {
    let room = limit - piece.base
    guard room > 0 else { return renew(piece.low, piece.high, limit, start, &pieces) }
    let half = (room / piece.weight).squareRoot()
    let low = max(piece.low, piece.mean - half)
    let high = min(piece.high, piece.mean + half)
    // The parabola is below the limit somewhere, but not at the levels of this piece.
    guard low < high else { return renew(piece.low, piece.high, limit, start, &pieces) }
    if piece.low < low { renew(piece.low, low, limit, start, &pieces) }
    var kept = piece
    kept.low = low
    kept.high = high
    pieces.append(kept)
    if high < piece.high { renew(high, piece.high, limit, start, &pieces) }
  }

  private static func renew(
    _ low: Double, _ high: Double, _ limit: Double, _ start: Int32, _ pieces: inout [Piece]
  ) {
    if let last = pieces.indices.last, pieces[last].start == start {
      pieces[last].high = high
    } else {
      pieces.append(Piece(low: low, high: high, mean: 0, weight: 0, base: limit, start: start))
    }
  }
}
