public import Pixels

/// The scalar loop of a method's summary: the specification of every other kernel, and what tests
/// compare with.
public struct ReferenceKernel<Method: SummaryMethod>: Kernel {
  /// The name people type.
  public let id: String
  /// How it counts.
  public let about: String
  /// Never.
  public var isConcurrent: Bool { false }
  /// Never.
  public var isVectorised: Bool { false }

  init(_ id: String, about: String) {
    self.id = id
    self.about = about
  }

  /// Counts pixels one by one.
  public func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace
  ) {
    summary.add(view, rule: rule)
  }
}
