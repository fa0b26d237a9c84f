/// Method `hue`: the fullest bins of a ``HueHistogram``.
public enum HueMethod: SummaryMethod {
  /// `hue`.
  public static var method: PaletteMethod { .hue }

  /// A histogram of the scale asked for.
  public static func emptySummary(_ options: PaletteOptions) -> HueHistogram {
    HueHistogram(options.hue)
  }

  /// The bytes of a histogram of the usual scale.
  public static func summaryBytes(_ precision: HistogramPrecision) -> Int {
    HueScale().binCount * MemoryLayout<HueHistogram.Bin>.stride
  }

  /// Lends the workspace's histogram of hues.
  public static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout HueHistogram) -> Result
  ) -> Result {
    workspace.withHues(options.hue, body)
  }

  /// The fullest bins.
  public static func palette(
    of summary: HueHistogram, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    summary.palette(limit: options.count(for: method))
  }
}
