internal import Pixels

extension ColorHistogram {
  /// The same pixels in cells of 16 levels.
  ///
  /// - Complexity: O(cells of rows that hold pixels).
  func coarsened(into coarse: inout ColorHistogram) {
    forEachOccupied { cell, sums in
      let (red, green, blue) = (cell >> 11, cell >> 6 & 15, cell >> 1 & 15)
      coarse.add(sums, toCell: red << 8 | green << 4 | blue)
    }
    coarse.tally = tally
  }

  /// The first colour that method `histogram` finds among the pixels of this fine histogram: the
  /// specification of `Workspace.dominant`.
  ///
  /// - Parameter precision: how finely the method counts.
  /// - Returns: the fullest window; `nil` where no pixel counts.
  func dominant(_ precision: HistogramPrecision) -> Swatch? {
    var search = WindowSearch(precision)
    guard precision == .standard else { return search.swatches(of: self, limit: 1).first }
    var coarse = ColorHistogram(.standard)
    coarsened(into: &coarse)
    return search.swatches(of: coarse, limit: 1).first
  }
}
