public import Pixels

/// Counts pixels that come in parts into the summary of a method, with the kernel that a selection
/// chooses.
///
/// ```swift
/// let builder = SummaryBuilder(HueMethod.self, pixelCount: width * height)
/// while let rows = nextRows() { builder.add(rows) }
/// builder.summary().dominant?.degrees
/// ```
///
/// However the pixels are cut up and in whatever order they come (for method `distinct` whole rows from
/// above), the summary is equal to that of all of them at once. Memory does not grow with their number. An object serves one thread at a
/// time.
public final class SummaryBuilder<Method: SummaryMethod> {
  /// What to ask.
  public let options: PaletteOptions
  /// The threads that it may use.
  public var threads: Int { workspace.threads }

  let counting: HeldKernel<Method>
  private let workspace: Workspace
  private var counted: Method.Summary

  init(_ counting: HeldKernel<Method>, threads: Int, options: PaletteOptions) {
    self.options = options
    self.counting = counting
    workspace = WorkspacePool.shared.take(threads: threads)
    counted = Method.emptySummary(options)
  }

  deinit {
    // The next user of the workspace finds its tables empty.
    counting.complete(&counted, workspace)
    WorkspacePool.shared.giveBack(workspace)
  }

  /// Adds pixels, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView) {
    counting.add(view, options.visibility, &counted, workspace)
  }

  /// The summary of all pixels added so far.
  ///
  /// - Complexity: O(cells or bins).
  public func summary() -> Method.Summary {
    counting.complete(&counted, workspace)
    // More rows may follow.
    // A copy, because closing ends rows whose neighbours are still to come.
    var all = counted
    all.close()
    return all
  }

  /// The palette of all pixels added so far.
  func palette(colors: ExactColorSource) -> Palette {
    return Method.palette(of: summary(), options, workspace, colors: colors)
  }

  #if !hasFeature(Embedded)
    /// The palette of all pixels; none may follow.
    func endedPalette(colors: ExactColorSource) -> Palette {
      counting.endedPalette?(&counted, options, workspace) ?? palette(colors: colors)
    }
  #endif
}
