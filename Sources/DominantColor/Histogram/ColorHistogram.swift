public import Pixels

/// Counted pixels by cell of colour space, with exact channel sums for each cell.
///
/// A commutative monoid: an empty histogram, ``add(_:rule:)`` and ``merge(_:)`` give *equal*
/// histograms for the same pixels in any order and any division, so tiles, rows out of a decoder
/// and partial results from other machines all end in the same value. Sums are 64-bit: right up to
/// 2⁵⁵ pixels.
///
/// ```swift
/// var histogram = ColorHistogram(.standard)
/// image.withPixels { histogram.add($0, rule: VisibilityRule()) }
/// histogram.tally.counted  // 24000000
/// ```
///
/// It is not a table of exact colours: a cell holds 16³ or 8³ of them, told apart only by their
/// mean.
public struct ColorHistogram: ColorSummary {
  /// How finely colour space is divided.
  public let precision: HistogramPrecision
  /// One entry a cell, blue fastest: index = (r · n + g) · n + b with n cells a channel.
  public internal(set) var cells: [ColorSums]
  /// Pixels transparent and filtered, and the sum of all cells' counts.
  public internal(set) var tally: PixelTally

  /// Makes an empty histogram.
  public init(_ precision: HistogramPrecision) {
    self.precision = precision
    cells = Array(repeating: ColorSums(), count: precision.cellCount)
    tally = PixelTally()
  }

  /// Adds every pixel of a view: one scalar loop, the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  public mutating func add(_ view: PixelView, rule: VisibilityRule) {
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = view[x, y]
        switch rule.verdict(on: pixel) {
        case .counted:
          tally.counted += 1
          cells[cellIndex(of: pixel.color)].add(pixel.color)
        case .transparent: tally.transparent += 1
        case .filtered: tally.filtered += 1
        }
      }
    }
  }

  /// Adds the pixels of another histogram of the same precision.
  ///
  /// - Complexity: O(cells).
  public mutating func merge(_ other: ColorHistogram) {
    precondition(other.precision == precision, "histograms of different precision cannot be merged")
    for index in cells.indices {
      cells[index] += other.cells[index]
    }
    tally = tally + other.tally
  }

  /// Forgets every pixel, keeping the memory.
  ///
  /// - Complexity: O(cells).
  public mutating func removeAll() {
    for index in cells.indices {
      cells[index] = ColorSums()
    }
    tally = PixelTally()
  }

  /// The index of the cell that a colour falls in.
  @inline(__always)
  public func cellIndex(of color: RGB8) -> Int {
    let levels = precision.levelsPerCell
    let side = precision.cellsPerChannel
    return (Int(color.red) / levels * side + Int(color.green) / levels) * side
      + Int(color.blue) / levels
  }
}
