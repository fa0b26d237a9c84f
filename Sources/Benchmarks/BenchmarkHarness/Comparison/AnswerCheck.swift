internal import BenchmarkBuilds
internal import Measuring
internal import Reporting

/// Compares the answers of benchmarks with that of their reference, in one worker process.
struct AnswerCheck {
  let starter: WorkerStarter
  let program: String

  /// The answer that all benchmarks give.
  ///
  /// - Parameters:
  ///   - arguments: what the worker is started with: workload 0 is the reference.
  ///   - reference: the name of the reference.
  ///   - benchmarks: the names of the further workloads.
  /// - Returns: the answer.
  /// - Throws: ``HarnessFailure`` naming the first benchmark that answers differently, or why the
  ///   worker failed.
  func answer(
    arguments: [String], reference: String, benchmarks: [String]
  ) throws(HarnessFailure) -> String {
    let process: WorkerProcess
    do throws(WorkerFailure) {
      process = try starter.start(program, arguments)
    } catch {
      throw .failed("\(error).")
    }
    defer { process.quit() }
    let right = try answer(process, 0, reference)
    for (index, benchmark) in benchmarks.enumerated() {
      let own = try answer(process, index + 1, benchmark)
      guard own == right else {
        throw .failed(
          "'\(benchmark)' answers wrongly: '\(own)', where the reference '\(reference)' answers "
            + "'\(right)'. It was not timed. This is a bug in '\(benchmark)'.")
      }
    }
    return right
  }

  private func answer(
    _ process: WorkerProcess, _ index: Int, _ benchmark: String
  ) throws(HarnessFailure) -> String {
    do throws(WorkerFailure) {
      return try WorkloadWorker(process: process, workload: index).prepare()
    } catch {
      throw .failed("'\(benchmark)': \(error).")
    }
  }
}
