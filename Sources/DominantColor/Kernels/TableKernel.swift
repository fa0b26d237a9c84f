public import Pixels

/// Counts with vector code into tables of 32-bit sums, on one thread or on several.
///
/// Each thread takes the next band of the view when it is done with one, so a busy core slows only
/// itself, and counts into a table of its own. Sums of integers do not depend on the order, so the
/// summary is the same for any number of threads. Views under
/// ``KernelCatalog/smallestConcurrentImage`` pixels are counted on the calling thread.
public struct TableKernel<Method: SummaryMethod>: Kernel {
  /// The name people type.
  public let id: String
  /// How it counts.
  public let about: String
  /// Whether it uses the workspace's threads.
  public let isConcurrent: Bool
  /// Yes: the loops are compiled for each instruction set.
  public var isVectorised: Bool { true }

  private let tables: @Sendable (Workspace, Method.Summary) -> any TableSet<Method.Summary>
  private let bytesPerThread: @Sendable (HistogramPrecision) -> Int

  init(
    _ id: String, isConcurrent: Bool, about: String,
    tables: @escaping @Sendable (Workspace, Method.Summary) -> any TableSet<Method.Summary>,
    bytesPerThread: @escaping @Sendable (HistogramPrecision) -> Int
  ) {
    self.id = id
    self.about = about
    self.isConcurrent = isConcurrent
    self.tables = tables
    self.bytesPerThread = bytesPerThread
  }

  /// Counts pixels; sums stay in the tables until they could overflow, or the count is complete.
  public func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace
  ) {
    tables(workspace, summary).add(
      view, rule: rule, to: &summary, code: workspace.instructionSet.code,
      threads: isConcurrent ? workspace.threads : 1)
  }

  /// Adds the tables to the summary.
  public func complete(_ summary: inout Method.Summary, workspace: Workspace) {
    tables(workspace, summary).empty(into: &summary)
  }

  /// The bytes of the summary, and of a table for each thread.
  public func tableBytes(_ precision: HistogramPrecision, threads: Int) -> Int {
    Method.summaryBytes(precision) + threads * bytesPerThread(precision)
  }
}
