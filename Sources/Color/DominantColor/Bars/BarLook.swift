package import Pixels

/// Looks for bars in rows that are counted anyway.
package final class BarLook {
  private var finder: BarFinder
  private let rule: VisibilityRule
  private let hasExactColors: Bool
  /// The colours, while there are few: drawings and pages have no bars.
  private var few: FewColors?

  /// A look at no rows yet.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the picture.
  ///   - height: its rows.
  ///   - hasExactColors: whether its colours are those that somebody gave it, as a JPEG's are not.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  package init(width: Int, height: Int, hasExactColors: Bool, minimumAlpha: UInt8) {
    finder = BarFinder(width: width, height: height, minimumAlpha: minimumAlpha)
    rule = VisibilityRule(minimumAlpha: minimumAlpha)
    self.hasExactColors = hasExactColors
    few = hasExactColors ? FewColors(visibility: rule) : nil
  }

  /// Adds the next rows.
  package func add(_ pixels: PixelView) {
    finder.add(pixels)
    few?.add(pixels)
    if few?.isExceeded == true { few = nil }
  }

  private var isDrawing: Bool { few?.palette() != nil }

  /// The bars that the rows which were added have, once all were.
  package var bars: EdgeBars? {
    guard let bars = finder.bars(), !isDrawing else { return nil }
    return bars
  }

  /// Begins again, where a bar below may have a colour of its own: then all rows have to be added once more.
  ///
  /// - Returns: whether it did; it never does twice.
  package func beginsAgain() -> Bool {
    guard let further = finder.furtherLook(), !isDrawing else { return false }
    finder = further
    few = hasExactColors ? FewColors(visibility: rule) : nil
    return true
  }

  /// The bars.
  ///
  /// - Parameter readAgain: adds all rows once more, where a bar below may have a colour of its own.
  /// - Returns: what the picture as it is stored has; `nil` where it has none.
  /// - Throws: what reading again does.
  package func bars<Failure: Error>(
    readAgain: (BarLook) throws(Failure) -> Void
  ) throws(Failure) -> EdgeBars? {
    if let bars { return bars }
    guard beginsAgain() else { return nil }
    try readAgain(self)
    return bars
  }
}
