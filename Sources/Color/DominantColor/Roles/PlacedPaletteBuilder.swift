package import Pixels

/// Finds several palettes of pixels that come in parts, and counts each pixel once: clearly different colours (method
/// `distinct`), which of them are scattered like noise, and the colours of method `kmeans`.
///
/// The fine histogram in the summary of `distinct` is the one that `kmeans` takes. Parts are whole rows. An object
/// serves one thread at a time.
package final class PlacedPaletteBuilder {
  private let places: SummaryBuilder<DistinctMethod>
  /// The exact colours, for as long as they lie in few cells and someone wants them.
  private var colors: ExactColors?
  /// Visible pixels of backgrounds, which were not counted.
  private var leftOut: UInt64 = 0

  /// Makes a builder that goes on with a count that was begun.
  ///
  /// - Parameters:
  ///   - places: the count.
  ///   - hasMeans: whether ``means(count:)`` will be asked for.
  init(_ places: SummaryBuilder<DistinctMethod>, hasMeans: Bool) {
    self.places = places
    colors = hasMeans ? ExactColors() : nil
  }

  private var visibility: VisibilityRule { places.options.visibility }

  /// Adds whole rows, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  package func add(_ view: PixelView) {
    places.add(view)
    colors?.add(view, rule: visibility)
    if colors?.isOver == true { colors = nil }
  }

  /// Adds whole rows without the pixels of a background, which count as filtered.
  ///
  /// - Parameters:
  ///   - view: the rows.
  ///   - background: what is left out of them; with `nil` nothing is.
  ///   - body: receives what is left, row by row or as it is.
  /// - Complexity: O(*n*) in pixels.
  package func add(
    _ view: PixelView, without background: Background?, _ body: (PixelView) -> Void = { _ in }
  ) {
    guard let background else {
      add(view)
      return body(view)
    }
    leftOut += background.leaveOut(of: view, rule: visibility) {
      add($0)
      body($0)
    }
  }

  /// Clearly different colours of all pixels added so far.
  ///
  /// - Parameter count: the most swatches wanted.
  /// - Returns: what method `distinct` answers, and whether each swatch is scattered like noise.
  package func distinct(count: Int) -> (palette: Palette, isScattered: [Bool]) {
    let summary = places.summary()
    let most = PaletteOptions(count: count).count(for: .distinct)
    let palette = palette(.distinct, DistinctColors.swatches(of: summary, count: most))
    return (palette, summary.scattered(of: palette))
  }

  /// The colours of method `kmeans` of all pixels added so far, by a builder that was made for it.
  ///
  /// - Parameter count: the most swatches wanted.
  /// - Returns: what the method answers.
  package func means(count: Int) -> Palette {
    let summary = places.summary().colors
    let counted = ExactColorSource.counted(colors)
    let most = PaletteOptions(count: count).count(for: .kmeans)
    let swatches = WorkspacePool.shared.withWorkspace(threads: 1) { workspace in
      workspace.clusterer.swatches(of: summary, count: most, threads: counted.threads) {
        counted.colors(workspace)
      }
    }
    return palette(.kmeans, swatches)
  }

  private func palette(_ method: PaletteMethod, _ swatches: [Swatch]) -> Palette {
    var tally = places.summary().tally
    tally.filtered += leftOut
    return Palette(method: method, swatches: swatches, tally: tally)
  }
}
