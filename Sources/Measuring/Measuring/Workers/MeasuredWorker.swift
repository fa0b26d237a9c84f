/// One side of a paired session: something that repeats the same work on request.
///
/// A ``WorkerProcess`` in production, a ``ScriptedWorker`` in tests.
public protocol MeasuredWorker: AnyObject {
  /// Asks the worker to stay on one core; answers whether it does.
  ///
  /// - Throws: ``WorkerFailure`` when the worker does not answer as the protocol says.
  func pin(toCore core: Int) throws(WorkerFailure) -> Bool

  /// Prepares and does the work once; returns the answer that it computed.
  ///
  /// - Throws: ``WorkerFailure`` when it cannot be prepared.
  func prepare() throws(WorkerFailure) -> String

  /// Runs the work `warmUp` times unmeasured, then `iterations` times measured.
  ///
  /// - Throws: ``WorkerFailure`` when it could not run them.
  func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch

  /// The values that the work reports beside its time, since it was last prepared or run.
  ///
  /// A value that is not a finite number says that the worker had none.
  ///
  /// - Throws: ``WorkerFailure`` when the worker does not answer as the protocol says.
  func metrics() throws(WorkerFailure) -> [BenchmarkMetric]

  /// The most memory that it has occupied so far, in bytes; nil where the system does not report it.
  var peakMemory: Int? { get }

  /// The seconds of processor that its process has taken so far; nil where the system does not report it.
  var processorSeconds: Double? { get }

  /// Ends the worker and frees what it held. Never fails; a worker that does not end is killed.
  func quit()
}

extension MeasuredWorker {
  /// None.
  ///
  /// - Throws: Nothing; other workers may.
  public func metrics() throws(WorkerFailure) -> [BenchmarkMetric] { [] }

  /// Nil: not known.
  public var peakMemory: Int? { nil }

  /// Nil: not known.
  public var processorSeconds: Double? { nil }
}
