/// Hands out the inflated rows of a picture, strip by strip.
protocol FilteredStrips: AnyObject {
  /// The next strip; the one before is no longer the caller's. To be asked for only while rows are
  /// left.
  ///
  /// - Throws: ``PNGRowsError`` where the file has to be read otherwise; no call may follow.
  func next() throws(PNGRowsError) -> FilteredStrip
}

/// Strips inflated by the caller's thread, all in the same memory.
final class StripsInTurn: FilteredStrips {
  private let inflater: StripInflater
  private let strip: FilteredStrip
  private var isFirst = true

  static func shape(rowBytes: Int) -> StripShape {
    StripShape(rowBytes: rowBytes, leastBytes: 3 << 17)
  }

  init(_ inflater: StripInflater, rowBytes: Int) {
    self.inflater = inflater
    strip = FilteredStrip(Self.shape(rowBytes: rowBytes))
  }

  func next() throws(PNGRowsError) -> FilteredStrip {
    try inflater.fill(strip, after: isFirst ? nil : strip)
    isFirst = false
    return strip
  }
}
