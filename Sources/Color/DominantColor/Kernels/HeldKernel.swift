internal import Pixels

/// A kernel held without knowing its type: its functions.
///
/// Embedded Swift has no existentials of values.
struct HeldKernel<Method: SummaryMethod> {
  /// The name of the kernel.
  let id: String
  /// As `Kernel.add`.
  let add: (PixelView, VisibilityRule, inout Method.Summary, Workspace) -> Void
  /// As `Kernel.complete`.
  let complete: (inout Method.Summary, Workspace) -> Void
  #if !hasFeature(Embedded)
    /// The kernel itself.
    let kernel: any Kernel<Method>
    /// As `TableKernel.endedPalette`.
    let endedPalette: TableKernel<Method>.EndedPalette?
  #endif

  init(_ kernel: some Kernel<Method>) {
    id = kernel.id
    add = { kernel.add($0, rule: $1, to: &$2, workspace: $3) }
    complete = { kernel.complete(&$0, workspace: $1) }
    #if !hasFeature(Embedded)
      self.kernel = kernel
      endedPalette = (kernel as? TableKernel<Method>)?.endedPalette
    #endif
  }
}
