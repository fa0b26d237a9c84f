internal import Pixels

/// Estimates from a sample how much of a view consists of uniform tiles.
///
/// Vector code counts a tile of 16 × 16 visible pixels in one cell in about a fifth of the time of
/// other tiles. Most tiles of a screenshot are uniform, and starting threads for half a megapixel of
/// it takes longer than counting it.
enum EvenTiles {
  /// Tiles in the sample.
  private static let sampledTiles = 32
  /// The columns, and the rows, of a tile.
  private static let side = 16
  /// How many times as long as a uniform tile any other tile takes.
  private static let advantage = 5

  /// About how many pixels of tiles that are not uniform take as long to count as the whole view.
  ///
  /// A tile is taken as uniform if its corners are visible and in one cell. A wrong estimate costs
  /// time and nothing else.
  ///
  /// - Complexity: O(1): 128 independent reads.
  static func busyPixels(of view: PixelView, _ precision: HistogramPrecision) -> Int {
    guard view.width >= side, view.height >= side else { return view.pixelCount }
    let lastColumn = view.width &- side
    let lastRow = view.height &- side
    var even = 0
    // In the middles of stretches of rows, at columns that walk by the golden section: equal steps
    // would meet the period of a pattern.
    for index in 0..<sampledTiles {
      // 40,503 is 2¹⁶ ÷ φ: its multiples modulo 2¹⁶ fill the width evenly, however many there
      // are.
      let x = (index &* 40_503 & 0xFFFF) &* lastColumn / 65_536
      let y = (2 &* index &+ 1) &* lastRow / (2 &* sampledTiles)
      even &+= isEven(view, x, y, precision) ? 1 : 0
    }
    let quick = view.pixelCount * even / sampledTiles
    return view.pixelCount - quick + quick / advantage
  }

  private static func isEven(
    _ view: PixelView, _ x: Int, _ y: Int, _ precision: HistogramPrecision
  ) -> Bool {
    let other = side &- 1
    let first = view[x, y]
    guard first.alpha >= 128 else { return false }
    let shift = precision == .fine ? 3 : 4
    for corner in [view[x &+ other, y], view[x, y &+ other], view[x &+ other, y &+ other]] {
      let differs =
        (first.red ^ corner.red) | (first.green ^ corner.green) | (first.blue ^ corner.blue)
      // The upper bits of all channels are the cell's.
      guard differs &>> shift == 0, corner.alpha >= 128 else { return false }
    }
    return true
  }
}
