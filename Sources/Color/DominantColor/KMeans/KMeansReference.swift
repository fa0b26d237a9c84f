internal import Pixels

/// Method `kmeans` in the plainest way: the specification and the oracle of ``KMeansClusterer``.
///
/// Every occupied cell of a fine histogram is a point, the OKLab colour of the mean of its pixels,
/// weighing as much as it has pixels. Where at most 512 cells are occupied, as in grey, hazy or
/// drawn images, cells are too coarse: there every colour is a point, or if these are more than
/// 32,768, every box of 2 × 2 × 2 levels. Clusters are found in three steps, all in integers and
/// all decided, so that equal pixels in any order give equal swatches:
///
/// 1. *Starts.* The first has twice as many centres: the histogram's fullest windows, and where
///    those run out, the point that adds most to the inertia, again and again. After some
///    assignments those that are missed least are taken out one by one. The second is the mean of
///    all points, and then the points that add most. (From 17 clusters on, as many of the fullest
///    windows as clusters are the only start.)
/// 2. *Search* from each, over all points when there are at most 1024; else over the heavy points,
///    which have at least a 4096th of the pixels, and the others merged by cells twice as wide
///    (where colours are points, half as wide). Lloyd's iteration finds the nearest local optimum.
///    Then, round after round, 32 points spread evenly over the inertia are judged as a new centre
///    in place of every present one. For each pair of the cluster that the point comes from and
///    another that gives up its centre the best point is kept, and the 12 most promising of these
///    swaps are tried: the first that lowers the inertia within eight assignments, each followed by
///    moving the centres, is carried on and starts the next round. A trial ends early when moving
///    the centres takes off less than a quarter of what is still lacking. The second search ends
///    where it comes to the very inertia of the first. The least inertia wins.
/// 3. *Finish.* Lloyd's iteration over all points, until no assignment changes.
///
/// A cluster's swatch has the exact count and mean of the pixels of its points. The idea of swaps
/// judged before they are tried is that of Lattanzi and Sohler (2019), without its dice.
struct KMeansReference {
  /// The centres of the last call's clusters; empty when every point was a cluster of its own.
  private(set) var centers: [FixedOKLab] = []

  init() {}

  /// The clusters of pixels by falling population, ties by colour.
  ///
  /// - Parameters:
  ///   - histogram: the pixels in a histogram of fine precision.
  ///   - colors: the pixels by colour; looked at only when ``isCoarse(_:)`` says so.
  ///   - count: clusters wanted, 1 to 64; there are as many as points, if those are fewer.
  /// - Returns: the swatches; empty for an empty histogram.
  mutating func swatches(
    of histogram: ColorHistogram, colors: [RGB8: UInt64], count: Int
  ) -> [Swatch] {
    precondition(histogram.precision == .fine, "k-means clusters a fine histogram")
    precondition(1...64 ~= count, "k-means makes 1 to 64 clusters")
    let groups =
      Self.isCoarse(histogram) ? Self.groups(colors, histogram) : Self.groups(histogram)
    centers = []
    guard groups.count > count else {
      return KMeansSwatches.sorted(groups.map { $0.sums }, outOf: histogram.tally.counted)
    }
    let points = groups.map { Point(color: FixedOKLab(meanOf: $0.sums), weight: $0.sums.count) }
    var search = WindowSearch(.fine)
    let limit = Self.windowCount(clusters: count)
    let windows = search.swatches(of: histogram, limit: limit).map { FixedOKLab($0.color) }

    let isSmall = points.count <= KMeansLimits.searchedPoints
    let searched = isSmall ? points : Self.merged(points, groups.map { $0.merged })
    let found = Self.searched(searched, windows: windows, count: count)
    let rest = Self.converged(found, points, limit: KMeansLimits.iterations)
    centers = rest.centers

    var clusters = Array(repeating: ColorSums(), count: centers.count)
    for (group, label) in zip(groups, rest.labels) { clusters[label] += group.sums }
    return KMeansSwatches.sorted(clusters, outOf: histogram.tally.counted)
  }
}

extension KMeansReference {
  /// A colour and the pixels that it stands for.
  struct Point: Hashable {
    var color: FixedOKLab
    var weight: UInt64
  }

  /// Centres, each point's nearest centre, and the inertia: the sum over points of weight times
  /// squared distance to that centre.
  struct Rest {
    var centers: [FixedOKLab]
    var labels: [Int]
    var squares: [Int32]
    var inertia: UInt128
  }

  /// The weighted mean, each component rounded half up; `nil` without weight.
  static func mean(_ points: some Sequence<Point>) -> Point? {
    var weight: Int128 = 0
    var (l, a, b): (Int128, Int128, Int128) = (0, 0, 0)
    for point in points {
      weight += Int128(point.weight)
      l += Int128(point.weight) * Int128(point.color.l)
      a += Int128(point.weight) * Int128(point.color.a)
      b += Int128(point.weight) * Int128(point.color.b)
    }
    guard weight > 0 else { return nil }
    func rounded(_ sum: Int128) -> Int32 {
      // Half up is ⌊sum ÷ weight + ½⌋, and Swift divides towards zero: one less where there
      // is a negative rest.
      let (quotient, remainder) = (2 * sum + weight).quotientAndRemainder(dividingBy: 2 * weight)
      return Int32(remainder < 0 ? quotient - 1 : quotient)
    }
    return Point(
      color: FixedOKLab(l: rounded(l), a: rounded(a), b: rounded(b)), weight: UInt64(weight))
  }

  /// The heavy points, and after them the means of light ones that share a `key`, by key.
  static func merged(_ points: [Point], _ keys: [Int]) -> [Point] {
    let total = points.reduce(0) { $0 + $1.weight }
    func isHeavy(_ point: Point) -> Bool {
      // Without a division, which would round; 64 bits times 4096 have no room in 64.
      UInt128(point.weight) * UInt128(KMeansLimits.heavyPart) >= total
    }
    var members: [Int: [Point]] = [:]
    for (point, key) in zip(points, keys) where !isHeavy(point) {
      members[key, default: []].append(point)
    }
    return points.filter(isHeavy)
      + members.keys.sorted().compactMap { mean(members[$0, default: []]) }
  }

  /// The nearest centre, the first of equals, and its squared distance.
  static func nearest(_ color: FixedOKLab, _ centers: [FixedOKLab]) -> (label: Int, square: Int32) {
    var best = (label: 0, square: Int32.max)
    for (label, center) in centers.enumerated() {
      let square = color.squaredDistance(to: center)
      if square < best.square { best = (label, square) }
    }
    return best
  }

  /// The index of the point that adds most to the inertia, the first of equals; `nil` when none
  /// adds anything.
  static func worst(
    _ points: [Point], _ squares: [Int32], except taken: Set<Int> = []
  ) -> Int? {
    var worst: (index: Int, cost: UInt128)?
    for (index, point) in points.enumerated() where !taken.contains(index) {
      let cost = UInt128(point.weight) * UInt128(squares[index])
      if cost > worst?.cost ?? 0 { worst = (index, cost) }
    }
    return worst?.index
  }

  /// Lloyd's iteration: assigns points to centres and moves centres to their points' means until no
  /// assignment changes, or `limit` assignments were made; a centre without points moves to
  /// the worst point.
  static func converged(_ start: [FixedOKLab], _ points: [Point], limit: Int) -> Rest {
    var centers = start
    var labels: [Int] = []
    var assignment = 0
    while true {
      assignment += 1
      let found = points.map { nearest($0.color, centers) }
      let squares = found.map { $0.square }
      let isLast = assignment == limit || found.map { $0.label } == labels
      labels = found.map { $0.label }
      if isLast {
        let inertia = zip(points, squares).reduce(UInt128(0)) {
          $0 + UInt128($1.0.weight) * UInt128($1.1)
        }
        return Rest(centers: centers, labels: labels, squares: squares, inertia: inertia)
      }
      centers = moved(centers, labels, squares, points)
    }
  }

  /// Centres moved to the means of their points; one without points to the worst point.
  static func moved(
    _ centers: [FixedOKLab], _ labels: [Int], _ squares: [Int32], _ points: [Point]
  ) -> [FixedOKLab] {
    var centers = centers
    var taken: Set<Int> = []
    for label in centers.indices {
      let members = points.indices.lazy.filter { labels[$0] == label }.map { points[$0] }
      if let center = mean(members) {
        centers[label] = center.color
      } else if let index = worst(points, squares, except: taken) {
        centers[label] = points[index].color
        taken.insert(index)
      }
    }
    return centers
  }
}
