internal import Pixels

/// Part of a view: whole rows, or a piece of one, which has neighbours beside it.
struct PixelBand {
  let view: PixelView
  /// Whether the pixel before the first in memory is its neighbour in the row.
  let hasPrevious: Bool
  /// Whether the pixel after the last in memory is its neighbour in the row.
  let hasNext: Bool
  /// Whether its first row is the first in memory.
  let isFirst: Bool
  /// Whether its last row is the last in memory.
  let isLast: Bool

  /// All of a view.
  init(_ view: PixelView) {
    self.init(view, hasPrevious: false, hasNext: false, isFirst: true, isLast: true)
  }

  init(_ view: PixelView, hasPrevious: Bool, hasNext: Bool, isFirst: Bool, isLast: Bool) {
    self.view = view
    self.hasPrevious = hasPrevious
    self.hasNext = hasNext
    self.isFirst = isFirst
    self.isLast = isLast
  }
}

/// A view cut into bands of about a given number of pixels, to be counted one by one or at once.
///
/// Bands keep the view's width, because the vector kernels join equal pixels down its columns, and
/// whole strips of sixteen rows where they can. Only rows that are wider than a band are cut into
/// pieces, so that one enormous row splits as well as many short ones.
struct PixelBands {
  private let whole: PixelBand
  /// Rows of a band, or 1 where rows are cut.
  private let rowsPerBand: Int
  /// Pieces of a row, or 1.
  private let piecesPerRow: Int
  /// Bands in all; 0 for an empty view.
  let count: Int

  /// Cuts a part of a view into bands of at most `pixels` pixels.
  init(_ whole: PixelBand, pixels: Int) {
    let view = whole.view
    let wanted = max(pixels, 1)
    let width = max(view.width, 1)
    let rows = max(wanted / width, 1)
    self.whole = whole
    rowsPerBand = rows < 16 ? rows : rows / 16 * 16
    piecesPerRow = view.isEmpty ? 0 : (width + wanted - 1) / wanted
    count = (view.height + rowsPerBand - 1) / rowsPerBand * piecesPerRow
  }

  /// Cuts a part of a view for a number of threads: bands of at most 2²⁰ pixels (4 MB), small enough
  /// to be shared out evenly at the end, large enough that adding up a kernel's tables after each
  /// costs little.
  init(_ whole: PixelBand, workers: Int) {
    let share = max(whole.view.pixelCount / (4 * max(workers, 1)), 1 << 16)
    self.init(whole, pixels: min(share, 1 << 20))
  }

  subscript(index: Int) -> PixelBand {
    let view = whole.view
    let row = index / piecesPerRow * rowsPerBand
    let endRow = min(row + rowsPerBand, view.height)
    let isFirst = row == 0 && whole.isFirst
    let isLast = endRow == view.height && whole.isLast
    guard piecesPerRow > 1 else {
      return PixelBand(
        view.rows(row..<endRow), hasPrevious: whole.hasPrevious, hasNext: whole.hasNext,
        isFirst: isFirst, isLast: isLast)
    }
    let piece = index % piecesPerRow
    // The products of neighbouring pieces share their edge, so that pieces meet and lengths
    // differ by 1 at most.
    let first = view.width * piece / piecesPerRow
    let end = view.width * (piece + 1) / piecesPerRow
    return PixelBand(
      view.cropped(columns: first..<end, rows: row..<row + 1),
      hasPrevious: piece > 0 || whole.hasPrevious,
      hasNext: piece + 1 < piecesPerRow || whole.hasNext, isFirst: isFirst, isLast: isLast)
  }
}
