internal import Pixels

/// Method `kmeans` made fast: the same swatches as ``KMeansReference``, which says what they are.
///
/// Distances are vector loops over 16-bit components, sums change only by the points that change
/// clusters, and a point is judged in place of all present centres in one pass, from every
/// point's nearest and second nearest centre. The memory is taken once, about 2.3 MB: keep a
/// clusterer and use it again.
struct KMeansClusterer {
  /// The centres of the last call's clusters; empty when every cell was a cluster of its own.
  private(set) var centers: [FixedOKLab] = []
  private var windows = WindowSearch(.fine)
  private let fine = PointTable(capacity: HistogramPrecision.fine.cellCount)
  private let merged = PointTable(
    capacity: HistogramPrecision.standard.cellCount + KMeansLimits.heavyPart)
  private var indices: [Int] = []
  private var merging = [ClusterSums](
    repeating: ClusterSums(), count: HistogramPrecision.standard.cellCount)

  /// Takes memory for histograms of fine precision.
  init() {
    indices.reserveCapacity(HistogramPrecision.fine.cellCount)
  }

  /// The clusters of a fine histogram by falling population, ties by colour.
  ///
  /// - Parameters:
  ///   - histogram: of fine precision.
  ///   - count: clusters wanted, 1 to 64; there are as many as occupied cells, if those are fewer.
  /// - Returns: the swatches; empty for an empty histogram.
  mutating func swatches(of histogram: ColorHistogram, count: Int) -> [Swatch] {
    precondition(histogram.precision == .fine, "k-means clusters a fine histogram")
    precondition(1...64 ~= count, "k-means makes 1 to 64 clusters")
    let total = histogram.tally.counted
    if total > PointTable.mostWeight {
      // More pixels than 64-bit sums bear; the reference has 128 bits.
      var reference = KMeansReference()
      defer { centers = reference.centers }
      return reference.swatches(of: histogram, count: count)
    }
    findOccupied(histogram.cells)
    centers = []
    guard indices.count > count else {
      return KMeansSwatches.sorted(indices.map { histogram.cells[$0] }, outOf: total)
    }
    placePoints(histogram.cells)
    let isSmall = fine.count <= KMeansLimits.searchedPoints
    if !isSmall { mergePoints(Int64(total)) }
    let searched = isSmall ? fine : merged

    var start = windows.swatches(of: histogram, limit: count).map { FixedOKLab(quick: $0.color) }
    searched.complete(&start, to: count)
    var search = LloydEngine(searched, centers: start)
    search.converge()
    search.improve()
    var finish = LloydEngine(fine, centers: search.centers)
    finish.converge()
    centers = finish.centers

    var clusters = Array(repeating: ColorSums(), count: centers.count)
    for (point, index) in indices.enumerated() {
      // SAFETY: one point for each occupied cell.
      clusters[Int(fine.labels[point])] += histogram.cells[index]
    }
    return KMeansSwatches.sorted(clusters, outOf: total)
  }

  /// Lists the occupied cells.
  private mutating func findOccupied(_ cells: [ColorSums]) {
    indices.removeAll(keepingCapacity: true)
    cells.withUnsafeBufferPointer { cells in
      for index in cells.indices where cells[index].count > 0 { indices.append(index) }
    }
  }

  /// Makes a point of every occupied cell.
  private func placePoints(_ cells: [ColorSums]) {
    fine.removeAll()
    for index in indices {
      let color = FixedOKLab(meanOf: cells[index], cubeRoot: CubeRoot.quickFloor)
      fine.append(color, weight: Int64(truncatingIfNeeded: cells[index].count))
    }
  }

  /// Takes over the heavy points and merges the others by cells of twice the width.
  private mutating func mergePoints(_ total: Int64) {
    merged.removeAll()
    let part = Int64(KMeansLimits.heavyPart)
    for (point, index) in indices.enumerated() {
      // SAFETY: one point for each occupied cell.
      let (color, weight) = (fine.color(point), fine.weights[point])
      if weight &* part >= total {
        merged.append(color, weight: weight)
      } else {
        let (r, g, b) = (index >> 11, index >> 6 & 15, index >> 1 & 15)
        merging[(r << 4 | g) << 4 | b].add(color, weight: weight)
      }
    }
    for index in merging.indices {
      if let color = merging[index].mean {
        merged.append(color, weight: merging[index].weight)
        merging[index] = ClusterSums()
      }
    }
  }
}
