internal import DominantColor

extension PackedPalettes {
  /// The pictures whose palettes are nearest to one, the nearest first; of equally near ones, those
  /// added first.
  ///
  /// Pictures are looked at in the order of a lower bound of their distance, until the bound
  /// exceeds the distance of the last one that is wanted (T. Seidl and H.-P. Kriegel, "Optimal
  /// Multi-Step k-Nearest Neighbor Search", SIGMOD 1998). The bound lets each colour move to the
  /// nearest one of the other palette, however much is there, and takes that distance from the
  /// colours' cells.
  ///
  /// - Parameters:
  ///   - query: the palette.
  ///   - reach: the greatest distance, ΔE₀₀.
  ///   - limit: the most pictures wanted.
  ///   - threads: how many parts of the table are searched at the same time.
  /// - Returns: what a scan with ``PaletteTransport/distance(to:)`` would find first.
  package func pictures(
    like query: PaletteTransport, within reach: Double, limit: Int, threads: Int = 1
  ) async -> [Found] {
    let bounds = CellBounds(query, isOccupied)
    let least = await inParts(threads, of: count) { part in
      part.map { index in bounds.least(words[range(of: index)]) }
    }
    var nearest = NearestPictures(limit: limit, reach: reach)
    var candidates = Candidates(least)
    while true {
      let worst = nearest.worst
      let next = candidates.next(atMost: worst)
      guard !next.isEmpty else { break }
      let exact = await inParts(threads, of: next.count) { part in
        distances(from: query, to: Array(next[part]), atMost: worst, bounds)
      }
      for (index, distance) in zip(next, exact) where distance.isFinite {
        nearest.insert(index, distance)
      }
    }
    return nearest.sorted.map { found in
      Found(
        picture: pictures[found.index], index: found.index, distance: found.distance,
        share: IndexedSwatch.whole)
    }
  }
}

extension PackedPalettes {
  /// The distances to some pictures; infinite where a bound already exceeds a limit.
  private func distances(
    from query: PaletteTransport, to pictures: [Int], atMost limit: Double, _ bounds: CellBounds
  ) -> [Double] {
    var flow = CheapestFlow()
    return pictures.map { index in
      let words = words[range(of: index)]
      // The cheapest way where each colour is as near as its cell allows.
      let bound = query.distance(to: words.lazy.map(\.share), &flow) { lane, place in
        bounds.least(lane, words[words.startIndex + place])
      }
      // Cell bounds cost no ΔE₀₀, which takes most of the time of an exact distance.
      guard let bound, bound * (1 - 1e-5) <= limit else { return .infinity }
      return query.distance(to: palette(at: index), &flow) ?? .infinity
    }
  }
}

/// For each cell, how near its colours can be to each colour of a palette.
private struct CellBounds: Sendable {
  private let parts: SIMD8<Float>
  /// One lane a colour; lanes without one are infinite.
  private let rows: [SIMD8<Float>]
  /// The least of each row.
  private let leastOfRow: [Float]
  private let laneCount: Int

  init(_ query: PaletteTransport, _ isOccupied: [Bool]) {
    var parts = SIMD8<Float>(repeating: 0)
    var rows = [SIMD8<Float>](repeating: SIMD8(repeating: .infinity), count: isOccupied.count)
    for (lane, swatch) in query.parts.enumerated() {
      parts[lane] = Float(swatch.part)
      let bound = DifferenceBound(from: swatch.color)
      for cell in rows.indices where isOccupied[cell] {
        // A little less, because a Float may be a little more than the number it rounds.
        rows[cell][lane] = Float(bound.least(to: ColorCells.box(of: cell)) * (1 - 1e-5))
      }
    }
    self.parts = parts
    self.rows = rows
    leastOfRow = rows.map { $0.min() }
    laneCount = query.parts.count
  }

  /// A number that the difference of a colour of the palette and a swatch is not below.
  func least(_ lane: Int, _ word: PackedSwatch) -> Double { Double(rows[word.cell][lane]) }

  /// A number that the distance to a palette is not below; infinite for one without a share.
  func least(_ words: ArraySlice<PackedSwatch>) -> Float {
    var nearest = SIMD8<Float>(repeating: .infinity)
    var back: Float = 0
    var total: Float = 0
    for word in words where word.share > 0 {
      let row = rows[word.cell]
      nearest.replace(with: row, where: row .< nearest)
      let share = Float(word.share)
      back += share * leastOfRow[word.cell]
      total += share
    }
    guard total > 0 else { return .infinity }
    var forth: Float = 0
    for lane in 0..<laneCount { forth += parts[lane] * nearest[lane] }
    // The sums of up to eight Floats are exact to 1e-5, and far more than that.
    return max(forth, back / total) * (1 - 1e-5)
  }
}

/// Pictures in the order of their bounds, of which only the first are ever sorted.
private struct Candidates {
  private let bounds: [Float]
  /// The pictures whose bounds lie between the last limit and the next one, sorted.
  private var batch: ArraySlice<Int> = []
  private var low: Float
  private var step: Float = 0.5

  init(_ bounds: [Float]) {
    self.bounds = bounds
    low = (bounds.min() ?? 0).nextDown
  }

  /// The next pictures whose bounds are at most a limit, in order, a few hundred at most; none at
  /// the end.
  mutating func next(atMost limit: Double) -> [Int] {
    while batch.isEmpty {
      // No difference is above 200; palettes without a share have a bound of infinity, and
      // are never reached.
      guard Double(low) <= limit, low < 200 else { return [] }
      let (from, to) = (low, low + step)
      var found: [Int] = []
      for index in bounds.indices where bounds[index] > from && bounds[index] <= to {
        found.append(index)
      }
      batch = found.sorted { (bounds[$0], $0) < (bounds[$1], $1) }[...]
      low = to
      // Few there: look further at a time.
      if found.count < 256 { step *= 2 }
    }
    let next = batch.prefix(512).prefix { Double(bounds[$0]) <= limit }
    batch.removeFirst(next.count)
    return Array(next)
  }
}

/// The nearest pictures of all that were seen.
private struct NearestPictures {
  private let limit: Int
  private let reach: Double
  /// Nearest first, at most `limit`.
  private(set) var sorted: [(index: Int, distance: Double)] = []

  init(limit: Int, reach: Double) {
    self.limit = max(limit, 0)
    self.reach = reach
  }

  /// The greatest distance at which a picture would still be taken.
  var worst: Double {
    guard sorted.count >= limit else { return reach }
    return min(reach, sorted.last?.distance ?? -1)
  }

  mutating func insert(_ index: Int, _ distance: Double) {
    guard distance <= reach, limit > 0 else { return }
    var place = sorted.count
    // Answers come in any order of their numbers: of equally near ones the lower number is
    // the nearer.
    while place > 0, (sorted[place - 1].distance, sorted[place - 1].index) > (distance, index) {
      place -= 1
    }
    guard place < limit else { return }
    sorted.insert((index, distance), at: place)
    if sorted.count > limit { sorted.removeLast() }
  }
}
