internal import Pixels

/// Method `distinct`: colours that differ clearly and hold small vivid areas (`DistinctColors`).
public enum DistinctMethod: SummaryMethod {
  /// `distinct`.
  public static var method: PaletteMethod { .distinct }

  /// A fine histogram, whatever the precision asked for.
  public static func emptySummary(_ options: PaletteOptions) -> ColorHistogram {
    ColorHistogram(.fine)
  }

  /// The bytes of a fine histogram.
  public static func summaryBytes(_ precision: HistogramPrecision) -> Int {
    HistogramMethod.summaryBytes(.fine)
  }

  /// Lends the workspace's fine histogram.
  public static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout ColorHistogram) -> Result
  ) -> Result {
    workspace.withHistogram(.fine, body)
  }

  /// The colours, the most important first.
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
