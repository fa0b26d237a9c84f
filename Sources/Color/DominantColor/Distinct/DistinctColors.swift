internal import Pixels

/// Method `distinct`: colours that differ clearly, cover the picture, and hold its small vivid areas.
///
/// The pixels come in ``PlacedColors``. Everything is integers and decided, so that equal summaries give
/// equal swatches:
///
/// 1. *Seeds.* Points are the cells of 16 levels, at the OKLab colour of their pixels' mean. Up to 32
///    clusters start at the point with the most pixels times vividness, and then again and again where
///    pixels times vividness times squared distance to the nearest seed are most. Four assignments of
///    points to the nearest centre, each followed by moving centres to their pixels' means, settle them.
/// 2. *Merging*, down to the number asked for: always the two whose merging costs least. A cluster's
///    strength is the root of its share times its vividness, a sixteenth of that for less than
///    a 1024th of the pixels; merging two costs the product of their strengths over their sum, times
///    their squared distance (as Ward's, with strengths in place of counts: a share of 1 % weighs a tenth
///    of all, and a vivid one nearly as much as all). Then three assignments of the histogram's own cells.
/// 3. *Separating.* While two swatches differ by less than ΔE₀₀ 9, the nearest two become one.
/// 4. *Filling*, up to the number asked for: of the seeds' clusters that differ by ΔE₀₀ 10 or more from
///    every swatch and have a 1024th of the pixels, the one whose centre would bring the clusters nearest,
///    by pixels times distance.
/// 5. *Order*: the two that cover most, the fuller first; then the others by strength.
///
/// Each swatch has the exact count and mean of the pixels of its cells. The vividness of a cluster is 1
/// up to an OKLab chroma of 0.03 and rises to 9 at 0.13 where a quarter of its pixels lie alone, or
/// fewer; with more that do it falls, and is 1 from nine sixteenths on.
///
/// Seeds' clusters of 64 pixels or more, nine sixteenths of which lie alone, are *noise*, where all of these have
/// less than half of the pixels. Step 2 takes the others; those of noise that have a 1024th of the pixels are centres
/// beside them from then on, so that their pixels draw no other's mean, and step 3 gives what is too near
/// to a thing to the thing. They become swatches, the fullest first, only where fewer than asked for are left
/// after step 4. Figures, and what was raced against it:
/// `Benchmarks/Notes/Distinct.md`.
struct DistinctColors {
  /// Clusters to start with.
  static let seedCount = 32
  /// The least difference between two swatches: ΔE₀₀ 9, and what integers may be off there.
  static let leastDifference: Int64 = 9 * FixedCIELAB.unit + FixedCIELAB.unit / 2
  /// The least ΔE₀₀ from what is there to a colour that is added.
  static let leastStep: Int64 = 10 * FixedCIELAB.unit
  /// Clusters with fewer pixels than one in so many are weak.
  static let weakPart: UInt64 = 1024

  /// Pixels with the OKLab colour of their mean.
  struct Cluster {
    var pixels: PlacedSums
    var color: FixedOKLab
    /// Whether it is noise among things, and no swatch while there are enough of those.
    var isNoise: Bool

    /// A cluster of one pixel or more.
    // Not inlined: the conversion takes longer than a call, and stands in a dozen places.
    @inline(never)
    init(_ pixels: PlacedSums, isNoise: Bool = false) {
      self.pixels = pixels
      self.isNoise = isNoise
      color = FixedOKLab(meanOf: pixels.sums, cubeRoot: CubeRoot.quickFloor)
    }

    /// Adds the pixels of another; only two of noise are noise.
    mutating func take(_ other: Cluster) {
      var pixels = pixels
      pixels += other.pixels
      self = Cluster(pixels, isNoise: isNoise && other.isNoise)
    }

    /// Its pixels' sums.
    var sums: ColorSums { pixels.sums }

    /// In CIELAB, of the colour that a swatch would have.
    var lab: FixedCIELAB { FixedCIELAB(sums.mean ?? RGB8(red: 0, green: 0, blue: 0)) }

    func squaredDistance(to other: Cluster) -> UInt64 {
      UInt64(color.squaredDistance(to: other.color))
    }
  }

  /// The pixels counted.
  private let total: UInt64

  /// The colours of pixels: the two that cover most, then the others by importance.
  ///
  /// - Parameters:
  ///   - placed: the pixels.
  ///   - count: colours wanted, 1 to 64; there are fewer where fewer differ clearly.
  /// - Returns: the swatches; empty where no pixel counts.
  /// - Complexity: O(cells · count).
  static func swatches(of placed: PlacedColors, count: Int) -> [Swatch] {
    guard placed.tally.counted > 0 else { return [] }
    let search = DistinctColors(total: placed.tally.counted)
    let cells = Self.occupied(placed)
    let (seeds, noise) = search.parted(search.seeds(Self.groups(placed)))
    var centers = search.merged(seeds, to: count) + noise
    centers = Self.settled(cells, from: centers, rounds: 3)
    centers = Self.separated(centers)
    centers = search.filled(centers, from: seeds, cells, to: count)
    return search.ordered(Self.shown(Self.apart(centers, cells), count))
  }

  private init(total: UInt64) { self.total = total }

  // MARK: Points

  private static func occupied(_ placed: PlacedColors) -> [Cluster] {
    var found: [Cluster] = []
    placed.forEachOccupied { _, pixels in found.append(Cluster(pixels)) }
    return found
  }

  /// The pixels in cells of 16 levels.
  private static func groups(_ placed: PlacedColors) -> [Cluster] {
    var coarse = [PlacedSums](repeating: PlacedSums(), count: HistogramPrecision.standard.cellCount)
    placed.forEachOccupied { cell, pixels in
      coarse[(cell >> 11) << 8 | (cell >> 6 & 15) << 4 | (cell >> 1 & 15)] += pixels
    }
    return coarse.lazy.filter { $0.sums.count > 0 }.map { Cluster($0) }
  }

  /// The share of a count, 2³² for all pixels, at least 1 of one pixel or more.
  private func share(_ count: UInt64) -> UInt64 {
    max(UInt64((UInt128(count) << 32) / UInt128(total)), 1)
  }

  /// How vivid a cluster is, in sixteenths: 16 to 144, and 16 where its pixels lie alone.
  private static func vividness(_ cluster: Cluster) -> UInt64 {
    let color = cluster.color
    let square = Int64(color.a) &* Int64(color.a) &+ Int64(color.b) &* Int64(color.b)
    let chroma = SquareRoot.floor(square)
    // Chroma 0.03 and 0.1 of 2¹⁴.
    let excess = min(max(chroma &- 492, 0), 1638)
    let more = 128 &* excess / 1638 &* Int64(cluster.pixels.togetherness) / 16
    return UInt64(16 &+ more)
  }

  /// A cluster's weight against others: the root of its share, times vividness.
  private func strength(_ cluster: Cluster) -> UInt64 {
    let root = SquareRoot.floor(share(cluster.sums.count)) &* Self.vividness(cluster)
    return isWeak(cluster) ? max(root / 16, 1) : root
  }

  private func isWeak(_ cluster: Cluster) -> Bool {
    share(cluster.sums.count) < (1 << 32) / Self.weakPart
  }

  // MARK: Steps

  /// Step 1.
  private func seeds(_ points: [Cluster]) -> [Cluster] {
    // A share of 2³² in 2²⁰ parts, so that the product with a square stays under 2⁶⁴.
    let weights = points.map { max(share($0.sums.count) >> 12, 1) &* Self.vividness($0) }
    var squares = [UInt64](repeating: 1, count: points.count)
    // Of each point the nearest seed, the first of equals.
    var labels = [Int](repeating: 0, count: points.count)
    var centers: [Cluster] = []
    while centers.count < Self.seedCount {
      var best: (index: Int, value: UInt64)?
      for index in points.indices {
        let value = weights[index] &* squares[index]
        if value > best?.value ?? 0 { best = (index, value) }
      }
      guard let best else { break }
      let center = points[best.index]
      for index in points.indices {
        let square = points[index].squaredDistance(to: center)
        guard centers.isEmpty || square < squares[index] else { continue }
        squares[index] = square
        labels[index] = centers.count
      }
      centers.append(center)
    }
    return Self.settled(points, from: centers, rounds: 4, labels: labels)
  }

  /// Step 2, without the assignments.
  private func merged(_ clusters: [Cluster], to count: Int) -> [Cluster] {
    var clusters = clusters
    var strengths = clusters.map(strength)
    func cost(_ first: Int, _ second: Int) -> UInt64 {
      let (one, other) = (strengths[first], strengths[second])
      return one &* other / (one &+ other) &* clusters[first].squaredDistance(to: clusters[second])
    }
    // Of each cluster the cheapest partner before it.
    func cheapest(_ second: Int) -> (first: Int, cost: UInt64) {
      var best = (first: 0, cost: UInt64.max)
      for first in 0..<second {
        let cost = cost(first, second)
        if cost < best.cost { best = (first, cost) }
      }
      return best
    }
    var partners = clusters.indices.map(cheapest)
    while clusters.count > count {
      var second = 1
      for index in 2..<max(clusters.count, 2) where partners[index].cost < partners[second].cost {
        second = index
      }
      let first = partners[second].first
      clusters[first].take(clusters[second])
      clusters.remove(at: second)
      strengths[first] = strength(clusters[first])
      strengths.remove(at: second)
      partners.remove(at: second)
      for index in clusters.indices.dropFirst() {
        let old = partners[index]
        if index == first || old.first == first || old.first == second {
          partners[index] = cheapest(index)
        } else {
          if old.first > second { partners[index].first -= 1 }
          guard first < index else { continue }
          let cost = cost(first, index)
          let isBefore = cost == partners[index].cost && first < partners[index].first
          if cost < partners[index].cost || isBefore { partners[index] = (first, cost) }
        }
      }
    }
    return clusters
  }

  /// The clusters of things, and those of noise: none where noise is half of the picture or more.
  private func parted(_ seeds: [Cluster]) -> (things: [Cluster], noise: [Cluster]) {
    var (things, noise): ([Cluster], [Cluster]) = ([], [])
    var count: UInt64 = 0
    for seed in seeds {
      if seed.pixels.togetherness > 0 {
        things.append(seed)
        continue
      }
      count &+= seed.sums.count
      if !isWeak(seed) { noise.append(Cluster(seed.pixels, isNoise: true)) }
    }
    return 2 &* count < total ? (things, noise) : (seeds, [])
  }

  /// The clusters that become swatches: those of things, and while these are fewer than asked for the
  /// fullest of noise.
  private static func shown(_ clusters: [Cluster], _ count: Int) -> [Cluster] {
    var shown = clusters
    shown.sortFew { !$0.isNoise && $1.isNoise }
    let things = shown.firstIndex { $0.isNoise } ?? shown.count
    shown.sortFew(from: things) { $0.sums.count > $1.sums.count }
    shown.removeLast(max(shown.count &- max(things, count), 0))
    return shown
  }

  /// Step 3.
  private static func separated(_ clusters: [Cluster]) -> [Cluster] {
    var clusters = clusters
    while let pair = nearestPair(clusters) {
      clusters[pair.first].take(clusters[pair.second])
      clusters.remove(at: pair.second)
    }
    return clusters
  }

  /// Step 4.
  private func filled(
    _ centers: [Cluster], from seeds: [Cluster], _ cells: [Cluster], to count: Int
  ) -> [Cluster] {
    let hidden = centers.count { $0.isNoise }
    let count = count &+ hidden
    guard centers.count < count else { return centers }
    var centers = centers
    var roots = seeds.map { seed in
      SquareRoot.floor(centers.map { seed.squaredDistance(to: $0) }.min() ?? 0)
    }
    let weights = seeds.map { share($0.sums.count) >> 12 }
    var candidates = seeds.indices.filter { !isWeak(seeds[$0]) }
    var added = centers
    while centers.count < count {
      candidates.removeAll { index in
        added.contains { Self.difference($0.lab, seeds[index].lab) < Self.leastStep }
      }
      var best: (index: Int, gain: UInt64)?
      for index in candidates {
        var gain: UInt64 = 0
        for other in seeds.indices {
          let after = SquareRoot.floor(seeds[other].squaredDistance(to: seeds[index]))
          if roots[other] > after { gain &+= (roots[other] &- after) &* weights[other] }
        }
        if gain > best?.gain ?? 0 { best = (index, gain) }
      }
      guard let best else { break }
      let center = seeds[best.index]
      added = [center]
      centers.append(center)
      for other in seeds.indices {
        roots[other] = min(roots[other], SquareRoot.floor(seeds[other].squaredDistance(to: center)))
      }
    }
    let settled = Self.assigned(cells, to: centers)
    // Moving centres must not bring them together again.
    return settled.count == centers.count && Self.nearestPair(settled) == nil ? settled : centers
  }

  /// The clusters of all cells, the smaller of any two taken out that would come too near.
  private static func apart(_ centers: [Cluster], _ cells: [Cluster]) -> [Cluster] {
    var centers = centers
    while true {
      let pixels = pixels(of: cells, nearest: centers)
      let clusters = moved(centers, to: pixels)
      for index in centers.indices.reversed() where pixels[index].sums.count == 0 {
        centers.remove(at: index)
      }
      guard let pair = nearestPair(clusters) else { return clusters }
      let (first, second) = (clusters[pair.first], clusters[pair.second])
      let isFirstLess =
        first.isNoise == second.isNoise
        ? first.sums.count < second.sums.count : first.isNoise
      centers.remove(at: isFirstLess ? pair.first : pair.second)
    }
  }

  /// Step 5.
  private func ordered(_ clusters: [Cluster]) -> [Swatch] {
    var swatches = clusters.map { cluster in
      (
        strength: strength(cluster), color: cluster.sums.mean ?? RGB8(red: 0, green: 0, blue: 0),
        count: cluster.sums.count
      )
    }
    swatches.sortFew { first, second in
      if first.count != second.count { return first.count > second.count }
      return Self.level(first.color) < Self.level(second.color)
    }
    swatches.sortFew(from: 2) { first, second in
      if first.strength != second.strength { return first.strength > second.strength }
      if first.count != second.count { return first.count > second.count }
      return Self.level(first.color) < Self.level(second.color)
    }
    return swatches.map { Swatch(color: $0.color, count: $0.count, outOf: total) }
  }

  /// By red, then green, then blue.
  private static func level(_ color: RGB8) -> Int {
    Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
  }

  // MARK: Differences

  private static func difference(_ first: FixedCIELAB, _ second: FixedCIELAB) -> Int64 {
    first.deltaE00(to: second)
  }

  /// The two that differ least, the first of equals, if by less than ``leastDifference``.
  private static func nearestPair(_ clusters: [Cluster]) -> (first: Int, second: Int)? {
    let labs = clusters.map { $0.lab }
    var nearest: (first: Int, second: Int)?
    var least = leastDifference
    for second in clusters.indices.dropFirst() {
      for first in 0..<second {
        // ΔL* ÷ 1.75 bounds the difference from below: the formula divides by 1 + 0.015 · 50, or less.
        let step = abs(labs[first].lightness &- labs[second].lightness)
        guard 4 &* step < 7 &* least &+ 64 else { continue }
        let difference = difference(labs[first], labs[second])
        if difference < least { (nearest, least) = ((first, second), difference) }
      }
    }
    return nearest
  }
}
