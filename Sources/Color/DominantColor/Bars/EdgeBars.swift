public import Pixels

/// Uniform bars at the edges of an image: letterbox, pillarbox, the margins of a scan.
///
/// ```swift
/// EdgeBars.found(in: image)?.top  // 120
/// ```
///
/// `BarSearch` specifies what is a bar. The white around a logo, the margins of a page of text and the ground of a
/// product are no bars, for nothing fills the space between them: those are a ``Background``.
public struct EdgeBars: Hashable, Sendable {
  /// The colour that all of them have, but for noise.
  public let color: RGB8
  /// Columns at the left.
  public let left: Int
  /// Rows above.
  public let top: Int
  /// Columns at the right.
  public let right: Int
  /// Rows below.
  public let bottom: Int

  /// Takes what was found out elsewhere.
  public init(color: RGB8, left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
    self.color = color
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// The bars of an image; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  /// - Returns: the same on every machine; `nil` also for an image of few exact colours (``FewColors``), such as a logo.
  /// - Complexity: O(*n*) in pixels.
  public static func found(
    in image: ImageBuffer, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) -> EdgeBars? {
    image.withPixels { found(in: $0, minimumAlpha: minimumAlpha) }
  }

  /// The bars of borrowed pixels; `nil` where they have none.
  ///
  /// - Parameters:
  ///   - view: the pixels, read once, and where there may be bars up to three times.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  /// - Returns: the same on every machine; `nil` also for pixels of few exact colours (``FewColors``), such as a logo.
  /// - Complexity: O(*n*) in pixels.
  public static func found(
    in view: PixelView, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) -> EdgeBars? {
    let finder = BarFinder(width: view.width, height: view.height, minimumAlpha: minimumAlpha)
    finder.add(view)
    var found = finder.bars()
    if found == nil, finder.beginsAgain() {
      finder.add(view)
      found = finder.bars()
    }
    guard let bars = found else { return nil }
    var few = FewColors(visibility: VisibilityRule(minimumAlpha: minimumAlpha))
    few.add(view)
    return few.palette() == nil ? bars : nil
  }
}

extension PixelView {
  /// What bars leave of the pixels in which they were found.
  package func without(_ bars: EdgeBars?) -> PixelView {
    guard let bars else { return self }
    return cropped(
      columns: bars.left..<(width - bars.right), rows: bars.top..<(height - bars.bottom))
  }
}
