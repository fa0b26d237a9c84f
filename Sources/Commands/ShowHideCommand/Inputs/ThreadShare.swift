internal import Processors

/// How inputs and the threads within each share the processors that the process may use.
enum ThreadShare {
  /// The jobs when no number was asked for: one for each processor.
  static var jobs: Int { ProcessorCount.usable }

  /// Shares the processors out.
  ///
  /// - Parameters:
  ///   - jobs: inputs worked on at the same time, at most.
  ///   - inputs: how many there are; `nil` when that is not known yet.
  /// - Returns: the threads that each input may take, so that all together are no more than the
  ///   processors; 1 where there are more jobs than that.
  static func threads(jobs: Int, inputs: Int?) -> Int {
    max(1, ProcessorCount.usable / max(min(jobs, inputs ?? jobs), 1))
  }
}
