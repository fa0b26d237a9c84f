public import Pixels

/// Method `histogram` on one core at the speed of memory: see `RunHistogram` in SIMDBodies.
public struct SIMDHistogramKernel: Kernel {
  /// `simd`.
  public var id: String { "simd" }
  /// The histogram method.
  public var method: PaletteMethod { .histogram }
  /// What it does.
  public var summary: String { "runs of equal cells found and summed in vectors" }
  /// Never.
  public var isConcurrent: Bool { false }
  /// Yes: the body is compiled for each instruction set.
  public var isVectorised: Bool { true }

  /// Makes the kernel.
  public init() {}

  /// Answers for an image.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    workspace.countVectorised(view, options.precision, rule: options.visibility)
    return workspace.windowPalette(options)
  }
}
