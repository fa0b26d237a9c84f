internal import Pixels
internal import SIMDBodies

/// Groups of pixels at the OKLab colours of their means.
///
/// With vector code colours and nearest centres are found by that; without, by the scalar loops that specify them. Both
/// give the same integers.
struct DistinctPoints {
  /// The groups.
  let pixels: [PlacedSums]
  /// Of each the colour.
  let colors: [FixedOKLab]
  /// The same for vectors.
  private let table: PointTable?

  /// Places groups of one pixel or more.
  ///
  /// - Parameters:
  ///   - pixels: the groups; with vector code, of at most `PointTable.mostWeight` pixels in all.
  ///   - code: vector code, if it is to be used.
  init(_ pixels: [PlacedSums], code: VectorCode?) {
    self.pixels = pixels
    guard let code else {
      (table, colors) = (
        nil, pixels.map { FixedOKLab(meanOf: $0.sums, cubeRoot: CubeRoot.quickFloor) }
      )
      return
    }
    let table = PointTable(capacity: pixels.count, code: code)
    table.fill(meansOf: { add in for group in pixels { add(group.sums) } })
    (self.table, colors) = (table, pixels.indices.map { table.color($0) })
  }

  /// Of each group the nearest of some centres, 1 to `KMeansLimits.clusters`; the first of equals.
  ///
  /// - Complexity: O(groups · centres).
  func nearest(of centers: [FixedOKLab]) -> [Int] {
    if let table {
      table.assign(to: centers) { _, _, _ in }
      // SAFETY: the table has a label for each group.
      return colors.indices.map { Int(table.labels[$0]) }
    }
    return colors.map { color in
      var best = (label: 0, square: Int32.max)
      for (label, center) in centers.enumerated() {
        let square = color.squaredDistance(to: center)
        if square < best.square { best = (label, square) }
      }
      return best.label
    }
  }
}
