internal import Pixels

/// Method `kmeans`: clusters in OKLab of a fine ``ColorHistogram``, or of the exact colours where
/// few cells are occupied (`KMeansClusterer`).
public enum KMeansMethod: SummaryMethod {
  /// `kmeans`.
  public static var method: PaletteMethod { .kmeans }

  /// Yes: where few cells are occupied.
  public static var mayNeedExactColors: Bool { true }

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

  /// The clusters.
  public static func palette(
    of summary: ColorHistogram, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    let swatches = workspace.clusterer.swatches(
      of: summary, count: options.count(for: method), threads: colors.threads
    ) {
      colors.colors(workspace)
    }
    return Palette(method: method, swatches: swatches, tally: summary.tally)
  }
}

/// Method `kmeans` as its specification says it, in scalar loops (`KMeansReference`).
public enum KMeansReferenceMethod: SummaryMethod {
  /// `kmeans`.
  public static var method: PaletteMethod { .kmeans }

  /// Yes: where few cells are occupied.
  public static var mayNeedExactColors: Bool { true }

  /// A fine histogram, whatever the precision asked for.
  public static func emptySummary(_ options: PaletteOptions) -> ColorHistogram {
    KMeansMethod.emptySummary(options)
  }

  /// The bytes of a fine histogram.
  public static func summaryBytes(_ precision: HistogramPrecision) -> Int {
    KMeansMethod.summaryBytes(precision)
  }

  /// Lends the workspace's fine histogram.
  public static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout ColorHistogram) -> Result
  ) -> Result {
    KMeansMethod.withSummary(of: workspace, options, body)
  }

  /// The clusters, by the specification.
  public static func palette(
    of summary: ColorHistogram, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    var clusterer = KMeansReference()
    let exact = KMeansReference.isCoarse(summary) ? Self.colors(colors) : [:]
    return Palette(
      method: method,
      swatches: clusterer.swatches(
        of: summary, colors: exact, count: options.count(for: method)),
      tally: summary.tally)
  }

  private static func colors(_ source: ExactColorSource) -> [RGB8: UInt64] {
    switch source.origin {
    case .pixels(let view, let rule, _): KMeansReference.colors(of: view, rule: rule)
    case .counted(let colors): colors.byColor
    }
  }
}
