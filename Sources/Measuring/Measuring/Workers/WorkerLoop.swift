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
    /// There was no request: no session started the process.
    case neverAsked
  }

  /// Makes the workloads for chosen values.
  typealias Choosing = ([(name: String, values: [String])]) throws -> [Workload]

  private let channel: LineChannel
  private let parameters: [ParameterChoice]
  private let choosing: Choosing?
  private let time = SystemTimeSource()
  private var workloads: [Workload]
  private var work: [Int: Workload.PreparedWork] = [:]

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

  /// Serves the process that started this one, and lets it choose values of parameters.
  ///
  /// ```swift
  /// WorkerLoop.run(
  ///   parameters: [ParameterChoice(name: "size", values: ["10", "1000"], isOpen: true)],
  ///   default: try sums(of: ["10", "1000"])
  /// ) { chosen in
  ///   try sums(of: chosen.flatMap(\.values))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - parameters: what can be chosen. Other names, and other values of parameters that are not open, are
  ///     refused also where `choose` takes them.
  ///   - default: the work to do when nothing is chosen.
  ///   - choose: makes the work anew, for each combination of the values; its error's description is the
  ///     failure that the user reads.
  /// - Returns: Why it ended. In all cases the process should exit.
  @discardableResult
  public static func run(
    parameters: [ParameterChoice], default: [Workload],
    choose: @escaping ([(name: String, values: [String])]) throws -> [Workload]
  ) -> End {
    run(
      `default`, parameters: parameters, choosing: choose,
      channel: LineChannel(descriptor: ChildProcess.channelDescriptor))
  }

  static func run(
    _ workloads: [Workload], parameters: [ParameterChoice] = [], choosing: Choosing? = nil,
    channel: LineChannel
  ) -> End {
    var loop = WorkerLoop(
      channel: channel, parameters: parameters, choosing: choosing, workloads: workloads)
    var wasAsked = false
    do throws(LineChannel.Problem) {
      while true {
        let line = try channel.receive(timeout: nil)
        wasAsked = true
        let reply = loop.reply(to: line)
        guard let reply else { return .toldTo }
        try channel.send(reply.line)
      }
    } catch {
      return wasAsked ? .disconnected : .neverAsked
    }
  }

  /// The reply to a line; nil when it is told to end.
  private mutating func reply(to line: String) -> WorkerReply? {
    do throws(DescriptionProblem) {
      guard let request = try WorkerRequest(line: line) else {
        return .failure("no such request: \(line)")
      }
      return request == .quit ? nil : reply(to: request)
    } catch {
      return .failure(error.text)
    }
  }

  private mutating func reply(to request: WorkerRequest) -> WorkerReply {
    switch request {
    case .hello(let version): return .hello(version: WorkerRequest.commonVersion(version))
    case .pin(let core):
      return .pinned(cmeasurement_pin_to_core(Int32(clamping: core)) == 0)
    case .parameters:
      return choosing == nil ? Self.nothingToChoose : .parameters(parameters)
    case .choose(let choices): return choose(choices)
    case .list:
      guard workloads.contains(where: { $0.name != nil }) else {
        return .failure("the workloads have no names")
      }
      return .workloads(workloads.count)
    case .name(let index):
      guard workloads.indices.contains(index) else { return Self.missing(index) }
      return .name(workloads[index].name ?? "workload \(index)")
    case .describe(let index):
      guard workloads.indices.contains(index) else { return Self.missing(index) }
      return .description(workloads[index].description)
    case .prepare(let index): return prepare(index)
    case .run(let index, let iterations, let warmUp):
      guard let work = work[index] else {
        return .failure("told to run before it was told to prepare")
      }
      return .epoch(
        Epoch.measure(
          iterations: iterations, warmUp: warmUp, time: time, work: work.contender.repeatWork))
    case .metrics(let index):
      guard let work = work[index] else {
        return .failure("asked for metrics before it was told to prepare")
      }
      return .metrics(work.metrics())
    case .quit:
      return .failure("a request to end has no reply")
    }
  }

  private static let nothingToChoose = WorkerReply.failure("it has no parameters to choose")

  private static func missing(_ index: Int) -> WorkerReply { .failure("no workload \(index)") }

  private mutating func prepare(_ index: Int) -> WorkerReply {
    guard workloads.indices.contains(index) else { return Self.missing(index) }
    do {
      // Prepared again, a workload may want its old memory to be free first.
      work[index] = nil
      let prepared = try workloads[index].prepare()
      work[index] = prepared
      return .answer(prepared.answer)
    } catch {
      return .failure("\(error)")
    }
  }

  private mutating func choose(_ choices: [WorkerRequest.Choice]) -> WorkerReply {
    guard let choosing else { return Self.nothingToChoose }
    let chosen: [Workload]
    do {
      // First, because it may know more to say about a wrong value.
      chosen = try choosing(choices.map { ($0.name, $0.values) })
    } catch {
      return .failure("\(error)")
    }
    if let refusal = refusal(of: choices) { return refusal }
    workloads = chosen
    work = [:]
    return .chosen
  }

  /// The failure for a parameter or a value that there is not.
  private func refusal(of choices: [WorkerRequest.Choice]) -> WorkerReply? {
    for choice in choices {
      guard let parameter = parameters.first(where: { $0.name == choice.name }) else {
        let names = parameters.map(\.name).joined(separator: ", ")
        return .failure("there is no parameter '\(choice.name)', there are: \(names)")
      }
      for value in choice.values where !parameter.isOpen && !parameter.values.contains(value) {
        let values = parameter.values.joined(separator: ", ")
        return .failure(
          "'\(value)' is not a value of the parameter '\(choice.name)', there are: \(values)")
      }
    }
    return nil
  }
}
