public import Pixels

/// A way of counting pixels into the summary of a method.
///
/// Kernels of a method give equal summaries and so equal palettes; only their speed differs. A
/// kernel is a value without state; what it needs to remember lives in the ``Workspace``.
/// ``KernelCatalog/all`` lists the kernels; every conformance test and every benchmark then applies
/// to them. See <doc:WritingAKernel>.
public protocol Kernel<Method>: Sendable {
  /// The method that makes the palette.
  associatedtype Method: SummaryMethod

  /// The name people type; stable.
  var id: String { get }
  /// One line that says how it counts.
  var about: String { get }
  /// Whether it uses the workspace's threads.
  var isConcurrent: Bool { get }
  /// Whether its code differs between instruction sets.
  var isVectorised: Bool { get }

  /// Counts the pixels of a view.
  ///
  /// A kernel may keep counts back in the workspace's tables until ``complete(_:workspace:)``, so a
  /// workspace serves one count at a time.
  ///
  /// - Parameters:
  ///   - view: the pixels, read and never written.
  ///   - rule: which pixels count.
  ///   - summary: what they are added to.
  ///   - workspace: scratch memory, and the instruction set and threads to use.
  /// - Complexity: O(*n*) in pixels; allocates nothing once the workspace has been used with a
  ///   summary of this layout.
  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace)

  /// Adds what was kept back; the summary then holds every pixel.
  func complete(_ summary: inout Method.Summary, workspace: Workspace)

  /// Counts all pixels of an image into an empty summary.
  ///
  /// - Parameters:
  ///   - view: the pixels, read and never written.
  ///   - options: which pixels count.
  ///   - summary: what they are added to; it then holds every pixel.
  ///   - workspace: scratch memory, and the instruction set and threads to use.
  /// - Complexity: O(*n*) in pixels.
  func count(
    _ view: PixelView, options: PaletteOptions, into summary: inout Method.Summary,
    workspace: Workspace)

  /// The bytes of the tables and the summary that the kernel counts into.
  ///
  /// - Parameters:
  ///   - precision: how finely method `histogram` counts.
  ///   - threads: the threads that are used.
  /// - Returns: bytes; scratch memory of the method comes on top.
  func tableBytes(_ precision: HistogramPrecision, threads: Int) -> Int

  /// Answers for an image: counts its pixels, and lets the method make a palette.
  ///
  /// - Parameters:
  ///   - view: the pixels, read and never written.
  ///   - options: what to ask.
  ///   - workspace: scratch memory, and the instruction set and threads to use.
  /// - Returns: the palette, equal to that of the method's reference kernel.
  /// - Complexity: O(*n*) in pixels; allocates the palette and nothing else once the workspace has
  ///   been used with the same options.
  func palette(of view: PixelView, options: PaletteOptions, workspace: Workspace) -> Palette
}

extension Kernel {
  /// The method that makes the palette.
  public var method: PaletteMethod { Method.method }

  /// Does nothing: for kernels that keep nothing back.
  public func complete(_ summary: inout Method.Summary, workspace: Workspace) {}

  /// Adds the pixels of a picture and completes the summary.
  public func count(
    _ view: PixelView, options: PaletteOptions, into summary: inout Method.Summary,
    workspace: Workspace
  ) {
    add(view, rule: options.visibility, to: &summary, workspace: workspace)
    complete(&summary, workspace: workspace)
    summary.close()
  }

  /// The bytes of the summary: for kernels without tables.
  public func tableBytes(_ precision: HistogramPrecision, threads: Int) -> Int {
    Method.summaryBytes(precision)
  }

  /// The summary of an image, equal to that of the method's reference kernel.
  public func summary(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Method.Summary {
    var summary = Method.emptySummary(options)
    add(view, rule: options.visibility, to: &summary, workspace: workspace)
    complete(&summary, workspace: workspace)
    summary.close()
    return summary
  }

  /// Counts the image's pixels, and lets the method make a palette.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    countedPalette(of: view, options: options, workspace: workspace)
  }

  /// As ``palette(of:options:workspace:)``, by a summary.
  func countedPalette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    Method.withSummary(of: workspace, options) { summary in
      count(view, options: options, into: &summary, workspace: workspace)
      return Method.palette(
        of: summary, options, workspace,
        colors: .pixels(
          view, options.visibility, threads: isConcurrent ? workspace.threads : 1))
    }
  }
}
