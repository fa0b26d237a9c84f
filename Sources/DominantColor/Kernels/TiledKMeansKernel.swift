public import Pixels

/// Method `kmeans` with the counting on several cores, as `tiles` does it.
public struct TiledKMeansKernel: Kernel {
  /// `kmeans-tiles`.
  public var id: String { "kmeans-tiles" }
  /// The k-means method.
  public var method: PaletteMethod { .kmeans }
  /// What it does.
  public var summary: String { "clusters in OKLab over a fine histogram counted by tiles" }
  /// Yes: the counting is.
  public var isConcurrent: Bool { true }
  /// Yes: the counting is.
  public var isVectorised: Bool { true }

  /// Makes the kernel.
  public init() {}

  /// Answers for an image.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    workspace.countTiled(view, .fine, rule: options.visibility)
    return workspace.clusterPalette(view, options, threads: workspace.threads)
  }
}
