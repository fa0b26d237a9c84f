internal import Pixels

/// Method `kmeans`: clusters in OKLab of a fine ``ColorHistogram``, or of the exact colours where
/// few cells are occupied (`KMeansClusterer`).
public enum KMeansMethod: FineHistogramMethod {
  /// `kmeans`.
  public static var method: PaletteMethod { .kmeans }

  /// Yes: where few cells are occupied.
  public static var mayNeedExactColors: Bool { true }

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
    return Palette(
      method: method, swatches: swatches,
      dominant: workspace.dominant(of: summary, options.precision), tally: summary.tally)
  }
}

/// Method `kmeans` as its specification says it, in scalar loops (`KMeansReference`).
public enum KMeansReferenceMethod: FineHistogramMethod {
  /// `kmeans`.
  public static var method: PaletteMethod { .kmeans }

  /// Yes: where few cells are occupied.
  public static var mayNeedExactColors: Bool { true }

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
      dominant: summary.dominant(options.precision), tally: summary.tally)
  }

  private static func colors(_ source: ExactColorSource) -> [RGB8: UInt64] {
    switch source.origin {
    case .pixels(let view, let rule, _): KMeansReference.colors(of: view, rule: rule)
    case .counted(let colors): colors?.byColor ?? [:]
    }
  }
}
