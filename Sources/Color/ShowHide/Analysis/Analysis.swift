public import DominantColor
public import Pixels

/// What was found in a picture: all that showing and hiding its dominant hue needs.
///
/// ```swift
/// let analysis = try await Analysis.analyze(image) { print($0) }
/// let reds = analysis.dominantSelection(tolerance: 20)
/// let shown = try analysis.image(showing: reds)
/// ```
///
/// Made once; every tolerance, feather and effect is then one pass over the pixels.
public struct Analysis: Sendable {
  /// The picture, unchanged.
  public let image: ImageBuffer
  /// Its visible pixels by hue.
  public let hues: HueHistogram

  /// Makes an analysis from hues that were counted elsewhere, as from a decoder's rows.
  public init(image: ImageBuffer, hues: HueHistogram) {
    self.image = image
    self.hues = hues
  }

  /// The fullest hue; `nil` when no visible pixel has one.
  ///
  /// A pale ground counts like a vivid thing; ``dominantSelection(tolerance:feather:)`` weighs them.
  public var dominantHue: DominantHue? { hues.dominant }

  /// Selects the hues that people see as the picture's colour: the range with the most chroma
  /// (`HueHistogram.mostVividRange`).
  ///
  /// - Parameters:
  ///   - tolerance: bins to either side that are selected too; 0 is the bin alone. With the usual
  ///     360 bins, degrees.
  ///   - feather: bins over which the selection then fades.
  /// - Returns: the selection; `nil` when no visible pixel has a hue.
  public func dominantSelection(tolerance: Int, feather: Int = 0) -> ColorSelection? {
    hues.mostVividRange(tolerance: tolerance).map { .hue($0, feather: feather) }
  }

  /// The share of the visible pixels that have a hue of a range, 0 to 1; 0 without any.
  ///
  /// - Complexity: O(bins).
  public func share(of range: HueRange) -> Double {
    precondition(range.scale == hues.scale, "a range of another scale than the analysis")
    guard hues.tally.counted > 0 else { return 0 }
    return Double(hues.count(in: range)) / Double(hues.tally.counted)
  }
}

extension Analysis {
  /// The picture with a selection in colour and the rest grey.
  ///
  /// - Parameters:
  ///   - selection: which colours stay; `nil`, where there is no dominant hue, selects nothing.
  ///   - threads: how many threads to use, 1 or more.
  /// - Returns: a changed copy.
  /// - Throws: `ImageGeometryError.tooLarge` when there is no memory for it.
  public func image(
    showing selection: ColorSelection?, threads: Int = 1
  ) throws(ImageGeometryError) -> ImageBuffer {
    try Effect.show.applied(to: image, selecting: selection ?? .nothing, threads: threads)
  }

  /// The picture with a selection grey and the rest in colour.
  ///
  /// - Parameters:
  ///   - selection: which colours go; `nil`, where there is no dominant hue, selects nothing.
  ///   - threads: how many threads to use, 1 or more.
  /// - Returns: a changed copy.
  /// - Throws: `ImageGeometryError.tooLarge` when there is no memory for it.
  public func image(
    hiding selection: ColorSelection?, threads: Int = 1
  ) throws(ImageGeometryError) -> ImageBuffer {
    try Effect.hide.applied(to: image, selecting: selection ?? .nothing, threads: threads)
  }
}
