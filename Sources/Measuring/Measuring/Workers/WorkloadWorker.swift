/// One of several workloads that live in the same worker process.
///
/// Two sides of a session that are the same program can share a process, and with it the memory
/// they use: where a process's data happens to lie decides how it falls into the caches, and can
/// make equal work in two processes differ by percents. Seen with a histogram whose table fills the
/// first-level cache: log ratios of equal code spread by 3.4 % over launches of two processes, by
/// 2.5 % in one process with the input shared, and by 0.17 % with the table at one place as well,
/// which it is when every call allocates it anew. Arithmetic without large tables shows nothing of
/// the kind (0.005 % between two processes).
public final class WorkloadWorker: MeasuredWorker {
  private let process: WorkerProcess
  private let workload: Int
  private let secondsToEnd: Double?

  /// Makes a worker.
  ///
  /// - Parameters:
  ///   - process: the process.
  ///   - workload: its position in what the process passed to `WorkerLoop.run`.
  ///   - secondsToEnd: after so many the process is killed when it is told to end; `nil` for two.
  public init(process: WorkerProcess, workload: Int, secondsToEnd: Double? = nil) {
    self.process = process
    self.workload = workload
    self.secondsToEnd = secondsToEnd
  }

  /// Asks the process to stay on one core; answers whether it does.
  ///
  /// - Throws: Nothing; other workers may.
  public func pin(toCore core: Int) throws(WorkerFailure) -> Bool {
    try process.pin(toCore: core)
  }

  /// Lets the process get the workload ready and do its work once.
  ///
  /// - Throws: ``WorkerFailure`` when the workload cannot be prepared.
  public func prepare() throws(WorkerFailure) -> String {
    try process.prepare(workload: workload)
  }

  /// Lets the process do the workload's work.
  ///
  /// - Throws: ``WorkerFailure`` when the workload was not prepared.
  public func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    try process.run(workload: workload, iterations: iterations, warmUp: warmUp)
  }

  /// Asks the process for the values that the workload reports beside its time.
  ///
  /// - Throws: ``WorkerFailure`` when the process ended, took too long or answered something else.
  public func metrics() throws(WorkerFailure) -> [BenchmarkMetric] {
    try process.metrics(workload: workload)
  }

  /// The most memory that the process has occupied so far; nil where the system does not report it.
  public var peakMemory: Int? { process.peakMemory }

  /// The seconds of processor that the process has taken so far; nil where the system does not report it.
  public var processorSeconds: Double? { process.processorSeconds }

  /// Ends the process, for all of its workloads; the second time nothing is left to end.
  public func quit() {
    if let secondsToEnd {
      process.finish(within: secondsToEnd)
    } else {
      process.quit()
    }
  }
}
