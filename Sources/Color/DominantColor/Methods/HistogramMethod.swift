/// Method `histogram`: the fullest windows of a ``ColorHistogram`` (`WindowSearch`).
public enum HistogramMethod: SummaryMethod {
  /// `histogram`.
  public static var method: PaletteMethod { .histogram }

  /// A histogram of the precision asked for.
  public static func emptySummary(_ options: PaletteOptions) -> ColorHistogram {
    ColorHistogram(options.precision)
  }

  /// The bytes of a histogram.
  public static func summaryBytes(_ precision: HistogramPrecision) -> Int {
    precision.cellCount * MemoryLayout<ColorSums>.stride
  }

  /// Lends the workspace's histogram of the precision asked for.
  public static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout ColorHistogram) -> Result
  ) -> Result {
    workspace.withHistogram(options.precision, body)
  }

  /// The fullest windows.
  public static func palette(
    of summary: ColorHistogram, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    Palette(
      method: method,
      swatches: workspace.windowSwatches(of: summary, limit: options.count(for: method)),
      tally: summary.tally)
  }
}
