internal import Pixels
internal import SIMDBodies

/// Method `kmeans` made fast: the same swatches as ``KMeansReference``, which says what they are.
///
/// Distances are vector loops over 16-bit components, sums change only by the points that change
/// clusters, and a point is judged in place of all present centres in one pass, from every
/// point's nearest and second nearest centre. The memory is taken once, about 2.0 MB, and half a
/// megabyte when a second thread is first used: keep a clusterer and use it again. A call on one
/// thread allocates its result, and nothing else.
final class KMeansClusterer {
  /// Points under which starting a thread for the second start costs more than it saves.
  private static let smallestConcurrentSearch = 256

  /// The centres of the last call's clusters; empty when every point was a cluster of its own.
  private(set) var centers: [FixedOKLab] = []
  private let fine: PointTable
  private let merged: PointTable
  private var indices: [Int] = []
  /// What each point is merged by for the search.
  private var mergedBy: [UInt16] = []
  private let first: StartSearch
  private var second: (StartSearch, PointTable)?
  private var best: [FixedOKLab] = []
  private var clusters: [ColorSums] = []
  /// Light points by what they are merged by.
  private var merging = [ClusterSums](
    repeating: ClusterSums(), count: KMeansLimits.mostSearchedPoints - KMeansLimits.heavyPart)

  /// Takes memory for histograms of fine precision.
  ///
  /// - Parameter code: vector code that the machine can run; the answer is the same with each.
  init(code: VectorCode = InstructionSet.best.code) {
    fine = PointTable(capacity: KMeansLimits.points, code: code)
    merged = PointTable(capacity: KMeansLimits.mostSearchedPoints, code: code)
    first = StartSearch(windows: QuickWindowSearch(.fine, code: code))
    indices.reserveCapacity(HistogramPrecision.fine.cellCount)
    mergedBy.reserveCapacity(KMeansLimits.points)
    centers.reserveCapacity(KMeansLimits.clusters)
    best.reserveCapacity(KMeansLimits.clusters)
    clusters.reserveCapacity(KMeansLimits.clusters)
  }

  /// The clusters of pixels by falling population, ties by colour.
  ///
  /// - Parameters:
  ///   - histogram: the pixels in a histogram of fine precision.
  ///   - count: clusters wanted, 1 to 64; there are as many as points, if those are fewer.
  ///   - threads: with two or more the starts are searched from at once; the answer is the same.
  ///   - colors: the pixels by colour; asked for only when few cells are occupied.
  /// - Returns: the swatches; empty for an empty histogram.
  func swatches(
    of histogram: ColorHistogram, count: Int, threads: Int = 1, colors: () -> ExactColors
  ) -> [Swatch] {
    precondition(histogram.precision == .fine, "k-means clusters a fine histogram")
    precondition(1...64 ~= count, "k-means makes 1 to 64 clusters")
    let total = histogram.tally.counted
    centers.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    guard total > 0 else { return [] }
    findOccupied(histogram)
    let colors = indices.count <= KMeansLimits.coarseCells ? colors() : nil
    precondition(colors?.isOver != true, "colours that lie in the cells of the histogram")
    if total > PointTable.mostWeight {
      // More pixels than 64-bit sums bear; the reference has 128 bits.
      #if arch(wasm32)
        // JavaScript takes no picture of 2³² pixels, and the module does without the reference.
        preconditionFailure("a picture of at most \(PointTable.mostWeight) pixels")
      #else
        var reference = KMeansReference()
        defer { centers = reference.centers }
        return reference.swatches(of: histogram, colors: colors?.byColor ?? [:], count: count)
      #endif
    }
    let points = colors.map { min($0.colorCount, KMeansLimits.points) } ?? indices.count
    guard points > count else {
      forEachGroup(histogram.cells, colors) { sums, _ in clusters.append(sums) }
      return KMeansSwatches.sorted(clusters, outOf: total)
    }
    placePoints(histogram.cells, colors)
    let isSmall = fine.count <= KMeansLimits.searchedPoints
    if !isSmall { mergePoints(Int64(total)) }
    let searched = isSmall ? fine : merged

    search(searched, histogram, count, threads: threads)
    first.finish(fine, from: best)
    centers.append(contentsOf: first.centers)

    for _ in centers { clusters.append(ColorSums()) }
    let labels = fine.labels
    var point = 0
    clusters.withUnsafeMutableBufferPointer { clusters in
      forEachGroup(histogram.cells, colors) { sums, _ in
        // SAFETY: one point for each group, in this order, whose label is that of a centre.
        clusters[Int(labels[point])] += sums
        point &+= 1
      }
    }
    return KMeansSwatches.sorted(clusters, outOf: total)
  }

  /// Searches from every start, and leaves the best centres in ``best``.
  private func search(
    _ points: PointTable, _ histogram: ColorHistogram, _ count: Int, threads: Int
  ) {
    let first = first
    let hasTwoStarts = count <= KMeansLimits.manyStarts
    if hasTwoStarts, threads > 1, points.count >= Self.smallestConcurrentSearch {
      let (second, copy) = secondThread()
      BandScheduler.run(bands: 2, workers: 2) { _, start in
        if start == 0 {
          first.searchFromWindows(points, histogram, count)
        } else {
          copy.copy(points)
          second.searchFromMean(copy, count)
        }
      }
      // One that came by the first's inertia would have ended there.
      let isBetter = second.inertia < first.inertia && !second.passed(first.inertia)
      keep(isBetter ? second.centers : first.centers)
      return
    }
    first.searchFromWindows(points, histogram, count)
    keep(first.centers)
    guard hasTwoStarts else { return }
    let inertia = first.inertia
    first.searchFromMean(points, count, until: inertia)
    if first.inertia < inertia { keep(first.centers) }
  }

  private func keep(_ centers: [FixedOKLab]) {
    best.removeAll(keepingCapacity: true)
    best.append(contentsOf: centers)
  }

  /// What the second start is searched with on a thread of its own.
  private func secondThread() -> (StartSearch, PointTable) {
    if let second { return second }
    let made = (
      StartSearch(windows: nil),
      PointTable(capacity: KMeansLimits.mostSearchedPoints, code: merged.code)
    )
    second = made
    return made
  }

  /// Lists the occupied cells.
  private func findOccupied(_ histogram: ColorHistogram) {
    let side = histogram.precision.cellsPerChannel
    indices.removeAll(keepingCapacity: true)
    histogram.cells.withUnsafeBufferPointer { cells in
      for row in histogram.isRowUsed.indices where histogram.isRowUsed[row] {
        // SAFETY: a row is `side` cells, and there are as many rows as flags.
        for index in row &* side..<(row &+ 1) &* side where cells[index].count > 0 {
          indices.append(index)
        }
      }
    }
  }

  /// Hands over what is clustered, and what it is merged by: colours, or else the occupied cells.
  private func forEachGroup(
    _ cells: [ColorSums], _ colors: ExactColors?, _ body: (ColorSums, Int) -> Void
  ) {
    if let colors {
      colors.forEachGroup(body)
    } else {
      for index in indices {
        // A cell's number is r r r r r g g g g g b b b b b; without the lowest bit of each it
        // is the cell twice as wide.
        let (r, g, b) = (index >> 11, index >> 6 & 15, index >> 1 & 15)
        body(cells[index], (r << 4 | g) << 4 | b)
      }
    }
  }

  /// Makes a point of everything that is clustered.
  private func placePoints(_ cells: [ColorSums], _ colors: ExactColors?) {
    // Moved out for the closure, which may not change a part of `self` meanwhile.
    var keys: [UInt16] = []
    swap(&keys, &mergedBy)
    keys.removeAll(keepingCapacity: true)
    fine.fill(meansOf: { add in
      forEachGroup(cells, colors) { sums, key in
        add(sums)
        keys.append(UInt16(truncatingIfNeeded: key))
      }
    })
    swap(&keys, &mergedBy)
  }

  /// Takes over the heavy points and merges the others.
  private func mergePoints(_ total: Int64) {
    let part = Int64(KMeansLimits.heavyPart)
    let fine = fine
    merging.withUnsafeMutableBufferPointer { merging in
      merged.fill { add in
        for (point, key) in mergedBy.enumerated() {
          // SAFETY: one point for each key.
          let (color, weight) = (fine.color(point), fine.weights[point])
          if weight &* part >= total {
            add(color, weight)
          } else {
            merging[Int(key)].add(color, weight: weight)
          }
        }
        for index in merging.indices {
          if let color = merging[index].mean {
            add(color, merging[index].weight)
            merging[index] = ClusterSums()
          }
        }
      }
    }
  }
}
