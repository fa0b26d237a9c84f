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
/// However the pixels are cut up, and in whatever order they come, the summary is equal to that of
/// all of them at once. Memory does not grow with their number. An object serves one thread at a
/// time.
public final class SummaryBuilder<Method: SummaryMethod> {
  /// What to ask.
  public let options: PaletteOptions
  /// The kernel that counts.
  public let kernel: any Kernel<Method>
  /// The threads that it may use.
  public var threads: Int { workspace.threads }

  private let workspace: Workspace
  private var counted: Method.Summary

  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - method: the method that the summary is for.
  ///   - options: how finely to count, and which pixels count.
  ///   - pixelCount: how many pixels will come; decides which kernel is fastest, and nothing else.
  ///     `nil` where nobody knows.
  ///   - selection: which kernel counts; it decides speed, never the summary.
  public init(
    _ method: Method.Type, options: PaletteOptions = PaletteOptions(), pixelCount: Int? = nil,
    selection: KernelSelection = .automatic
  ) {
    self.options = options
    let (kernel, threads) = selection.kernel(
      for: method, pixels: pixelCount ?? KernelSelection.unknownPixelCount, options)
    self.kernel = kernel
    workspace = WorkspacePool.shared.take(threads: threads)
    counted = Method.emptySummary(options)
  }

  /// Makes a builder that counts with a given kernel.
  init(_ kernel: any Kernel<Method>, threads: Int, options: PaletteOptions) {
    self.options = options
    self.kernel = kernel
    workspace = WorkspacePool.shared.take(threads: threads)
    counted = Method.emptySummary(options)
  }

  deinit {
    // The next user of the workspace finds its tables empty.
    kernel.complete(&counted, workspace: workspace)
    WorkspacePool.shared.giveBack(workspace)
  }

  /// Adds pixels, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView) {
    kernel.add(view, rule: options.visibility, to: &counted, workspace: workspace)
  }

  /// The summary of all pixels added so far.
  ///
  /// - Complexity: O(cells or bins).
  public func summary() -> Method.Summary {
    kernel.complete(&counted, workspace: workspace)
    return counted
  }

  /// The palette of all pixels added so far.
  func palette(colors: ExactColorSource) -> Palette {
    kernel.complete(&counted, workspace: workspace)
    return Method.palette(of: counted, options, workspace, colors: colors)
  }
}
