internal import Pixels

/// A rectangle of a picture as it is stored, met band by band.
struct PicturePart: Equatable, Sendable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// What of some rows lies in it.
  struct Inside {
    let pixels: PixelView
    /// The first of its rows among those given.
    let firstRow: Int
  }

  /// Cuts rows to it.
  ///
  /// - Parameters:
  ///   - band: the rows.
  ///   - firstRow: which row of the picture the first of them is.
  /// - Returns: what lies in it; `nil` where nothing does.
  func inside(_ band: PixelView, firstRow: Int) -> Inside? {
    let wanted = rows.clamped(to: firstRow..<(firstRow + band.height))
    guard !wanted.isEmpty, !columns.isEmpty else { return nil }
    let local = (wanted.lowerBound - firstRow)..<(wanted.upperBound - firstRow)
    return Inside(
      pixels: band.cropped(columns: columns, rows: local), firstRow: local.lowerBound)
  }

  /// Puts pixels that lie in it back among their rows.
  func paste(_ pixels: ImageBuffer, into band: inout ImageBuffer, firstRow: Int) {
    let bytesPerRow = band.bytesPerRow
    let (left, width, height) = (columns.lowerBound, pixels.width, pixels.height)
    guard left + width <= band.width, firstRow + height <= band.height else { return }
    band.withMutableBytes { target in
      pixels.withPixels { view in
        for y in 0..<height {
          let start = (firstRow + y) * bytesPerRow + 4 * left
          target[start..<(start + 4 * width)].copyBytes(
            // SAFETY: the view promises `4 * width` readable bytes of each row.
            from: UnsafeRawBufferPointer(start: view.row(y), count: 4 * width))
        }
      }
    }
  }
}
