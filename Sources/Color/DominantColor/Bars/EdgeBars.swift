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
  ///   - view: the pixels, of which few are read where an edge is not uniform.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  /// - Returns: the same on every machine; `nil` also for pixels of few exact colours (``FewColors``), such as a logo.
  /// - Complexity: O(*n*) in pixels.
  public static func found(
    in view: PixelView, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) -> EdgeBars? {
    guard let bars = ofManyColors(in: view, minimumAlpha: minimumAlpha) else { return nil }
    var few = FewColors(visibility: VisibilityRule(minimumAlpha: minimumAlpha))
    few.add(view)
    return few.palette() == nil ? bars : nil
  }
}

extension EdgeBars {
  /// The bars of pixels in any layout, unless these are of few exact colours; `nil` where they have none.
  package static func ofManyColors(in image: some WholeImage, minimumAlpha: UInt8) -> EdgeBars? {
    BarSearch.bars(in: image, minimumAlpha: minimumAlpha)
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
