internal import Pixels

/// Method `kmeans` made fast: the same swatches as ``KMeansReference``, which says what they are.
///
/// Distances are vector loops over 16-bit components, sums change only by the points that change
/// clusters, and a point is judged in place of all present centres in one pass, from every
/// point's nearest and second nearest centre. The memory is taken once, about 2.3 MB: keep a
/// clusterer and use it again. A call allocates its result, and nothing else.
final class KMeansClusterer {
  /// The centres of the last call's clusters; empty when every cell was a cluster of its own.
  private(set) var centers: [FixedOKLab] = []
  private var windows = WindowSearch(.fine)
  private let fine: PointTable
  private let merged: PointTable
  private var indices: [Int] = []
  private var engine = LloydEngine()
  private var start: [FixedOKLab] = []
  private var clusters: [ColorSums] = []
  private var merging = [ClusterSums](
    repeating: ClusterSums(), count: HistogramPrecision.standard.cellCount)

  /// Takes memory for histograms of fine precision.
  ///
  /// - Parameter instructionSet: one that the machine can run; the answer is the same with each.
  init(instructionSet: InstructionSet = .best) {
    fine = PointTable(
      capacity: HistogramPrecision.fine.cellCount, instructionSet: instructionSet)
    merged = PointTable(
      capacity: HistogramPrecision.standard.cellCount + KMeansLimits.heavyPart,
      instructionSet: instructionSet)
    indices.reserveCapacity(HistogramPrecision.fine.cellCount)
    centers.reserveCapacity(KMeansLimits.clusters)
    start.reserveCapacity(KMeansLimits.clusters)
    clusters.reserveCapacity(KMeansLimits.clusters)
  }

  /// The clusters of a fine histogram by falling population, ties by colour.
  ///
  /// - Parameters:
  ///   - histogram: of fine precision.
  ///   - count: clusters wanted, 1 to 64; there are as many as occupied cells, if those are fewer.
  /// - Returns: the swatches; empty for an empty histogram.
  func swatches(of histogram: ColorHistogram, count: Int) -> [Swatch] {
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
    centers.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    guard indices.count > count else {
      for index in indices { clusters.append(histogram.cells[index]) }
      return KMeansSwatches.sorted(clusters, outOf: total)
    }
    placePoints(histogram.cells)
    let isSmall = fine.count <= KMeansLimits.searchedPoints
    if !isSmall { mergePoints(Int64(total)) }
    let searched = isSmall ? fine : merged

    placeStart(histogram, searched, count)
    engine.begin(searched, centers: start)
    engine.converge(searched)
    engine.improve(searched)
    engine.restart(fine)
    engine.converge(fine)
    centers.append(contentsOf: engine.centers)

    for _ in centers { clusters.append(ColorSums()) }
    for (point, index) in indices.enumerated() {
      // SAFETY: one point for each occupied cell.
      clusters[Int(fine.labels[point])] += histogram.cells[index]
    }
    return KMeansSwatches.sorted(clusters, outOf: total)
  }

  /// Starts at the fullest windows, and where those run out at the worst points.
  private func placeStart(
    _ histogram: ColorHistogram, _ searched: PointTable, _ count: Int
  ) {
    // Lent to the closure whole, because it may not change a part of `self` meanwhile.
    var start: [FixedOKLab] = []
    swap(&start, &self.start)
    start.removeAll(keepingCapacity: true)
    windows.forEachWindow(of: histogram, limit: count) { color, _ in
      start.append(FixedOKLab(quick: color))
    }
    searched.complete(&start, to: count)
    swap(&start, &self.start)
  }

  /// Lists the occupied cells.
  private func findOccupied(_ cells: [ColorSums]) {
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
  private func mergePoints(_ total: Int64) {
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
