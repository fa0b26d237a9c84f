public import Pixels

/// Method `kmeans` on one core: the vectorised fine histogram, then clusters over its cells.
public struct KMeansKernel: Kernel {
  /// `kmeans`.
  public var id: String { "kmeans" }
  /// The k-means method.
  public var method: PaletteMethod { .kmeans }
  /// What it does.
  public var summary: String { "clusters in OKLab over a fine histogram counted by simd" }
  /// Never.
  public var isConcurrent: Bool { false }
  /// Yes: the counting is.
  public var isVectorised: Bool { true }

  /// Makes the kernel.
  public init() {}

  /// Answers for an image.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    workspace.countVectorised(view, .fine, rule: options.visibility)
    return workspace.clusterPalette(view, options, threads: 1)
  }
}
