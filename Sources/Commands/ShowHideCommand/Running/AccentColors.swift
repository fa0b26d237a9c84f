internal import DominantColor
internal import Pixels

/// The colours among which the accents of a picture are looked for: those of `--color accent`, and those that the
/// page offers.
enum AccentColors {
  /// Among eight colours of method `distinct`, small things are found that six do not have.
  private static let count = 8

  /// Counts them.
  ///
  /// - Parameters:
  ///   - pixelCount: how many pixels will be added.
  ///   - visibility: which pixels count.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  /// - Returns: a builder without pixels.
  static func builder(
    pixelCount: Int, visibility: VisibilityRule = VisibilityRule(),
    selection: KernelSelection = .automatic
  ) -> PaletteBuilder {
    PaletteBuilder(
      method: .distinct, options: PaletteOptions(count: count, visibility: visibility),
      pixelCount: pixelCount,
      selection: selection)
  }
}
