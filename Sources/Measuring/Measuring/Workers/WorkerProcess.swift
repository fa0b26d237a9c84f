/// A worker that is a process of its own, with requests line by line.
///
/// The program it starts calls `WorkerLoop.run`, or follows the protocol by itself. A worker that crashes, hangs or
/// breaks the protocol ends in a ``WorkerFailure`` that says so; it never ends the session's process
/// and never outlives it.
public final class WorkerProcess: MeasuredWorker {
  /// Seconds to wait for each reply before the worker counts as hung.
  public var timeout: Double
  private let child: ChildProcess
  /// The version that both sides speak; nil before the worker has greeted back.
  private var version: Int?
  /// The values of parameters that it gets once it has greeted back.
  private var choice: [(name: String, values: [String])]

  /// Starts a worker and greets it.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the worker's variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - timeout: Seconds to wait for each reply before the worker counts as hung.
  ///   - awaitsGreeting: Whether to wait until it greets back; else the first request does, so that
  ///     several workers can get ready at the same time.
  ///   - choice: The values of parameters that it gets once it has greeted back; empty for none.
  /// - Throws: Why it could not be started or did not greet back.
  public init(
    program: String, arguments: [String] = [], environment: [String] = [], folder: String? = nil,
    timeout: Double = 60, awaitsGreeting: Bool = true,
    choosing choice: [(name: String, values: [String])] = []
  ) throws(WorkerFailure) {
    self.choice = choice
    child = try ChildProcess(
      program: program, arguments: arguments, environment: environment, folder: folder)
    self.timeout = timeout
    try transmit(.hello(version: WorkerRequest.protocolVersion), during: "the greeting")
    if awaitsGreeting { try greet() }
  }

  private func awaitGreeting() throws(WorkerFailure) {
    var asked = WorkerRequest.protocolVersion
    var reply: WorkerReply
    do throws(WorkerFailure) {
      reply = try receive(during: "the greeting")
    } catch {
      // It knows no greeting of this version: perhaps that of the first.
      guard case .reported = error else { throw error }
      asked = 1
      try transmit(.hello(version: asked), during: "the greeting")
      reply = try receive(during: "the greeting")
    }
    guard case .hello(let version) = reply, (1...asked).contains(version) else {
      throw unintelligible(reply, during: "the greeting")
    }
    self.version = version
    guard !choice.isEmpty else { return }
    let wanted = choice
    choice = []
    try choose(wanted)
  }

  /// The version of the protocol that both sides speak, 1 or 2; 1 before the worker has greeted back.
  public var protocolVersion: Int { version ?? 1 }

  deinit { child.end() }

  /// Asks the worker to stay on one core; answers whether it does.
  ///
  /// - Throws: ``WorkerFailure`` when the process ended, took too long or answered something else.
  public func pin(toCore core: Int) throws(WorkerFailure) -> Bool {
    let reply = try ask(.pin(core: core), during: "pinning")
    guard case .pinned(let isPinned) = reply else {
      throw unintelligible(reply, during: "pinning")
    }
    return isPinned
  }

  /// Lets the worker get its first workload ready and do its work once; answers what it computed.
  ///
  /// - Throws: ``WorkerFailure`` when the process ended, took too long or answered something else.
  public func prepare() throws(WorkerFailure) -> String { try prepare(workload: 0) }

  /// Lets the worker do the work of its first workload.
  ///
  /// - Throws: ``WorkerFailure`` when the process ended, took too long or answered something else.
  public func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    try run(workload: 0, iterations: iterations, warmUp: warmUp)
  }

  func prepare(workload: Int) throws(WorkerFailure) -> String {
    let reply = try ask(.prepare(workload: workload), during: "preparation")
    guard case .answer(let text) = reply else {
      throw unintelligible(reply, during: "preparation")
    }
    return text
  }

  func run(workload: Int, iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    let request = WorkerRequest.run(workload: workload, iterations: iterations, warmUp: warmUp)
    let reply = try ask(request, during: "an epoch")
    guard case .epoch(let epoch) = reply, epoch.iterations == iterations else {
      throw unintelligible(reply, during: "an epoch")
    }
    return epoch
  }

  /// The most memory that the process has occupied so far; nil where the system does not report it.
  public var peakMemory: Int? { child.peakBytes }

  /// The seconds of processor that the process has taken so far; nil where the system does not report it.
  public var processorSeconds: Double? { child.processorSeconds }

  /// Tells the worker to end, and kills it if it has not within two seconds.
  public func quit() { quit(within: 2, afterClosing: 0.1) }

  /// Tells the worker to end, and waits for what it does on its way out.
  ///
  /// - Parameter seconds: After so many seconds it is killed.
  public func finish(within seconds: Double) { quit(within: seconds, afterClosing: seconds) }

  private func quit(within seconds: Double, afterClosing rest: Double) {
    do throws(LineChannel.Problem) {
      try child.channel.send(WorkerRequest.quit.line)
      if version == nil { _ = try child.channel.receive(timeout: seconds) }
      // The channel closes when the worker ends, so this waits no longer than needed.
      _ = try child.channel.receive(timeout: seconds)
    } catch {
      // Closed is what was asked for; a worker that is silent is killed below.
    }
    _ = child.wait(atMost: rest)
  }

  /// Lets two workers do the work of their first workloads at the same time.
  ///
  /// For comparisons that run both sides at once on two cores; each should be pinned to its own.
  ///
  /// - Parameters:
  ///   - first: The one worker.
  ///   - second: The other.
  ///   - iterations: How often each does its work, measured.
  /// - Returns: What each measured.
  /// - Throws: How a worker failed.
  public static func runTogether(
    _ first: WorkerProcess, _ second: WorkerProcess, iterations: Int
  ) throws(WorkerFailure) -> (Epoch, Epoch) {
    let request = WorkerRequest.run(
      workload: 0, iterations: iterations, warmUp: iterations / 5)
    for worker in [first, second] { try worker.send(request, during: "an epoch") }
    var epochs: [Epoch] = []
    for worker in [first, second] {
      let reply = try worker.receive(during: "an epoch")
      guard case .epoch(let epoch) = reply, epoch.iterations == iterations else {
        throw worker.unintelligible(reply, during: "an epoch")
      }
      epochs.append(epoch)
    }
    return (epochs[0], epochs[1])
  }

  func ask(_ request: WorkerRequest, during: String) throws(WorkerFailure) -> WorkerReply {
    try send(request, during: during)
    return try receive(during: during)
  }

  /// Waits until the worker has greeted back, if it has not yet.
  func greet() throws(WorkerFailure) {
    if version == nil { try awaitGreeting() }
  }

  private func send(_ request: WorkerRequest, during: String) throws(WorkerFailure) {
    try greet()
    try transmit(request, during: during)
  }

  private func transmit(_ request: WorkerRequest, during: String) throws(WorkerFailure) {
    do throws(LineChannel.Problem) {
      try child.channel.send(request.line)
    } catch {
      throw ended(during: during)
    }
  }

  private func receive(during: String) throws(WorkerFailure) -> WorkerReply {
    let line: String
    do throws(LineChannel.Problem) {
      line = try child.channel.receive(timeout: timeout)
    } catch {
      switch error {
      case .closed: throw ended(during: during)
      case .timeout:
        child.end()
        throw .hung(seconds: timeout, during: during)
      case .tooLong:
        child.end()
        throw .unintelligible(reply: "(more than a megabyte without a line end)", during: during)
      }
    }
    let reply: WorkerReply?
    do throws(DescriptionProblem) {
      reply = try WorkerReply(line: line)
    } catch {
      throw .malformed(problem: error.text, during: during)
    }
    guard let reply else {
      throw .unintelligible(reply: String(line.prefix(80)), during: during)
    }
    if case .failure(let text) = reply { throw .reported(text) }
    return reply
  }

  func unintelligible(_ reply: WorkerReply, during: String) -> WorkerFailure {
    .unintelligible(reply: String(reply.line.prefix(80)), during: during)
  }

  /// Why the worker closed its channel.
  private func ended(during: String) -> WorkerFailure {
    let ending = child.wait(atMost: 1)
    if let signal = ending.signal { return .crashed(signal: signal, during: during) }
    return .exited(code: ending.code ?? 0, during: during)
  }
}
