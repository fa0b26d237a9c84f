internal import CMeasuringShims

/// The worker's side of a paired session: serves requests until it is asked to end.
///
/// A tool calls `run` from a subcommand of its own and then exits. Requests come over
/// the descriptor that ``WorkerProcess`` passes on, so the work may print what it likes.
public struct WorkerLoop {
  /// Why the loop ended.
  public enum End: Equatable, Sendable {
    /// It was told to.
    case toldTo
    /// The session's process has gone.
    case disconnected
    /// Nobody ever asked anything: no session started the process.
    case neverAsked
  }

  private let channel: LineChannel
  private let workloads: [Workload]
  private let time: SystemTimeSource
  private var work: [Int: Contender] = [:]

  private init(channel: LineChannel, workloads: [Workload]) {
    self.channel = channel
    self.workloads = workloads
    time = SystemTimeSource()
  }

  /// Serves the process that started this one as a ``WorkerProcess``.
  ///
  /// - Parameter workloads: The work to do: one for a ``WorkerProcess`` that is a side of a
  ///   session, two for one that is both.
  /// - Returns: Why it ended. In all cases the process should exit.
  @discardableResult
  public static func run(_ workloads: Workload...) -> End {
    run(workloads)
  }

  /// Serves the process that started this one as a ``WorkerProcess``.
  ///
  /// - Parameter workloads: The work to do, as many as there are.
  /// - Returns: Why it ended. In all cases the process should exit.
  @discardableResult
  public static func run(_ workloads: [Workload]) -> End {
    run(workloads, channel: LineChannel(descriptor: ChildProcess.channelDescriptor))
  }

  static func run(_ workloads: [Workload], channel: LineChannel) -> End {
    var loop = WorkerLoop(channel: channel, workloads: workloads)
    var wasAsked = false
    do throws(LineChannel.Problem) {
      while true {
        let line = try channel.receive(timeout: nil)
        wasAsked = true
        let request = WorkerRequest(line: line)
        if request == .quit { return .toldTo }
        let reply = request.map { loop.reply(to: $0) } ?? .failure("no such request: \(line)")
        try channel.send(reply.line)
      }
    } catch {
      return wasAsked ? .disconnected : .neverAsked
    }
  }

  private mutating func reply(to request: WorkerRequest) -> WorkerReply {
    switch request {
    case .hello: return .hello(version: WorkerRequest.protocolVersion)
    case .pin(let core):
      return .pinned(cmeasurement_pin_to_core(Int32(clamping: core)) == 0)
    case .list:
      guard workloads.contains(where: { $0.name != nil }) else {
        return .failure("the workloads have no names")
      }
      return .workloads(workloads.count)
    case .name(let index):
      guard workloads.indices.contains(index) else { return .failure("no workload \(index)") }
      return .name(workloads[index].name ?? "workload \(index)")
    case .prepare(let index):
      guard workloads.indices.contains(index) else { return .failure("no workload \(index)") }
      do {
        // Prepared again, a workload may want its old memory to be free first.
        work[index] = nil
        let prepared = try workloads[index].prepare()
        work[index] = prepared.contender
        return .answer(prepared.answer)
      } catch {
        return .failure("\(error)")
      }
    case .run(let index, let iterations, let warmUp):
      guard let work = work[index] else {
        return .failure("told to run before it was told to prepare")
      }
      return .epoch(
        Epoch.measure(
          iterations: iterations, warmUp: warmUp, time: time, work: work.repeatWork))
    case .quit:
      return .failure("a request to end has no reply")
    }
  }
}
