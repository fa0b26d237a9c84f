internal import Pixels

extension PlacedColors {
  /// Whether each swatch of a palette is scattered like noise: of the pixels nearest to it, more than sixteen
  /// eighty-firsts lie alone.
  ///
  /// Of scattered pixels of which a third have a neighbour like them on each of four sides, so many lie alone; of a thing's
  /// hardly any do. A cell of 8 levels belongs to the swatch that its middle is nearest to in OKLab, the first of equals. A
  /// swatch without such pixels, as of one pixel, is not scattered.
  ///
  /// - Parameters:
  ///   - palette: of the same pixels, by any method.
  ///   - background: what was left out of the palette and is counted here; its colours belong to no swatch.
  /// - Returns: as many values as there are swatches.
  /// - Complexity: O(cells · swatches).
  public func scattered(of palette: Palette, without background: Background? = nil) -> [Bool] {
    let centers = palette.swatches.map { FixedOKLab(quick: $0.color) }
    var totals = centers.map { _ in (count: UInt64(0), alone: UInt64(0)) }
    forEachOccupied { cell, pixels in
      let color = RGB8(
        // The middle of 8 levels, of which a cell has the upper five bits.
        red: UInt8(cell >> 10) << 3 | 4, green: UInt8(cell >> 5 & 31) << 3 | 4,
        blue: UInt8(cell & 31) << 3 | 4)
      if background?.contains(color) == true { return }
      let middle = FixedOKLab(quick: color)
      var best = (index: 0, square: Int32.max)
      for (index, center) in centers.enumerated() {
        let square = middle.squaredDistance(to: center)
        if square < best.square { best = (index, square) }
      }
      guard best.index < totals.count else { return }
      totals[best.index].count &+= pixels.sums.count
      totals[best.index].alone &+= pixels.alone
    }
    // Counts are under 2⁵⁵ (`PaletteHistogram.pixelLimit`), so that no product reaches 2⁶⁴.
    return totals.map { 81 &* $0.alone > 16 &* $0.count }
  }
}
