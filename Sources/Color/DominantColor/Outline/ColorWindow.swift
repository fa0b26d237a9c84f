public import Pixels

/// A window of method `histogram`: a cube of colour space, 32 levels a side, made of whole cells.
public struct ColorWindow: Hashable, Sendable {
  /// How finely colour space is divided.
  public let precision: HistogramPrecision
  /// The index of the window's lowest cell, as in ``ColorHistogram/cells``.
  let corner: Int

  init(_ precision: HistogramPrecision, corner: Int) {
    self.precision = precision
    self.corner = corner
  }

  /// The lowest level of each channel inside the window; the highest is 31 above it.
  public var lowest: RGB8 {
    let side = precision.cellsPerChannel
    func level(_ cell: Int) -> UInt8 { UInt8(cell % side * precision.levelsPerCell) }
    return RGB8(
      red: level(corner / (side * side)), green: level(corner / side), blue: level(corner))
  }

  /// Whether a colour lies in the window.
  public func contains(_ color: RGB8) -> Bool {
    let lowest = lowest
    func isInside(_ level: UInt8, _ start: UInt8) -> Bool {
      (Int(start)...Int(start) + 31).contains(Int(level))
    }
    return isInside(color.red, lowest.red) && isInside(color.green, lowest.green)
      && isInside(color.blue, lowest.blue)
  }
}
