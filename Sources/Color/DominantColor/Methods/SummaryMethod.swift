/// A method: makes a palette of what a kernel counted.
///
/// A case of ``PaletteMethod`` names it. Any kernel that counts into its ``Summary`` can serve it.
public protocol SummaryMethod: Sendable {
  /// What the pixels have to be counted into.
  associatedtype Summary: ColorSummary

  /// The name of the method.
  static var method: PaletteMethod { get }

  /// Whether the palette may also take the exact colours of the pixels: see ``ExactColorSource``.
  static var mayNeedExactColors: Bool { get }

  /// The summary of no pixels, laid out for some options.
  static func emptySummary(_ options: PaletteOptions) -> Summary

  /// The bytes of a summary with one precision.
  static func summaryBytes(_ precision: HistogramPrecision) -> Int

  /// Lends the workspace's own summary for some options, empty.
  static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout Summary) -> Result
  ) -> Result

  /// The palette of the pixels in a summary.
  ///
  /// - Parameters:
  ///   - summary: all the pixels.
  ///   - options: what to ask.
  ///   - workspace: scratch memory.
  ///   - colors: gives the exact colours of the same pixels, if they are needed.
  /// - Returns: the colours, most pixels first.
  static func palette(
    of summary: Summary, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette
}

extension SummaryMethod {
  /// No, but for method `kmeans`.
  public static var mayNeedExactColors: Bool { false }
}

/// A method that counts into a fine histogram, whatever the precision asked for.
public protocol FineHistogramMethod: SummaryMethod where Summary == ColorHistogram {}

extension FineHistogramMethod {
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
}
