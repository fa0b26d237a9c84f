internal import Pixels

/// Finds the background of an image: what fills its border.
///
/// Integers decide, so that equal pixels in any order give equal answers. Of a tile (see ``PlaceGrid``) the
/// mean of each channel is rounded to 1/16 of a level, and its deviation is
/// ⌊√(256 · (n · Σx² − (Σx)²) ÷ n²)⌋ sixteenths, the quotient rounded down too.
///
/// 1. *Calm tiles.* At least half of a tile's pixels are visible, and no channel deviates by more than 6 levels: noise
///    of a photo and a slow gradient are calm, an edge and a texture are not.
/// 2. *Linked tiles.* Two calm tiles are neighbours where they share an edge, or where both lie at the border, wherever
///    that is: what stands in front of a background may cut it in two. Neighbours are linked where the means of
///    no channel differ by more than 2 levels and twice the sum of both deviations, or by more than 10 levels. In
///    a gradient of s levels a tile, a tile deviates by s ÷ √12, so that its tiles are linked; two flat
///    colours side by side are not.
/// 3. *The background* is the tiles that links lead to from tiles of the border, if these are three quarters of
///    the tiles at the border or more. Otherwise the tiles at the border are taken again for the pixels of the outermost
///    ring alone, those of them with a deviation of 3 levels or less being calm: a margin of a few pixels is a background, too.
///    If that finds none, there is none: a busy border, or one of several colours, tells nothing.
/// 4. *Its colours* are the cells of 8 levels whose middle is, in each channel, at most 4 levels and three deviations away from
///    the mean of one of its tiles. All pixels of these colours belong to it, wherever they are.
///
/// A border is transparent where three quarters of its tiles are not half visible. Tiles without any pixel, which small images and
/// files cut short have, count for nothing.
enum BackgroundSearch {
  /// The most that a channel of a calm tile deviates by, in sixteenths of a level.
  static let mostDeviation = 6 * 16
  /// The same of the pixels of a ring.
  static let mostRingDeviation = 3 * 16
  /// The most that means of linked tiles differ by, in sixteenths of a level.
  static let mostStep = 10 * 16
  /// What means of linked tiles without deviation differ by, in sixteenths of a level.
  static let flatStep = 2 * 16
  /// Sixteenths of a level from the middle of a cell, beside three deviations.
  static let reach = 4 * 16
  /// Sixteenths of a level by which the means of a gradient's tiles differ at least.
  static let gradientStep = 16 * 16

  /// The colours of a calm tile, in sixteenths of a level.
  struct CalmTile {
    let mean: SIMD3<Int>
    let deviation: SIMD3<Int>

    /// `nil` for a tile that is not calm.
    init?(_ tile: PlaceGrid.Tile, most: Int = mostDeviation) {
      guard tile.visible > 0, tile.visible >= tile.transparent else { return nil }
      var (mean, deviation) = (SIMD3<Int>(), SIMD3<Int>())
      let count = UInt128(tile.visible)
      for channel in 0..<3 {
        let (sum, square) = (UInt128(tile.sums[channel]), UInt128(tile.squares[channel]))
        // Of n pixels all of this is under 2²⁴ · n², which fits for any picture that fits into memory.
        let variance = (256 &* (count &* square &- sum &* sum)) / (count &* count)
        deviation[channel] = Int(SquareRoot.floor(Int64(variance)))
        guard deviation[channel] <= most else { return nil }
        mean[channel] = Int(truncatingIfNeeded: (32 &* sum &+ count) / (2 &* count))
      }
      (self.mean, self.deviation) = (mean, deviation)
    }

    /// Whether no channel's mean differs by more, in sixteenths of a level.
    func isNear(_ other: CalmTile, within most: Int) -> Bool {
      (0..<3).allSatisfy { abs(mean[$0] - other.mean[$0]) <= most }
    }

    func isLinked(to other: CalmTile) -> Bool {
      (0..<3).allSatisfy { channel in
        let step = abs(mean[channel] - other.mean[channel])
        let spread = 2 * (deviation[channel] + other.deviation[channel])
        return step <= min(flatStep + spread, mostStep)
      }
    }
  }

  /// The background of an image.
  ///
  /// - Parameters:
  ///   - places: its pixels by place.
  ///   - colors: the same pixels, by colour, of fine precision.
  /// - Returns: the background, or why there is none.
  static func finding(in places: PlaceGrid, _ colors: ColorHistogram) -> BackgroundFinding {
    guard places.width >= 3, places.height >= 3 else { return .none(.tooSmall) }
    let deep = finding(in: places, colors, isDeep: true)
    guard case .none(.busyBorder) = deep else { return deep }
    return finding(in: places, colors, isDeep: false)
  }

  /// The same by all pixels of the tiles at the border, or by those of the ring.
  private static func finding(
    in places: PlaceGrid, _ colors: ColorHistogram, isDeep: Bool
  ) -> BackgroundFinding {
    let tiles = isDeep ? places.tiles : places.ring
    let border = tiles.indices.filter { isAtBorder($0, of: places) && !tiles[$0].isEmpty }
    let seeThrough = border.filter { tiles[$0].visible < tiles[$0].transparent }
    guard 4 * seeThrough.count < 3 * border.count else { return .none(.transparent) }
    let calm = tiles.indices.map { tile in
      isDeep || !isAtBorder(tile, of: places)
        ? CalmTile(places.tiles[tile]) : CalmTile(tiles[tile], most: mostRingDeviation)
    }
    var isSeen = [Bool](repeating: false, count: calm.count)
    for first in border where calm[first] != nil && !isSeen[first] {
      let found = linked(from: first, calm, border, places, &isSeen)
      let share = found.filter { isAtBorder($0, of: places) }.count
      if 4 * share >= 3 * border.count {
        return background(found.compactMap { calm[$0] }, colors)
      }
    }
    return .none(.busyBorder)
  }

  private static func isAtBorder(_ tile: Int, of places: PlaceGrid) -> Bool {
    let (row, column) = tile.quotientAndRemainder(dividingBy: places.columns)
    return row == 0 || column == 0 || row == places.rows - 1 || column == places.columns - 1
  }

  /// The tiles that links lead to from one at the border.
  private static func linked(
    from first: Int, _ calm: [CalmTile?], _ border: [Int], _ places: PlaceGrid,
    _ isSeen: inout [Bool]
  ) -> [Int] {
    var found = [first]
    isSeen[first] = true
    var next = 0
    while next < found.count {
      let tile = found[next]
      next += 1
      guard let colors = calm[tile] else { continue }
      let (row, column) = tile.quotientAndRemainder(dividingBy: places.columns)
      var neighbours = isAtBorder(tile, of: places) ? border : []
      if row > 0 { neighbours.append(tile - places.columns) }
      if row < places.rows - 1 { neighbours.append(tile + places.columns) }
      if column > 0 { neighbours.append(tile - 1) }
      if column < places.columns - 1 { neighbours.append(tile + 1) }
      for neighbour in neighbours where !isSeen[neighbour] {
        guard let other = calm[neighbour], colors.isLinked(to: other) else { continue }
        isSeen[neighbour] = true
        found.append(neighbour)
      }
    }
    return found
  }

  /// The background that tiles belong to.
  static func background(
    _ tiles: [CalmTile], _ colors: ColorHistogram
  ) -> BackgroundFinding {
    var cells = [Bool](repeating: false, count: colors.precision.cellCount)
    var (low, high) = (SIMD3(repeating: Int.max), SIMD3(repeating: Int.min))
    for tile in tiles {
      low = pointwiseMin(low, tile.mean)
      high = pointwiseMax(high, tile.mean)
      let (red, green, blue) = (range(tile, 0), range(tile, 1), range(tile, 2))
      for red in red {
        for green in green { for blue in blue { cells[red << 10 | green << 5 | blue] = true } }
      }
    }
    var sums = ColorSums()
    colors.forEachOccupied { cell, pixels in if cells[cell] { sums += pixels } }
    guard let mean = sums.mean else { return .none(.busyBorder) }
    let swatch = Swatch(color: mean, count: sums.count, outOf: colors.tally.counted)
    let isGradient = (0..<3).contains { high[$0] - low[$0] > gradientStep }
    return .found(Background(swatch: swatch, isGradient: isGradient, cells: cells))
  }

  /// The cells of a channel whose middle is near enough to a tile's mean; that of the mean always is.
  private static func range(_ tile: CalmTile, _ channel: Int) -> ClosedRange<Int> {
    let away = reach + 3 * tile.deviation[channel]
    // The middle of cell i is at 8 · i + 3.5 levels, 128 · i + 56 sixteenths.
    let low = tile.mean[channel] - away - 56
    let high = tile.mean[channel] + away - 56
    return max((low + 127) >> 7, 0)...min(high >> 7, 31)
  }
}
