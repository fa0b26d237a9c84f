public import Pixels

/// Method `histogram` on several cores: bands of the image counted by `simd` at the same time.
///
/// Each thread takes the next band when it is done with one, so a busy core slows only itself, and
/// counts into a table of its own; tables are added up at the end. Sums of integers do not depend
/// on the order, so the answer is the same for any number of threads. Images under
/// ``smallestConcurrentImage`` run on the calling thread.
public struct TiledHistogramKernel: Kernel {
  /// `tiles`.
  public var id: String { "tiles" }
  /// The histogram method.
  public var method: PaletteMethod { .histogram }
  /// What it does.
  public var summary: String { "bands counted by simd on all threads at once" }
  /// Yes.
  public var isConcurrent: Bool { true }
  /// Yes: it runs `simd`'s body.
  public var isVectorised: Bool { true }

  /// Pixels under which starting threads costs more than it saves.
  public static let smallestConcurrentImage = 1 << 18

  /// Makes the kernel.
  public init() {}

  /// Answers for an image.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    workspace.countTiled(view, options.precision, rule: options.visibility)
    return workspace.windowPalette(options)
  }
}
