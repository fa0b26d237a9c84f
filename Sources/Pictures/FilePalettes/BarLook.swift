package import DominantColor
package import Pixels

/// Looks for bars in rows that are counted anyway.
package final class BarLook {
  private let finder: BarFinder
  /// The colours of all visible pixels, while they are exact and few: drawings and pages have no bars.
  package private(set) var few: FewColors?

  /// A look at no rows yet.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the picture.
  ///   - height: its rows.
  ///   - hasExactColors: whether its colours are those that somebody gave it, as a JPEG's are not.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  package init(width: Int, height: Int, hasExactColors: Bool, minimumAlpha: UInt8) {
    finder = BarFinder(width: width, height: height, minimumAlpha: minimumAlpha)
    few =
      hasExactColors ? FewColors(visibility: VisibilityRule(minimumAlpha: minimumAlpha)) : nil
  }

  /// Adds the next rows.
  package func add(_ pixels: PixelView) {
    finder.add(pixels)
    few?.add(pixels)
    if few?.isExceeded == true { few = nil }
  }

  /// Whether there are bars, or a bar below that another look could find.
  ///
  /// It is the last that is asked.
  package func mayHaveBars() -> Bool {
    (finder.bars() != nil || finder.beginsAgain()) && few?.palette() == nil
  }

  /// The bars.
  ///
  /// - Parameter readAgain: adds all rows once more, where a bar below may have a colour of its own.
  /// - Returns: what the picture as it is stored has; `nil` where it has none.
  /// - Throws: what reading again does.
  package func bars<Failure: Error>(
    readAgain: (BarLook) throws(Failure) -> Void
  ) throws(Failure) -> EdgeBars? {
    let bars = finder.bars()
    guard bars != nil || finder.beginsAgain(), few?.palette() == nil else { return nil }
    if let bars { return bars }
    few = nil
    try readAgain(self)
    return finder.bars()
  }
}
