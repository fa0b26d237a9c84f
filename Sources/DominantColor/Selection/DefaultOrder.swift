/// What is chosen without a tuning: a rule that holds on every machine measured so far.
///
/// From the smallest image to the largest, a method runs as
/// 1. its scalar reference, under ``scalarLimit(_:)`` pixels: vector tables take longer to empty
///    than so few pixels take to count;
/// 2. its first kernel of the catalogue that is not concurrent;
/// 3. its first kernel of the catalogue, on all threads allowed, if that is concurrent and the
///    image has ``TiledHistogramKernel/smallestConcurrentImage`` pixels: under that, starting
///    threads costs more than it saves, and such kernels run on the calling thread anyway.
enum DefaultOrder {
  /// Pixels from which vector kernels are faster than the scalar reference; figures in
  /// `Benchmarks/NOTES.md`.
  static func scalarLimit(_ question: Question) -> Int {
    switch question {
    case .histogram: 512
    case .fineHistogram: 512
    // What grows with the number of colours is vectorised too, so almost at once.
    case .kmeans: 4
    case .hue: 0
    }
  }

  /// Pixels from which threads pay.
  static var concurrentLimit: Int { TiledHistogramKernel.smallestConcurrentImage }

  /// The rule for a question and a number of threads.
  static func bands(_ question: Question, threads: Int) -> SizeBands {
    let kernels = KernelCatalog.kernels(for: question.method)
    let reference = KernelCatalog.reference(for: question.method)
    let sequential = kernels.first { !$0.isConcurrent } ?? reference
    var bands = [(0, KernelCandidate(reference))]
    bands.append((scalarLimit(question), KernelCandidate(sequential)))
    if threads > 1, let best = kernels.first, best.isConcurrent {
      bands.append((concurrentLimit, KernelCandidate(best, threads: threads)))
    }
    return SizeBands(bands)
  }
}
