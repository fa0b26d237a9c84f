internal import DominantColor
internal import Measuring
package import Pixels

/// The fastest vector read of an image, by several threads: what memory gives them together.
package enum ThreadedRead {
  /// Bands for each thread, so that a slow one delays no other.
  private static let bandsPerThread = 8

  /// Reads every pixel once.
  package static func run(over view: PixelView, threads: Int) {
    guard threads > 1 else { return blackHole(PlainRead.sum(of: view)) }
    let rows = max(1, view.height / (Self.bandsPerThread * threads))
    BandScheduler.run(bands: (view.height + rows - 1) / rows, workers: threads) { _, band in
      let first = band * rows
      // SAFETY: the rows from `first` on, as many as the view still has.
      let part = PixelView(
        baseAddress: view.row(first), width: view.width, height: min(rows, view.height - first),
        bytesPerRow: view.bytesPerRow)
      blackHole(PlainRead.sum(of: part))
    }
  }
}
