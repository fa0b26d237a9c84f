internal import Pixels

/// Method `distinct`: colours that differ clearly and hold small vivid areas (`DistinctColors`).
public enum DistinctMethod: FineHistogramMethod {
  /// `distinct`.
  public static var method: PaletteMethod { .distinct }

  /// The colours: the two that cover most, then the others by importance.
  public static func palette(
    of summary: ColorHistogram, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    Palette(
      method: method,
      swatches: DistinctColors.swatches(of: summary, count: options.count(for: method)),
      tally: summary.tally)
  }
}
