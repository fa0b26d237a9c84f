internal import DominantColor
package import Measuring

/// The benchmarks of kernels, as a worker process offers them.
package enum KernelSuite {
  /// The benchmarks for a choice, image by image in the order of the catalogue.
  ///
  /// The reference kernel of each method and the plain read of each image are among them, because
  /// the others are compared with them. No image is drawn or decoded.
  ///
  /// - Throws: ``InputFailure`` for a file that cannot be read.
  package static func benchmarks(
    for choice: BenchmarkChoice = BenchmarkChoice()
  ) throws(InputFailure) -> [KernelBenchmark] {
    let chosen = Set(choice.kernels.map(\.id))
    let references = Set(choice.kernels.map { KernelCatalog.reference(for: $0.method).id })
    var benchmarks: [KernelBenchmark] = []
    for request in choice.images {
      let image = try KernelBenchmark.Image(request)
      for kernel in KernelCatalog.all {
        if chosen.contains(kernel.id) {
          benchmarks += combinations(of: kernel, on: image, choice)
        } else if references.contains(kernel.id) {
          benchmarks.append(KernelBenchmark(kernel, on: image))
        }
      }
      benchmarks.append(KernelBenchmark(readOf: image))
    }
    // Two sizes of an image may be the same.
    var seen: Set<String> = []
    return benchmarks.filter { seen.insert($0.name).inserted }
  }

  private static func combinations(
    of kernel: any Kernel, on image: KernelBenchmark.Image, _ choice: BenchmarkChoice
  ) -> [KernelBenchmark] {
    let threads = kernel.isConcurrent ? choice.threads : [1]
    return (kernel.isVectorised ? choice.instructionSets : [.baseline]).flatMap { set in
      threads.map { count in
        KernelBenchmark(
          kernel, on: image, set: set, threads: count, isOneOfSeveral: threads.count > 1)
      }
    }
  }

  /// The benchmarks as workloads of this process, which share the memory of one image.
  ///
  /// - Parameters:
  ///   - benchmarks: what is offered.
  ///   - load: makes the pixels of a request.
  /// - Returns: a workload for each.
  package static func workloads(
    _ benchmarks: [KernelBenchmark],
    load: @escaping (ImageRequest) throws -> BenchmarkImage = ImageLoader.load
  ) -> [Workload] {
    let memory = WorkerMemory(load: load)
    return benchmarks.map { $0.workload(in: memory) }
  }
}
