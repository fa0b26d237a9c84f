internal import ImageCodecs

/// Where the pixels of a swatch are, in a picture turned upright.
public struct SwatchPlace: Hashable, Sendable {
  /// The mean of the middles of its pixels: pixels from the left edge.
  public let centerX: Double
  /// The same from the upper edge.
  public let centerY: Double
  /// The columns that it takes up.
  public let columns: Range<Int>
  /// The rows that it takes up.
  public let rows: Range<Int>

  /// Makes a place.
  public init(centerX: Double, centerY: Double, columns: Range<Int>, rows: Range<Int>) {
    self.centerX = centerX
    self.centerY = centerY
    self.columns = columns
    self.rows = rows
  }

  /// A place in a picture as it is stored, in the same picture turned upright.
  init(stored place: SwatchPlace, in header: ImageHeader) {
    let orientation = header.orientation
    var (x, y, columns, rows) = (place.centerX, place.centerY, place.columns, place.rows)
    if [.upMirrored, .down, .rightMirrored, .left].contains(orientation) {
      x = Double(header.width) - x
      columns = (header.width - columns.upperBound)..<(header.width - columns.lowerBound)
    }
    if [.down, .downMirrored, .right, .rightMirrored].contains(orientation) {
      y = Double(header.height) - y
      rows = (header.height - rows.upperBound)..<(header.height - rows.lowerBound)
    }
    self =
      orientation.swapsSides
      ? SwatchPlace(centerX: y, centerY: x, columns: rows, rows: columns)
      : SwatchPlace(centerX: x, centerY: y, columns: columns, rows: rows)
  }
}
