/// A worker in memory that answers from a script: for tests of everything that uses workers.
///
/// ```swift
/// ScriptedWorker(answer: "42") { iterations in
///   Epoch(iterations: iterations, wall: 1000, threadCPU: 1000, processCPU: 1000)
/// }
/// ```
public final class ScriptedWorker: MeasuredWorker {
  /// What it was asked to do.
  public enum Request: Equatable, Sendable {
    /// To stay on a core.
    case pin(Int)
    /// To get ready.
    case prepare
    /// To work.
    case run(iterations: Int, warmUp: Int)
    /// To end.
    case quit
  }

  /// All requests so far.
  public private(set) var requests: [Request] = []
  /// The values that it reports beside its time.
  public var reportedMetrics: [BenchmarkMetric] = []
  private let answer: Result<String, WorkerFailure>
  private let canBePinned: Bool
  private let epoch: (_ iterations: Int) -> Result<Epoch, WorkerFailure>

  /// Makes a worker that prepares with an answer and then gives scripted epochs.
  public init(answer: String, epoch: @escaping (_ iterations: Int) -> Epoch) {
    self.answer = .success(answer)
    canBePinned = true
    self.epoch = { .success(epoch($0)) }
  }

  /// Makes a worker that may fail at any step.
  public init(
    answer: Result<String, WorkerFailure>, canBePinned: Bool = true,
    epoch: @escaping (_ iterations: Int) -> Result<Epoch, WorkerFailure>
  ) {
    self.answer = answer
    self.canBePinned = canBePinned
    self.epoch = epoch
  }

  /// Notes the core.
  ///
  /// - Throws: The failure that the script says.
  public func pin(toCore core: Int) throws(WorkerFailure) -> Bool {
    requests.append(.pin(core))
    return canBePinned
  }

  /// Gives the answer of the script.
  ///
  /// - Throws: The failure that the script says.
  public func prepare() throws(WorkerFailure) -> String {
    requests.append(.prepare)
    return try answer.get()
  }

  /// Gives the next epoch of the script.
  ///
  /// - Throws: The failure that the script says.
  public func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    requests.append(.run(iterations: iterations, warmUp: warmUp))
    return try epoch(iterations).get()
  }

  /// The values of the script; not noted as a request.
  ///
  /// - Throws: Nothing; other workers may.
  public func metrics() throws(WorkerFailure) -> [BenchmarkMetric] { reportedMetrics }

  /// Notes the end.
  public func quit() { requests.append(.quit) }
}
