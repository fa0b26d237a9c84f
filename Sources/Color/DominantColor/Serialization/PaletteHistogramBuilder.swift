public import Pixels

/// Counts pixels that come in parts into a ``PaletteHistogram``, with the fastest kernel.
///
/// ```swift
/// let builder = try PaletteHistogramBuilder(pixelCount: width * height)
/// while let rows = nextRows() { builder.add(rows) }
/// try corpus.merge(builder.histogram())
/// ```
///
/// Memory does not grow with the number of pixels. An object serves one thread at a time.
public final class PaletteHistogramBuilder {
  /// A count of one of the methods that have histograms.
  enum Count {
    case colors(SummaryBuilder<HistogramMethod>)
    case hues(SummaryBuilder<HueMethod>)
    case places(SummaryBuilder<DistinctMethod>)
  }

  private let count: Count

  /// Makes a builder that goes on with a count that was begun.
  init(_ count: Count) { self.count = count }

  /// Adds pixels, which are read once and not kept; for method `distinct` whole rows of one
  /// picture, from above.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView) {
    switch count {
    case .colors(let builder): builder.add(view)
    case .hues(let builder): builder.add(view)
    case .places(let builder): builder.add(view)
    }
  }

  /// The pixels added so far, with the question that they were counted for.
  ///
  /// - Complexity: O(cells or bins).
  public func histogram() -> PaletteHistogram {
    switch count {
    case .colors(let builder):
      PaletteHistogram(.colors(builder.summary()), visibility: builder.options.visibility)
    case .hues(let builder):
      PaletteHistogram(.hues(builder.summary()), visibility: builder.options.visibility)
    case .places(let builder):
      PaletteHistogram(.places(builder.summary()), visibility: builder.options.visibility)
    }
  }
}
