/// A kernel together with the threads it may use: what is raced, and what is chosen.
public struct KernelCandidate: Sendable {
  /// The kernel.
  public let kernel: any Kernel
  /// The threads it may use: 1 for a kernel that is not concurrent.
  public let threads: Int

  /// Makes a candidate; `threads` is held to 1 for a kernel that is not concurrent.
  public init(_ kernel: any Kernel, threads: Int = 1) {
    self.kernel = kernel
    self.threads = kernel.isConcurrent ? max(threads, 1) : 1
  }

  /// Every candidate there is for a method within a number of threads, best first by the
  /// catalogue, its reference last.
  ///
  /// A concurrent kernel comes with every power of two of threads, and with all of them. With one
  /// thread it runs as its sequential sibling and is no candidate.
  ///
  /// - Parameters:
  ///   - method: the question.
  ///   - threads: the most threads, 1 or more.
  ///   - kernels: those to choose from.
  /// - Returns: at least the reference, when it is among the kernels.
  public static func all(
    for method: PaletteMethod, threads: Int, kernels: [any Kernel] = KernelCatalog.all
  ) -> [KernelCandidate] {
    kernels.filter { $0.method == method }.flatMap { kernel in
      kernel.isConcurrent
        ? threadCounts(upTo: threads).map { KernelCandidate(kernel, threads: $0) }
        : [KernelCandidate(kernel)]
    }
  }

  /// The numbers of threads, above 1, that are worth telling apart: `limit`, and powers of two.
  static func threadCounts(upTo limit: Int) -> [Int] {
    guard limit > 1 else { return [] }
    var counts = [limit]
    var power = 2
    while power < limit {
      counts.append(power)
      power *= 2
    }
    return counts
  }

  /// The name for people: the kernel's id, and how many threads if it may use several.
  public var name: String { threads > 1 ? "\(kernel.id)×\(threads)" : kernel.id }

  /// The bytes of tables and histogram that the candidate counts into, which a workspace keeps.
  ///
  /// - Parameter precision: how finely method `histogram` counts; k-means always counts finely.
  /// - Returns: bytes; what k-means needs to cluster comes on top.
  public func tableBytes(_ precision: HistogramPrecision = .standard) -> Int {
    kernel.tableBytes(precision, threads: threads)
  }
}

extension KernelCandidate: Hashable {
  /// Whether kernel and threads are the same.
  public static func == (a: KernelCandidate, b: KernelCandidate) -> Bool {
    a.threads == b.threads && a.kernel.id == b.kernel.id
  }

  /// Feeds kernel and threads.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kernel.id)
    hasher.combine(threads)
  }
}
