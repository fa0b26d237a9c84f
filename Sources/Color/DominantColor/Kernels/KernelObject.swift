package import Pixels

/// A kernel held without knowing its type.
///
/// An object, because Embedded Swift has no existentials of values.
package protocol KernelObject<Method>: AnyObject {
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
package final class HeldKernel<Held: Kernel>: KernelObject {
  package typealias Method = Held.Method
  private let held: Held

  package init(_ kernel: Held) { held = kernel }

  package var id: String { held.id }

  #if !hasFeature(Embedded)
    package var kernel: any Kernel<Method> { held }
  #endif

  package func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Method.Summary,
    workspace: Workspace
  ) {
    held.add(view, rule: rule, to: &summary, workspace: workspace)
  }

  package func complete(_ summary: inout Method.Summary, workspace: Workspace) {
    held.complete(&summary, workspace: workspace)
  }
}
