extension PaletteHistogramBuilder {
  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - method: the question, any but `kmeans`.
  ///   - options: which pixels count, and how finely; the number of colours is not looked at.
  ///   - pixelCount: how many pixels will come; decides which kernel is fastest, and nothing else.
  ///     `nil` if unknown.
  ///   - selection: which kernel counts; it decides speed, never the counts.
  /// - Throws: ``HistogramError/methodWithoutHistogram(_:)`` for method `kmeans`.
  public convenience init(
    method: PaletteMethod = .distinct, options: PaletteOptions = PaletteOptions(),
    pixelCount: Int? = nil, selection: KernelSelection = .automatic
  ) throws(HistogramError) {
    switch method {
    case .histogram:
      self.init(
        .colors(
          SummaryBuilder(
            HistogramMethod.self, options: options, pixelCount: pixelCount, selection: selection)))
    case .hue:
      self.init(
        .hues(
          SummaryBuilder(
            HueMethod.self, options: options, pixelCount: pixelCount, selection: selection)))
    case .distinct:
      self.init(
        .places(
          SummaryBuilder(
            DistinctMethod.self, options: options, pixelCount: pixelCount, selection: selection)))
    case .kmeans: throw .methodWithoutHistogram(method)
    }
  }
}
