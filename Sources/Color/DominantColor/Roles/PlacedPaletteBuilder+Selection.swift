package import Pixels

extension PlacedPaletteBuilder {
  /// Makes a builder without pixels that finds clearly different colours.
  ///
  /// - Parameters:
  ///   - visibility: which pixels count.
  ///   - pixelCount: how many pixels will come; decides which kernel is fastest, and nothing else.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  package convenience init(
    visibility: VisibilityRule, pixelCount: Int, selection: KernelSelection = .automatic
  ) {
    self.init(
      SummaryBuilder(
        DistinctMethod.self, options: PaletteOptions(visibility: visibility),
        pixelCount: pixelCount, selection: selection))
  }
}
