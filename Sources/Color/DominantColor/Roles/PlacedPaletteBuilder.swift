package import Pixels

/// Finds clearly different colours (method `distinct`) of pixels that come in parts, and which of them are scattered
/// like noise.
///
/// Parts are whole rows, from above. An object serves one thread at a time.
package final class PlacedPaletteBuilder {
  private let places: SummaryBuilder<DistinctMethod>
  /// Visible pixels of backgrounds, which were not counted.
  private var leftOut: UInt64 = 0
  /// Those of them that were counted as transparent.
  private var hidden: UInt64 = 0

  /// Makes a builder that goes on with a count that was begun.
  init(_ places: SummaryBuilder<DistinctMethod>) { self.places = places }

  private var visibility: VisibilityRule { places.options.visibility }

  /// Adds whole rows, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  package func add(_ view: PixelView) { places.add(view) }

  /// Adds whole rows without the pixels of a background, which count as filtered.
  ///
  /// - Parameters:
  ///   - view: the rows.
  ///   - background: what is left out of them; with `nil` nothing is.
  ///   - body: receives what is left, the background made transparent.
  /// - Complexity: O(*n*) in pixels.
  package func add(
    _ view: PixelView, without background: Background?, _ body: (PixelView) -> Void = { _ in }
  ) {
    guard let background else {
      add(view)
      return body(view)
    }
    let found = background.hide(in: view, rule: visibility) {
      add($0)
      body($0)
    }
    leftOut += found.leftOut
    hidden += found.hidden
  }

  /// Clearly different colours of all pixels added so far.
  ///
  /// - Parameter count: the most swatches wanted.
  /// - Returns: what method `distinct` answers, and whether each swatch is scattered like noise.
  package func distinct(count: Int) -> (palette: Palette, isScattered: [Bool]) {
    let (palette, colors) = answer(count: count)
    return (palette, colors.scattered(of: palette))
  }

  /// The same, with the pixels by colour and place.
  func answer(count: Int) -> (palette: Palette, colors: PlacedColors) {
    let summary = places.summary()
    let most = PaletteOptions(count: count).count(for: .distinct)
    var tally = summary.tally
    tally.filtered += leftOut
    tally.transparent -= hidden
    let palette = Palette(
      method: .distinct, swatches: DistinctColors.swatches(of: summary, count: most),
      dominant: summary.colors.dominant(.standard), tally: tally)
    return (palette, summary)
  }

  /// The colour of all pixels added so far that stands for a logo, or for a product.
  ///
  /// - Parameter ground: what that stands on.
  /// - Returns: the colour, or why there is none.
  package func brand(on ground: Background?) -> BrandColor {
    BrandColor(in: places.summary(), without: nil, on: ground)
  }
}
