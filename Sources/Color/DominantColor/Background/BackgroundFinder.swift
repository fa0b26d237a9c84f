public import Pixels

/// Finds the background of pixels that come in parts, such as the rows out of a decoder.
///
/// ```swift
/// let finder = BackgroundFinder(width: width, height: height)
/// var row = 0
/// while let rows = nextRows() {
///   finder.add(rows, row: row)
///   row += rows.height
/// }
/// finder.finding().background?.swatch.color
/// ```
///
/// However the pixels are cut up, and in whatever order they come, the answer is the same. Memory does not
/// grow with their number. An object serves one thread at a time.
public final class BackgroundFinder {
  private(set) var places: PlaceGrid
  let colors: SummaryBuilder<HistogramMethod>

  /// Makes a finder that counts with a given builder of fine histograms.
  init(
    width: Int, height: Int, minimumAlpha: UInt8, _ colors: SummaryBuilder<HistogramMethod>
  ) {
    precondition(width >= 0 && height >= 0, "an image's width and height are 0 or more")
    places = PlaceGrid(width: width, height: height, minimumAlpha: minimumAlpha)
    self.colors = colors
  }

  /// What its builder counts.
  static func options(minimumAlpha: UInt8) -> PaletteOptions {
    PaletteOptions(
      visibility: VisibilityRule(minimumAlpha: minimumAlpha), precision: .fine)
  }

  /// Adds pixels, each of which may be added once.
  ///
  /// - Parameters:
  ///   - view: pixels of the image.
  ///   - column: where their left edge is in the image.
  ///   - row: where their upper edge is.
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView, column: Int = 0, row: Int) {
    places.add(view, column: column, row: row)
    colors.add(view)
  }

  /// The background, or why there is none.
  ///
  /// - Complexity: O(tiles² + tiles · cells).
  public func finding() -> BackgroundFinding {
    BackgroundSearch.finding(in: places, colors.summary())
  }
}

extension PaletteBuilder {
  /// Adds pixels without those of a background, which count as filtered.
  ///
  /// - Parameters:
  ///   - view: pixels of an image, for method `distinct` whole rows from above.
  ///   - background: what is left out of them.
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView, without background: Background) {
    let found = background.hide(in: view, rule: options.visibility) { add($0) }
    leftOut += found.leftOut
    hidden += found.hidden
  }
}
