internal import Pixels

/// A view cut into bands of about a given number of pixels, to be counted one by one or at once.
///
/// Bands keep the view's width, because the vector kernels join equal pixels down its columns, and
/// whole strips of sixteen rows where they can. Only rows that are wider than a band, and without
/// padding, are one run of pixels cut anywhere, so that one enormous row splits as well as many
/// short ones.
struct PixelBands {
  private let view: PixelView
  private let pixelsPerBand: Int
  /// Whether bands are runs of pixels, not rows.
  private let cutsRows: Bool
  /// Bands in all; 0 for an empty view.
  let count: Int

  /// Cuts a view into bands of at most `pixels` pixels, or of one row when rows are padded and
  /// wider than that.
  init(_ view: PixelView, pixels: Int) {
    let wanted = max(pixels, 1)
    let width = max(view.width, 1)
    let rows = max(wanted / width, 1)
    cutsRows = view.isContiguous && width > wanted
    pixelsPerBand = cutsRows ? wanted : (rows < 16 ? rows : rows / 16 * 16) * width
    count = (view.pixelCount + pixelsPerBand - 1) / pixelsPerBand
    self.view = view
  }

  /// Cuts a view for a number of threads: bands of at most 2²⁰ pixels (4 MB), small enough to be
  /// shared out evenly at the end, large enough that adding up a kernel's tables after each costs
  /// little.
  init(_ view: PixelView, workers: Int) {
    let share = max(view.pixelCount / (4 * max(workers, 1)), 1 << 16)
    self.init(view, pixels: min(share, 1 << 20))
  }

  /// One band.
  subscript(index: Int) -> PixelView {
    let first = index * pixelsPerBand
    let length = min(pixelsPerBand, view.pixelCount - first)
    guard cutsRows else {
      let row = first / view.width
      return view.rows(row..<row + length / view.width)
    }
    // SAFETY: rows follow each other without padding, so pixel `first` is 4 × first bytes after
    // the start, and `first + length` is at most the number of pixels in the view.
    return PixelView(baseAddress: view.baseAddress + 4 * first, width: length, height: 1)
  }
}
