public import Pixels
internal import SIMDBodies

/// Counted pixels by fine cell of colour space, and how many of each cell lie alone in their rows.
///
/// What method `distinct` counts into. A thing is full of pixels with a neighbour that is like them; scattered noise
/// has hardly any. A pixel *lies alone* when it has a neighbour in its row and is unlike each that it has:
/// some channel, alpha too, differs by more than 40 levels.
///
/// A commutative monoid over whole rows: they add up in any order, from any division of an image into rows,
/// and a mirrored image has an equal value.
public struct PlacedColors: ColorSummary {
  /// The pixels, in a histogram of fine precision.
  public internal(set) var colors: ColorHistogram
  /// Of each of its cells, the pixels that lie alone: at most the cell's.
  public private(set) var alone: [UInt64]

  /// Nothing counted.
  public init() {
    colors = ColorHistogram(.fine)
    alone = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount)
  }

  /// Pixels counted, transparent and filtered.
  public var tally: PixelTally { colors.tally }

  /// Adds every pixel of whole rows: scalar loops, the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  public mutating func add(_ view: PixelView, rule: VisibilityRule) {
    colors.add(view, rule: rule)
    guard view.width > 1 else { return }
    for y in 0..<view.height {
      var isUnlike = true
      for x in 0..<view.width {
        let pixel = view[x, y]
        let isNextUnlike =
          x + 1 == view.width || LonePixels.areUnlike(pixel, view[x + 1, y])
        if isUnlike, isNextUnlike, rule.verdict(on: pixel) == .counted {
          alone[colors.cellIndex(of: pixel.color)] += 1
        }
        isUnlike = isNextUnlike
      }
    }
  }

  /// Adds the pixels of other rows.
  ///
  /// - Complexity: O(cells).
  public mutating func merge(_ other: PlacedColors) {
    colors.merge(other.colors)
    other.colors.forEachOccupied { cell, _ in alone[cell] += other.alone[cell] }
  }

  /// Forgets every pixel, keeping the memory.
  ///
  /// - Complexity: O(rows of cells that hold pixels).
  public mutating func removeAll() {
    let side = HistogramPrecision.fine.cellsPerChannel
    for row in colors.isRowUsed.indices where colors.isRowUsed[row] {
      for cell in row * side..<(row + 1) * side { alone[cell] = 0 }
    }
    colors.removeAll()
  }

  /// Hands over the cells that hold pixels, by index.
  func forEachOccupied(_ body: (_ cell: Int, _ pixels: PlacedSums) -> Void) {
    colors.forEachOccupied { cell, sums in body(cell, PlacedSums(sums: sums, alone: alone[cell])) }
  }

  /// Notes that pixels of a cell, which are or will be in ``colors``, lie alone.
  mutating func add(alone count: UInt64, toCell cell: Int) { alone[cell] += count }
}
