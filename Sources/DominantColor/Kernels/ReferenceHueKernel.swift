public import Pixels

/// Method `hue` in the plainest way: one scalar loop, the specification and the oracle.
public struct ReferenceHueKernel: Kernel {
  /// `hue`.
  public var id: String { "hue" }
  /// The hue method.
  public var method: PaletteMethod { .hue }
  /// What it does.
  public var summary: String { "plain scalar loop over hues; the reference" }
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
    workspace.countHues(options.hue) { $0.add(view, rule: options.visibility) }
    return workspace.hueHistogram(options.hue).palette(limit: options.count(for: .hue))
  }
}
