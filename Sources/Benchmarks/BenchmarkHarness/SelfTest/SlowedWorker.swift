package import Measuring

/// A worker that does a known share of its work more than it is asked for, and says nothing of it.
///
/// The work is the worker's own: more iterations, whose time counts for those that were asked for.
/// An epoch of 50 iterations with 2 % is one of 51. Shares of an iteration are carried to the next
/// epoch.
package final class SlowedWorker: MeasuredWorker {
  private let worker: any MeasuredWorker
  private let share: Double
  private var owed = 0.0

  /// Slows a worker.
  ///
  /// - Parameters:
  ///   - worker: does the work.
  ///   - share: the extra work: 0.01 is one percent. Below 0 counts as 0.
  package init(_ worker: any MeasuredWorker, share: Double) {
    self.worker = worker
    self.share = max(share, 0)
  }

  /// Asks the worker to stay on one core; answers whether it does.
  ///
  /// - Throws: `WorkerFailure` when the worker does.
  package func pin(toCore core: Int) throws(WorkerFailure) -> Bool { try worker.pin(toCore: core) }

  /// Prepares the worker.
  ///
  /// - Throws: `WorkerFailure` when the worker does.
  package func prepare() throws(WorkerFailure) -> String { try worker.prepare() }

  /// Runs the work, and the extra share of it.
  ///
  /// - Throws: `WorkerFailure` when the worker does.
  package func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    owed += Double(iterations) * share
    // A sum of hundredths that ends a hair below a whole number is that number.
    let extra = (owed + 1e-6).rounded(.down)
    owed = max(owed - extra, 0)
    var epoch = try worker.run(iterations: iterations + Int(extra), warmUp: warmUp)
    epoch.iterations = iterations
    return epoch
  }

  /// The most memory that the worker has occupied so far; `nil` where the system does not report it.
  package var peakMemory: Int? { worker.peakMemory }

  /// What the worker reports beside time.
  ///
  /// - Throws: How the worker failed.
  package func metrics() throws(WorkerFailure) -> [BenchmarkMetric] { try worker.metrics() }

  /// Ends the worker.
  package func quit() { worker.quit() }
}
