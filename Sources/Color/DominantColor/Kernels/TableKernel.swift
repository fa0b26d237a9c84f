public import Pixels

/// Counts with vector code into tables of 32-bit sums, on one thread or on several.
///
/// Each thread takes the next band of the view when it is done with one, so a busy core slows only
/// itself, and counts into a table of its own. Sums of integers do not depend on the order, so the
/// summary is the same for any number of threads. Views under
/// ``KernelCatalog/smallestConcurrentImage`` pixels are counted on the calling thread, and so are
/// somewhat larger ones in which most of the sampled tiles have one colour.
public struct TableKernel<Method: SummaryMethod>: Kernel {
  /// The name people type.
  public var id: String { parts.id }
  /// How it counts.
  public var about: String { parts.about }
  /// Whether it uses the workspace's threads.
  public var isConcurrent: Bool { parts.isConcurrent }
  /// Yes: the loops are compiled for each instruction set.
  public var isVectorised: Bool { true }

  /// A palette found without a summary, on up to so many threads; `nil` where a summary is needed.
  typealias QuickPalette =
    @Sendable (PixelView, PaletteOptions, Workspace, _ threads: Int) -> Palette?

  /// The palette at the end of a count, found without a summary; `nil` where that is needed.
  typealias EndedPalette =
    @Sendable (inout Method.Summary, PaletteOptions, Workspace) -> Palette?

  /// One reference, so that a kernel is passed around without allocating.
  private let parts: Parts

  private final class Parts: Sendable {
    let id: String
    let about: String
    let isConcurrent: Bool
    let tables: @Sendable (Workspace, Method.Summary) -> any TableSet<Method.Summary>
    let bytesPerThread: @Sendable (HistogramPrecision) -> Int
    let quickPalette: QuickPalette?
    #if !hasFeature(Embedded)
      let endedPalette: EndedPalette?
    #endif

    init(
      _ id: String, isConcurrent: Bool, about: String,
      tables: @escaping @Sendable (Workspace, Method.Summary) -> any TableSet<Method.Summary>,
      bytesPerThread: @escaping @Sendable (HistogramPrecision) -> Int,
      quickPalette: QuickPalette?, endedPalette: EndedPalette?
    ) {
      self.id = id
      self.about = about
      self.isConcurrent = isConcurrent
      self.tables = tables
      self.bytesPerThread = bytesPerThread
      self.quickPalette = quickPalette
      #if !hasFeature(Embedded)
        self.endedPalette = endedPalette
      #endif
    }
  }

  /// Makes a kernel.
  init(
    _ id: String, isConcurrent: Bool, about: String,
    tables: @escaping @Sendable (Workspace, Method.Summary) -> any TableSet<Method.Summary>,
    bytesPerThread: @escaping @Sendable (HistogramPrecision) -> Int,
    quickPalette: QuickPalette? = nil, endedPalette: EndedPalette? = nil
  ) {
    parts = Parts(
      id, isConcurrent: isConcurrent, about: about, tables: tables,
      bytesPerThread: bytesPerThread, quickPalette: quickPalette, endedPalette: endedPalette)
  }

  #if !hasFeature(Embedded)
    /// The palette of all pixels added, where it needs no summary; none may follow.
    var endedPalette: EndedPalette? { parts.endedPalette }
  #endif

  /// Counts pixels; sums stay in the tables until they could overflow, or the count is complete.
  public func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace
  ) {
    parts.tables(workspace, summary).add(
      view, rule: rule, to: &summary, code: workspace.code,
      threads: isConcurrent ? workspace.threads : 1)
  }

  /// Answers for an image: without a summary where there is a way.
  public func palette(
    of view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> Palette {
    let threads = isConcurrent ? workspace.threads : 1
    return parts.quickPalette?(view, options, workspace, threads)
      ?? countedPalette(of: view, options: options, workspace: workspace)
  }

  /// Adds the tables to the summary.
  public func complete(_ summary: inout Method.Summary, workspace: Workspace) {
    parts.tables(workspace, summary).empty(into: &summary, code: workspace.code)
  }

  /// The bytes of the summary, and of a table for each thread.
  public func tableBytes(_ precision: HistogramPrecision, threads: Int) -> Int {
    Method.summaryBytes(precision) + threads * parts.bytesPerThread(precision)
  }
}
