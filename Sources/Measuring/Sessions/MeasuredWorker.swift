/// One side of a paired session: something that does the same work again and again when told to.
///
/// A ``WorkerProcess`` in earnest, a ``ScriptedWorker`` in tests.
public protocol MeasuredWorker: AnyObject {
  /// Asks the worker to stay on one core; answers whether it does.
  func pin(toCore core: Int) throws(WorkerFailure) -> Bool

  /// Gets everything ready and does the work once; answers what it computed.
  func prepare() throws(WorkerFailure) -> String

  /// Does the work some times unmeasured and then some times measured.
  func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch

  /// Ends the worker and frees what it held. Never fails; a worker that does not end is killed.
  func quit()
}
