/// What a selection chose for an image, and why.
public struct KernelChoice: Sendable {
  /// The kernel that runs.
  public let kernel: any Kernel
  /// The threads it runs with.
  public let threads: Int

  let selection: KernelSelection
  let request: KernelSelection.Request

  init(
    _ candidate: KernelCandidate, of request: KernelSelection.Request, by selection: KernelSelection
  ) {
    kernel = candidate.kernel
    threads = candidate.threads
    self.request = request
    self.selection = selection
  }
}
