internal import Pixels

/// A kernel held without knowing its type.
///
/// An object, because Embedded Swift has no existentials of values.
protocol KernelObject<Method>: AnyObject {
  associatedtype Method: SummaryMethod

  /// The name of the kernel.
  var id: String { get }
  #if !hasFeature(Embedded)
    /// The kernel itself.
    var kernel: any Kernel<Method> { get }
  #endif

  /// As `Kernel.add`.
  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace)

  /// As `Kernel.complete`.
  func complete(_ summary: inout Method.Summary, workspace: Workspace)
}

/// The kernel of a `KernelObject`.
final class HeldKernel<Held: Kernel>: KernelObject {
  typealias Method = Held.Method
  private let held: Held

  init(_ kernel: Held) { held = kernel }

  var id: String { held.id }

  #if !hasFeature(Embedded)
    var kernel: any Kernel<Method> { held }
  #endif

  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace
  ) {
    held.add(view, rule: rule, to: &summary, workspace: workspace)
  }

  func complete(_ summary: inout Method.Summary, workspace: Workspace) {
    held.complete(&summary, workspace: workspace)
  }
}
