package import Pixels

/// Colours that repeat: the pixel at (x, y) has colour number (x / tile + rowShift · (y / tile)) of
/// the list, starting over at its end.
struct PatternPainter: RowPainter {
  private let colors: [PackedPixel]
  private let tile: Int
  private let rowShift: Int

  init(colors: [RGB8], tile: Int, rowShift: Int) {
    self.colors = colors.map { PackedPixel($0) }
    self.tile = tile
    self.rowShift = rowShift
  }

  func paint(row y: Int, into pixels: PixelRow) {
    var index = (y / tile % colors.count) * (rowShift % colors.count) % colors.count
    if index < 0 { index += colors.count }
    for left in stride(from: 0, to: pixels.width, by: tile) {
      pixels.fill(left..<left + tile, with: colors[index])
      index += 1
      if index == colors.count { index = 0 }
    }
  }
}

extension SyntheticImage {
  /// An image of one given colour.
  package static func flat(_ color: RGB8) -> SyntheticImage {
    SyntheticImage(
      name: "flat", summary: "one colour, \(color)",
      makePainter: { FlatPainter(color: color, canvas: $0) },
      truth: { FlatPainter(color: color, canvas: $0).truth })
  }

  /// Squares of two colours by turns, the first in the upper left corner; `tile` is a square's side
  /// in pixels, at least 1.
  package static func checkerboard(
    _ first: RGB8, _ second: RGB8, tile: Int = 1
  ) -> SyntheticImage {
    periodic([first, second], tile: tile, rowShift: 1)
  }

  /// Colours of a list by turns, starting over at its end: what regular sampling may misread.
  ///
  /// - Parameters:
  ///   - colors: at least one; a colour may stand in it more than once.
  ///   - tile: the side of a square of one colour, at least 1.
  ///   - rowShift: by how many places of the list a row of squares is ahead of the one above it; 0
  ///     for vertical stripes.
  /// - Returns: the kind of image, which has no known answer.
  package static func periodic(
    _ colors: [RGB8], tile: Int = 1, rowShift: Int = 0
  ) -> SyntheticImage {
    precondition(!colors.isEmpty, "a pattern needs at least one colour")
    precondition(tile >= 1, "a tile is at least one pixel wide")
    return SyntheticImage(
      name: "periodic", summary: "\(colors.count) colours by turns in squares of \(tile)",
      makePainter: { _ in PatternPainter(colors: colors, tile: tile, rowShift: rowShift) })
  }
}
