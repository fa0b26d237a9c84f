public import ImageCodecs

/// A rectangle of a picture, as people see it: turned upright, from the top left.
///
/// ```swift
/// let middle = PictureRegion(x: 25, y: 25, width: 50, height: 50, unit: .percent)
/// let answer = try FilePaletteReader(region: middle).palette(of: ImageFile(opening: "photo.jpg"))
/// ```
public struct PictureRegion: Hashable, Sendable {
  /// What the numbers of a region count.
  public enum Unit: Hashable, Sendable {
    /// Pixels.
    case pixels
    /// Hundredths of the picture's width and height.
    case percent
  }

  /// Where the left edge is.
  public let x: Double
  /// Where the upper edge is.
  public let y: Double
  /// How wide it is.
  public let width: Double
  /// How high it is.
  public let height: Double
  /// What the numbers count.
  public let unit: Unit

  /// Makes a region; what lies outside of a picture is cut off.
  public init(x: Double, y: Double, width: Double, height: Double, unit: Unit = .pixels) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.unit = unit
  }

  /// The columns and rows of a picture turned upright.
  ///
  /// A region of percentages takes the pixels that it covers in part, too.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the picture turned upright.
  ///   - height: its rows.
  /// - Returns: the ranges; empty ones where the region lies outside.
  public func pixels(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    (range(x, self.width, of: width), range(y, self.height, of: height))
  }

  private func range(_ start: Double, _ length: Double, of size: Int) -> Range<Int> {
    let scale = unit == .pixels ? 1 : Double(size) / 100
    // Exact products such as 7 % of 300 come out a little off.
    let first = ((start * scale) + 1e-9).rounded(.down)
    let end = ((start + length) * scale - 1e-9).rounded(.up)
    // In this order what is not a number gives an empty range.
    let low = Int(max(0, min(first, Double(size))))
    let high = Int(max(0, min(end, Double(size))))
    return length > 0 && low < high ? low..<high : low..<low
  }

  /// The columns and rows of a picture as it is stored.
  public func storedPixels(of header: ImageHeader) -> (columns: Range<Int>, rows: Range<Int>) {
    let orientation = header.orientation
    let size = orientation.uprightSize(width: header.width, height: header.height)
    let upright = pixels(width: size.width, height: size.height)
    var (columns, rows) = (upright.columns, upright.rows)
    if orientation.swapsSides { swap(&columns, &rows) }
    if [.upMirrored, .down, .rightMirrored, .left].contains(orientation) {
      columns = (header.width - columns.upperBound)..<(header.width - columns.lowerBound)
    }
    if [.down, .downMirrored, .right, .rightMirrored].contains(orientation) {
      rows = (header.height - rows.upperBound)..<(header.height - rows.lowerBound)
    }
    return (columns, rows)
  }
}
