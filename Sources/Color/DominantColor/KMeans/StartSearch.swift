internal import Pixels

/// The search for centres from a start, with memory of its own: one thread's part of a
/// ``KMeansClusterer``.
final class StartSearch: @unchecked Sendable {
  // SAFETY: Sendable because a clusterer gives one to each of its threads and joins before reading
  // any.

  private var engine = LloydEngine()
  /// Finds the fullest windows; only where a start needs them.
  private let windows: QuickWindowSearch?
  private var start: [FixedOKLab] = []

  /// Takes memory.
  ///
  /// - Parameter windows: finds the windows that a search will begin from, if one will.
  init(windows: QuickWindowSearch?) {
    self.windows = windows
    start.reserveCapacity(KMeansLimits.clusters)
  }

  /// The centres that the last search came to.
  var centers: [FixedOKLab] { engine.centers }
  /// Their inertia.
  var inertia: Int64 { engine.inertia }

  /// Whether the last search began a round with an inertia.
  func passed(_ inertia: Int64) -> Bool { engine.passed.contains(inertia) }

  /// Searches from the fullest windows: as many as clusters, or where there are few clusters twice
  /// as many, of which those that are missed least are taken out.
  func searchFromWindows(_ points: PointTable, _ histogram: ColorHistogram, _ count: Int) {
    let limit = KMeansReference.windowCount(clusters: count)
    findFullest(histogram, limit)
    points.complete(&start, to: limit)
    engine.begin(points, centers: start)
    if limit > count { engine.thin(points, to: count) }
    engine.converge(points)
    engine.improve(points)
  }

  /// Searches from the mean of all points and those that add most to the inertia, until it is that
  /// `known`.
  func searchFromMean(_ points: PointTable, _ count: Int, until known: Int64? = nil) {
    start.removeAll(keepingCapacity: true)
    if let middle = points.total.mean { start.append(middle) }
    points.complete(&start, to: count)
    engine.begin(points, centers: start)
    engine.converge(points)
    engine.improve(points, until: known)
  }

  /// Assigns points to centres until they converge.
  func finish(_ points: PointTable, from centers: [FixedOKLab]) {
    engine.begin(points, centers: centers)
    engine.converge(points)
  }

  /// Finds the fullest windows.
  private func findFullest(_ histogram: ColorHistogram, _ limit: Int) {
    // Moved out for the closure, which may not change a part of `self` meanwhile.
    var found: [FixedOKLab] = []
    swap(&found, &start)
    found.removeAll(keepingCapacity: true)
    windows?.forEachWindow(of: histogram, limit: limit) { color, _ in
      found.append(FixedOKLab(quick: color))
    }
    swap(&found, &start)
  }
}
