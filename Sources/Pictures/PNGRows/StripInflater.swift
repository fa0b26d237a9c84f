internal import RowBodies

/// Inflates the rows of a picture strip by strip.
final class StripInflater {
  private let inflater: Inflater
  private let rowBytes: Int
  private var unmadeBytes: Int

  init(_ inflater: Inflater, rowBytes: Int, height: Int) {
    self.inflater = inflater
    self.rowBytes = rowBytes
    unmadeBytes = rowBytes * height
  }

  /// Fills a strip: with whole groups of rows, or with all that are left.
  ///
  /// The last rows come only once the stream has ended, with the right checksum and nothing behind.
  ///
  /// - Parameters:
  ///   - strip: what to fill; may be `previous`, whose rows are then lost.
  ///   - previous: the strip filled last; `nil` before the first.
  /// - Returns: whether its rows are the last.
  /// - Throws: ``PNGRowsError`` where the file has to be read otherwise; no call may follow.
  @discardableResult
  func fill(
    _ strip: FilteredStrip, after previous: FilteredStrip?
  ) throws(PNGRowsError) -> Bool {
    if let previous {
      // SAFETY: both are in the previous strip, and less of it is kept than a strip holds: fewer
      // than eight rows and a row's part, or as much as distances lead back.
      let unread = previous.rows + previous.rowCount * rowBytes
      // What the next strip begins with: a part of a row, and all that distances may lead
      // back to.
      //
      //     previous   [ …  | window, 32 KB, of which the end is a part of a row ]
      //     strip           [ window                                             | new … ]
      let kept = min(unread, max(previous.start, previous.output - InflateCode.windowBytes))
      let count = previous.output - kept
      strip.start.update(from: kept, count: count)
      strip.rows = strip.start + (unread - kept)
      strip.output = strip.start + count
    }
    try run(strip, until: strip.end)
    if unmadeBytes == 0, !inflater.isDone {
      // Nothing but the end of the stream may follow.
      try run(strip, until: strip.output)
    }
    let count = (strip.output - strip.rows) / rowBytes
    guard !inflater.isDone else {
      guard unmadeBytes == 0, try !inflater.hasMoreInput() else {
        throw PNGRowsError(reason: "other data than the rows")
      }
      strip.rowCount = count
      return true
    }
    strip.rowCount = count / RowGroup.rowCount * RowGroup.rowCount
    return false
  }

  private func run(
    _ strip: FilteredStrip, until end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    let before = strip.output
    try inflater.run(&strip.output, start: strip.start, end: end)
    unmadeBytes -= strip.output - before
    guard unmadeBytes >= 0 else { throw PNGRowsError(reason: "more than the rows") }
  }
}
