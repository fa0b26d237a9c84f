internal import Pixels

/// What an outline and tiles of a picture show of the mean colour of one window's pixels: that of
/// `WindowEstimate`, without how sure it is, in a fraction of the time.
struct WindowColor {
  /// The mean colour by estimate, not rounded.
  let color: (red: Double, green: Double, blue: Double)

  /// Estimates a window's colour; `nil` where no pixels of it were found.
  ///
  /// - Parameters:
  ///   - window: a cube of levels.
  ///   - outline: the outline's pixels in the window.
  ///   - tiles: what was drawn.
  ///   - draws: how many, with those past the end of the outline.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  init?(
    _ window: ColorWindow, outline: ColorSums, tiles: OutlineTiles, draws: Int, population: Int
  ) {
    // What tiles have more of than their outline, in sixteenths of a tile.
    let excess = Self.excess(WindowLevels(window), LevelBox(window), tiles)
    let size = Double(population)
    let sixteenths = Double(OutlineTiles.pixelsPerTile)
    let inside = Double(outline.count) / size
    // The difference estimator: the outline's mean, known for all tiles, and the drawn tiles'
    // mean excess over it.
    let share = inside + Double(excess.count) / sixteenths / Double(draws)
    guard share > 0 else { return nil }
    func level(_ sum: UInt64, _ lowest: UInt8, _ excess: Int) -> Double {
      let low = Double(lowest)
      let mean = Double(sum) / size - low * inside + Double(excess) / sixteenths / Double(draws)
      return low + min(max(mean / share, 0), Double(ColorQuantity.highestLevel))
    }
    let lowest = window.lowest
    color = (
      level(outline.red, lowest.red, excess.red), level(outline.green, lowest.green, excess.green),
      level(outline.blue, lowest.blue, excess.blue)
    )
  }

  /// The pixels of a window, and their levels above its lowest, that tiles have more than their outline.
  private static func excess(
    _ place: WindowLevels, _ box: LevelBox, _ tiles: OutlineTiles
  ) -> (count: Int, red: Int, green: Int, blue: Int) {
    var excess = (count: 0, red: 0, green: 0, blue: 0)
    tiles.words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for first in stride(from: 0, to: words.count, by: OutlineTiles.stride) {
        if words[first] != 0, let levels = place.levels(of: words[first]) {
          excess.count &-= OutlineTiles.pixelsPerTile
          excess.red &-= OutlineTiles.pixelsPerTile &* levels.red
          excess.green &-= OutlineTiles.pixelsPerTile &* levels.green
          excess.blue &-= OutlineTiles.pixelsPerTile &* levels.blue
        }
        // SAFETY: a tile has its pixel of the outline and sixteen more.
        guard box.holdsAny(of: base + first + 1) else { continue }
        for index in first + 1..<first + OutlineTiles.stride where words[index] != 0 {
          guard let levels = place.levels(of: words[index]) else { continue }
          excess.count &+= 1
          excess.red &+= levels.red
          excess.green &+= levels.green
          excess.blue &+= levels.blue
        }
      }
    }
    return excess
  }
}
