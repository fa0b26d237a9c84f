/// A worker for a library without benchmarks, and the examples that it may measure.
package struct WorkerDraft: Sendable {
  package let worker: any LibraryWorker
  /// Examples that call the library, in the order of the README.
  package let examples: [ReadmeExample]

  /// How many examples are tried.
  static let limit = 4

  /// Takes a worker with the first examples that fit it.
  ///
  /// - Parameters:
  ///   - worker: the worker.
  ///   - examples: all of the README's.
  init(_ worker: any LibraryWorker, examples: [ReadmeExample]) {
    self.worker = worker
    self.examples = Array(worker.examples(among: examples).prefix(Self.limit))
  }

  /// The files of the worker, the one that says what is measured first.
  package func files(_ content: WorkerContent) -> [WorkerFile] {
    [WorkerFile(path: worker.path, text: worker.text(content))] + worker.companions
  }
}
