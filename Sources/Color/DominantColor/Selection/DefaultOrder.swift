/// What is chosen without a tuning: a rule that holds on every machine measured so far.
///
/// From the smallest image to the largest, a method runs as
/// 1. its scalar reference, under ``scalarLimit(_:)`` pixels: for hues, vector tables take longer to
///    empty than so few pixels take to count;
/// 2. its first kernel of the catalogue that is not concurrent;
/// 3. its first kernel of the catalogue, on all threads allowed, if that is concurrent and the
///    image has ``concurrentLimit(_:)`` pixels: under that, starting threads costs more than it
///    saves.
enum DefaultOrder {
  /// Pixels from which vector kernels are faster than the scalar reference; figures in
  /// `Benchmarks/Notes/Selection.md`.
  static func scalarLimit(_ question: Question) -> Int {
    switch question {
    // Only the rows of cells that hold pixels are looked at.
    case .histogram, .fineHistogram, .kmeans, .distinct: 0
    case .hue: 32
    }
  }

  /// Pixels from which threads pay: later where pixels are counted faster than threads start.
  static func concurrentLimit(_ content: ImageContent) -> Int {
    content == .plain
      ? 4 * KernelCatalog.smallestConcurrentImage
      : KernelCatalog.smallestConcurrentImage
  }

  /// The rule for a question and a number of threads.
  static func bands(
    _ question: Question, _ content: ImageContent, threads: Int
  ) -> SizeBands {
    let kernels = KernelCatalog.kernels(for: question.method)
    let reference = KernelCatalog.reference(for: question.method)
    let sequential = kernels.first { !$0.isConcurrent } ?? reference
    var bands = [(0, KernelCandidate(reference))]
    bands.append((scalarLimit(question), KernelCandidate(sequential)))
    if threads > 1, let best = kernels.first, best.isConcurrent {
      bands.append((concurrentLimit(content), KernelCandidate(best, threads: threads)))
    }
    return SizeBands(bands)
  }
}
