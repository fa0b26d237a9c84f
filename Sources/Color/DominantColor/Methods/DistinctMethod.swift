internal import Pixels

/// Method `distinct`: colours that differ clearly and hold small vivid areas (`DistinctColors`).
public enum DistinctMethod: SummaryMethod {
  /// `distinct`.
  public static var method: PaletteMethod { .distinct }

  /// Nothing counted, whatever the precision asked for.
  public static func emptySummary(_ options: PaletteOptions) -> PlacedColors { PlacedColors() }

  /// The bytes of a fine histogram, and of a number for each cell.
  public static func summaryBytes(_ precision: HistogramPrecision) -> Int {
    HistogramMethod.summaryBytes(.fine)
      + MemoryLayout<UInt64>.stride * HistogramPrecision.fine.cellCount
  }

  /// Lends the workspace's own.
  public static func withSummary<Result>(
    of workspace: Workspace, _ options: PaletteOptions, _ body: (inout PlacedColors) -> Result
  ) -> Result {
    workspace.withPlacedColors(body)
  }

  /// The colours: the two that cover most, then the others by importance.
  @inline(never)
  public static func palette(
    of summary: PlacedColors, _ options: PaletteOptions, _ workspace: Workspace,
    colors: ExactColorSource
  ) -> Palette {
    workspace.distinctCells.take(summary)
    return workspace.distinctPalette(options, summary.tally) {
      workspace.dominant(of: summary.colors, options.precision)
    }
  }
}
