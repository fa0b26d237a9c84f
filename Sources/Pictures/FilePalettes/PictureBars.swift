package import DominantColor
package import ImageCodecs
public import Pixels

/// Uniform bars at the edges of a picture, as people see it: turned upright.
public struct PictureBars: Hashable, Sendable {
  /// The colour that all of them have, but for noise, in sRGB.
  public let color: RGB8
  /// The columns between the bars at the left and at the right.
  public let columns: Range<Int>
  /// The rows between the bars above and below.
  public let rows: Range<Int>
  /// Columns of the bar at the left; 0 where there is none.
  public let left: Int
  /// Rows of the bar above; 0 where there is none.
  public let top: Int
  /// Columns of the bar at the right; 0 where there is none.
  public let right: Int
  /// Rows of the bar below; 0 where there is none.
  public let bottom: Int

  /// What is left of the picture without its bars.
  public var content: PictureRegion {
    PictureRegion(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
  }

  /// The bars of pixels in memory.
  ///
  /// - Parameters:
  ///   - bars: what was found in them.
  ///   - width: pixels a row.
  ///   - height: rows.
  package init(_ bars: EdgeBars, width: Int, height: Int) {
    color = bars.color
    (columns, rows) = (bars.left..<(width - bars.right), bars.top..<(height - bars.bottom))
    (left, top, right, bottom) = (bars.left, bars.top, bars.right, bars.bottom)
  }

  /// The bars of a picture as it is stored.
  ///
  /// - Parameters:
  ///   - bars: what was found in its rows.
  ///   - color: their colour in sRGB.
  ///   - header: says how it is turned.
  package init(stored bars: EdgeBars, color: RGB8, of header: ImageHeader) {
    let stored = SwatchPlace(
      centerX: 0, centerY: 0, columns: bars.left..<(header.width - bars.right),
      rows: bars.top..<(header.height - bars.bottom))
    let upright = SwatchPlace(stored: stored, in: header)
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    self.color = color
    (columns, rows) = (upright.columns, upright.rows)
    (left, right) = (columns.lowerBound, size.width - columns.upperBound)
    (top, bottom) = (rows.lowerBound, size.height - rows.upperBound)
  }
}
