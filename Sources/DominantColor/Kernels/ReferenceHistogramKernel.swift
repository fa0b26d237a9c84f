public import Pixels

/// Method `histogram` in the plainest way: one scalar loop, the specification and the oracle.
public struct ReferenceHistogramKernel: Kernel {
  /// `histogram`.
  public var id: String { "histogram" }
  /// The histogram method.
  public var method: PaletteMethod { .histogram }
  /// What it does.
  public var summary: String { "plain scalar loop; the reference" }
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
    workspace.count(options.precision) { histogram in
      histogram.add(view, rule: options.visibility)
    }
    return workspace.windowPalette(options)
  }
}
