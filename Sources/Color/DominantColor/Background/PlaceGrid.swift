internal import Pixels

/// What the pixels of each place of an image add up to: the summary that backgrounds are found in.
///
/// The image is divided into tiles, up to 32 by 32. Along each side there are a quarter as many as there are
/// pixels, but 3 to 32 where there are 3 pixels or more. With n tiles along w pixels, column x of the left half is
/// in tile ⌊x · n ÷ w⌋, and the right half is its mirror image; where w is odd and n even, the middle
/// column is in no tile. So a mirrored or turned image has the same tiles, mirrored or turned.
///
/// Pixels add up in any order to equal grids.
struct PlaceGrid: Hashable, Sendable {
  /// The visible pixels of a tile.
  struct Tile: Hashable, Sendable {
    /// Red, green and blue, summed up.
    var sums = SIMD3<UInt64>()
    /// Their squares.
    var squares = SIMD3<UInt64>()
    /// Visible pixels.
    var visible: UInt64 = 0
    /// Pixels that are not visible.
    var transparent: UInt64 = 0

    /// Whether there are no pixels.
    var isEmpty: Bool { visible == 0 && transparent == 0 }
  }

  /// Pixels a row of the image.
  let width: Int
  /// Its rows.
  let height: Int
  /// Tiles a row.
  let columns: Int
  /// Rows of tiles.
  let rows: Int
  /// Row by row.
  private(set) var tiles: [Tile]
  /// Of each tile at the border the pixels of the image's outermost ring, one pixel deep; the others are empty.
  private(set) var ring: [Tile]

  private let minimumAlpha: UInt8
  private let columnTiles: [Int]
  private let rowTiles: [Int]

  /// The most tiles along a side.
  static let mostTiles = 32
  /// For pixels in no tile.
  private static let none = -1

  /// A grid without pixels.
  init(width: Int, height: Int, minimumAlpha: UInt8) {
    (self.width, self.height, self.minimumAlpha) = (width, height, minimumAlpha)
    (columns, rows) = (Self.count(along: width), Self.count(along: height))
    tiles = Array(repeating: Tile(), count: columns * rows)
    ring = tiles
    columnTiles = Self.tiles(along: width, columns)
    rowTiles = Self.tiles(along: height, rows)
  }

  private static func count(along pixels: Int) -> Int {
    min(max(pixels / 4, min(pixels, 3)), mostTiles)
  }

  /// The tile of each pixel along a side.
  private static func tiles(along pixels: Int, _ count: Int) -> [Int] {
    (0..<pixels).map { pixel in
      //      7 pixels, 3 tiles     0 0 0 1 2 2 2
      //     17 pixels, 4 tiles     0 0 0 0 0 1 1 1 – 2 2 2 3 3 3 3 3
      let mirrored = pixels - 1 - pixel
      if pixel == mirrored, count.isMultiple(of: 2) { return none }
      return pixel <= mirrored
        ? pixel * count / pixels : count - 1 - mirrored * count / pixels
    }
  }

  /// Adds the pixels of a part of the image.
  ///
  /// - Parameters:
  ///   - view: the pixels.
  ///   - column: where their left edge is in the image.
  ///   - row: where their upper edge is.
  /// - Complexity: O(*n*) in pixels.
  mutating func add(_ view: PixelView, column: Int, row: Int) {
    precondition(
      column >= 0 && row >= 0 && column + view.width <= width && row + view.height <= height,
      "the pixels lie in the image")
    for y in 0..<view.height {
      let down = rowTiles[row + y]
      guard down != Self.none else { continue }
      var x = 0
      while x < view.width {
        let across = columnTiles[column + x]
        var end = x + 1
        while end < view.width, columnTiles[column + end] == across { end += 1 }
        if across != Self.none {
          let tile = down * columns + across
          Self.addRun(view, x..<end, y, minimumAlpha, to: &tiles[tile])
          if row + y == 0 || row + y == height - 1 {
            Self.addRun(view, x..<end, y, minimumAlpha, to: &ring[tile])
          } else {
            if column + x == 0 { Self.addRun(view, x..<x + 1, y, minimumAlpha, to: &ring[tile]) }
            // A picture of one column has its pixels in the first one already.
            if column + end == width, width > 1 {
              Self.addRun(view, end - 1..<end, y, minimumAlpha, to: &ring[tile])
            }
          }
        }
        x = end
      }
    }
  }

  private static func addRun(
    _ view: PixelView, _ run: Range<Int>, _ y: Int, _ minimumAlpha: UInt8, to tile: inout Tile
  ) {
    var (sums, squares) = (SIMD3<UInt64>(), SIMD3<UInt64>())
    var visible: UInt64 = 0
    for x in run {
      let pixel = view[x, y]
      guard pixel.alpha >= minimumAlpha else { continue }
      let color = SIMD3(UInt64(pixel.red), UInt64(pixel.green), UInt64(pixel.blue))
      visible &+= 1
      sums &+= color
      squares &+= color &* color
    }
    tile.sums &+= sums
    tile.squares &+= squares
    tile.visible += visible
    tile.transparent += UInt64(run.count) - visible
  }
}
