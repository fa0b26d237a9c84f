public import Pixels

/// Method `kmeans` in the plainest way: scalar counting, scalar Lloyd, the oracle.
public struct ReferenceKMeansKernel: Kernel {
  /// `kmeans-scalar`.
  public var id: String { "kmeans-scalar" }
  /// The k-means method.
  public var method: PaletteMethod { .kmeans }
  /// What it does.
  public var summary: String { "plain scalar loops over pixels and cells; the reference" }
  /// Never.
  public var isConcurrent: Bool { false }
  /// Never.
  public var isVectorised: Bool { false }

  /// Makes the kernel.
  public init() {}

  /// Answers for an image.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    workspace.count(.fine) { $0.add(view, rule: options.visibility) }
    let histogram = workspace.histogram(.fine)
    let isCoarse = KMeansReference.isCoarse(histogram)
    let colors = isCoarse ? KMeansReference.colors(of: view, rule: options.visibility) : [:]
    var clusterer = KMeansReference()
    return Palette(
      method: .kmeans,
      swatches: clusterer.swatches(
        of: histogram, colors: colors, count: options.count(for: .kmeans)),
      tally: histogram.tally)
  }
}
