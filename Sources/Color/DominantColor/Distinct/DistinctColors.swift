internal import Pixels
internal import SIMDBodies

/// Method `distinct`: colours that differ clearly, as vivid as people pick them, and the picture's small vivid areas.
///
/// The pixels come in ``PlacedColors``. Everything is integers and decided, so that equal summaries give
/// equal swatches:
///
/// 1. *Clusters.* Points are the cells of 16 levels, at the OKLab colour of their pixels' mean. Up to 36
///    clusters start at the point with the most pixels, and then again and again where pixels times squared
///    distance to the nearest start are most. Four assignments of points to the nearest centre, each followed by
///    moving centres to their pixels' means, settle them.
/// 2. *Showing.* A cluster shows the colour of its vivid part (``VividPart``): a textured area its most vivid tone, an even
///    or a grey one its mean.
/// 3. *Choosing*, up to the number asked for: first the strongest cluster, then again and again the one whose
///    strength times squared ΔE₀₀ to the nearest chosen one is most, of those that differ by ΔE₀₀ 12 or more from
///    every chosen one, all by the colours that they show. A cluster's strength is the root of its share times its
///    vividness: a share of 1 % weighs a tenth of all, and a vivid one nearly as much as all. Clusters with less than a
///    1024th of the pixels are chosen only where no more clusters are left than asked for, and have a sixteenth of that
///    strength.
/// 4. *Tones.* A chosen cluster that shows its mean, within ΔE₀₀ 2, takes the mean together with those refused ones that do,
///    too, and differ from it by less than ΔE₀₀ 12 and from no chosen one by less; unless it would then differ by less
///    than ΔE₀₀ 9 from another swatch.
/// 5. *Counting.* The pixels of a cluster that was not chosen count for the chosen one whose mean is nearest in OKLab.
/// 6. *Order*: the two that cover most, the fuller first; then the others by strength.
///
/// Where the picture decides how many colours there are, step 3 ends before the first whose strength times squared ΔE₀₀ is under 80
/// (Gonzalez, 1985, chooses the farthest again and again until a distance is reached; here what is little counts as near), and no noise follows.
///
/// Where a cluster is even, as flat colours are, its swatch has its exact mean. The vividness of a cluster is 1
/// up to an OKLab chroma of 0.03 and rises to 9 at 0.2, of the colour that it shows, where a quarter of its pixels lie alone,
/// or fewer; with more that do it falls, and is 1 from nine sixteenths on.
///
/// Clusters of 64 pixels or more, nine sixteenths of which lie alone, are *noise*, where all of these have
/// less than half of the pixels. Step 3 takes the others. Those of noise that have a 1024th of the pixels are chosen, the
/// fullest first, only where fewer than asked for are left after it, if they differ by ΔE₀₀ 9 or more from what is
/// there; pixels of those that differ and are not chosen count for no swatch. Figures, and what was raced against it:
/// `Benchmarks/Notes/Distinct.md`.
struct DistinctColors {
  /// Clusters to start with.
  static let clusterCount = 36
  /// The least difference between two swatches: ΔE₀₀ 9, and what integers may be off there.
  static let leastDifference: Int64 = 9 * FixedCIELAB.unit + FixedCIELAB.unit / 2
  /// The least ΔE₀₀ from what is chosen to what is chosen next.
  static let leastStep: Int64 = 12 * FixedCIELAB.unit
  /// What a strength times a squared difference has to be where the picture decides how many colours there are: 80, by the
  /// root of the share, vividness and ΔE₀₀ as people write them.
  static let leastValue: UInt64 = 80 << 36
  /// Clusters with fewer pixels than one in so many are weak.
  static let weakPart: UInt64 = 1024

  /// Pixels with the OKLab colour of their mean.
  struct Cluster {
    let pixels: PlacedSums
    let color: FixedOKLab

    /// Its pixels' sums.
    var sums: ColorSums { pixels.sums }

    func squaredDistance(to other: Cluster) -> UInt64 {
      UInt64(color.squaredDistance(to: other.color))
    }
  }

  /// The pixels counted.
  let total: UInt64

  /// What finds colours and distances; `nil` for scalar loops.
  let code: VectorCode?

  /// The colours of pixels: the two that cover most, then the others by importance.
  ///
  /// - Parameters:
  ///   - placed: the pixels.
  ///   - count: colours wanted, 1 to 64; there are fewer where fewer differ clearly.
  ///   - choosesCount: whether there are also fewer where the next would weigh little (``leastValue``).
  ///   - code: vector code that the machine can run, or `nil` for scalar loops; the answer is the same.
  ///   - cells: memory that is used again.
  /// - Returns: the swatches; empty where no pixel counts.
  /// - Complexity: O(cells + groups of cells · clusters).
  static func swatches(
    of placed: PlacedColors, count: Int, choosesCount: Bool = false,
    code: VectorCode? = InstructionSet.best.code,
    in cells: DistinctCells = DistinctCells()
  ) -> [Swatch] {
    cells.take(placed)
    return swatches(
      of: cells, total: placed.tally.counted, count: count, choosesCount: choosesCount, code: code)
  }

  /// The same of pixels in cells, of which there are `total`.
  static func swatches(
    of cells: DistinctCells, total: UInt64, count: Int, choosesCount: Bool, code: VectorCode?
  ) -> [Swatch] {
    guard total > 0 else { return [] }
    let search = DistinctColors(total: total, code: total > PointTable.mostWeight ? nil : code)
    let (clusters, labels) = search.clusters(DistinctPoints(cells.groups, code: search.code))
    let things = search.shown(clusters, cells, labels: labels)
    let chosen = search.chosen(things, count: count, leastValue: choosesCount ? leastValue : 1)
    return search.ordered(chosen)
  }

  // MARK: Weights

  /// The share of a count, 2³² for all pixels, at least 1 of one pixel or more.
  private func share(_ count: UInt64) -> UInt64 {
    #if hasFeature(Embedded)
      max(UInt64((UInt128(count) << 32) / UInt128(total)), 1)
    #else
      // Wider numbers, which few pictures need, take a loop to divide.
      max(
        count >> 32 == 0 ? count << 32 / total : UInt64((UInt128(count) << 32) / UInt128(total)), 1)
    #endif
  }

  /// A weight against others: the root of a share, times vividness.
  func strength(_ count: UInt64, vividness: UInt64) -> UInt64 {
    let root = SquareRoot.floor(share(count)) &* vividness
    return isWeak(count) ? max(root / 16, 1) : root
  }

  func isWeak(_ count: UInt64) -> Bool { share(count) < (1 << 32) / Self.weakPart }

  // MARK: Steps

  /// Step 1: the clusters, and of each point the cluster.
  private func clusters(_ points: DistinctPoints) -> (clusters: [Cluster], labels: [Int]) {
    let colors = points.colors
    // A share of 2³² in 2²⁰ parts, so that the product with a square stays under 2⁶⁴.
    let weights = points.pixels.map { max(share($0.sums.count) >> 12, 1) }
    var squares = [UInt32](repeating: 1, count: colors.count)
    // Of each point the nearest start, the first of equals.
    var labels = [Int](repeating: 0, count: colors.count)
    var centers: [FixedOKLab] = []
    // Where the next start is: what has the most pixels times squared distance, the first of equals.
    var next = (index: 0, value: UInt64.zero)
    for index in weights.indices where weights[index] > next.value {
      next = (index, weights[index])
    }
    while centers.count < Self.clusterCount, next.value > 0 {
      let (center, label) = (colors[next.index], centers.count)
      next = (0, 0)
      colors.withUnsafeBufferPointer { colors in
        weights.withUnsafeBufferPointer { weights in
          squares.withUnsafeMutableBufferPointer { squares in
            labels.withUnsafeMutableBufferPointer { labels in
              // SAFETY: a weight, a square and a label for each colour.
              for index in colors.indices {
                let square = UInt32(
                  truncatingIfNeeded: colors[index].squaredDistance(to: center))
                if label == 0 || square < squares[index] {
                  squares[index] = square
                  labels[index] = label
                }
                let value = weights[index] &* UInt64(squares[index])
                if value > next.value { next = (index, value) }
              }
            }
          }
        }
      }
      centers.append(center)
    }
    return settled(points, labels: labels, count: centers.count)
  }

  /// Clusters of the points nearest to each centre, and of each point the cluster.
  ///
  /// Four times, from the means of the time before, without those that are empty.
  ///
  /// - Parameters:
  ///   - points: the points.
  ///   - labels: of each the nearest centre.
  ///   - count: centres.
  /// - Returns: both.
  private func settled(
    _ points: DistinctPoints, labels: [Int], count: Int
  ) -> (clusters: [Cluster], labels: [Int]) {
    var labels = labels
    var clusters: [Cluster] = []
    for round in 0..<4 {
      if round > 0 { labels = points.nearest(of: clusters.map { $0.color }) }
      var pixels = [PlacedSums](
        repeating: PlacedSums(), count: round == 0 ? count : clusters.count)
      for (label, group) in zip(labels, points.pixels) { pixels[label] += group }
      // Where each label goes when the empty ones are gone.
      var places: [Int] = []
      var kept: [PlacedSums] = []
      for group in pixels {
        places.append(kept.count)
        if group.sums.count > 0 { kept.append(group) }
      }
      if kept.count < pixels.count { labels = labels.map { places[$0] } }
      let means = DistinctPoints(kept, code: code)
      clusters = zip(kept, means.colors).map { Cluster(pixels: $0, color: $1) }
    }
    return (clusters, labels)
  }

  /// Step 6.
  private func ordered(_ chosen: [Chosen]) -> [Swatch] {
    var swatches = chosen.map { chosen in
      (
        strength: strength(chosen.count, vividness: chosen.vividness), color: chosen.color,
        count: chosen.count
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
}
