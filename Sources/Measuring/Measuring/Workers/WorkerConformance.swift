/// Checks that a program follows the worker protocol (`Benchmarks/WORKER.md`).
///
/// Each check starts the program anew, so that one failure does not hide the next. The checks ask
/// for single runs of workload 0 and take no conclusions from times. What came with version 2 is checked
/// where the program speaks it.
public struct WorkerConformance {
  /// One requirement of the protocol, and whether the program meets it.
  public struct Check: Equatable, Sendable {
    /// The requirement, as a sentence.
    public let requirement: String
    /// What the program did instead; `nil` when it meets the requirement.
    public let problem: String?
  }

  private let program: String
  private let arguments: [String]
  private let environment: [String]
  private let timeout: Double

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the worker's variables as "NAME=value".
  ///   - timeout: Seconds to wait for each reply.
  public init(
    program: String, arguments: [String] = [], environment: [String] = [], timeout: Double = 60
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
  }

  /// Runs all checks, in the order of the protocol's description.
  ///
  /// - Returns: One result for each requirement.
  public func run() -> [Check] {
    var speaksSecond = false
    let first = firstVersion()
    let greeting = check("It answers 'hello 2' with its version, or reports a failure", greets: 2) {
      worker throws(Violation) in
      switch worker.greeting {
      case .hello(2): speaksSecond = true
      case .hello(1), .failure: return
      default: throw worker.unexpected()
      }
    }
    return first + [greeting] + (speaksSecond ? secondVersion() : [])
  }

  private func firstVersion() -> [Check] {
    [
      check("It answers 'hello 1' with its version") { _ throws(Violation) in },
      check("It answers a request to stay on a core") { worker throws(Violation) in
        guard case .pinned = try worker.ask("pin 0") else { throw worker.unexpected() }
      },
      check("It lists its workloads with names, or reports a failure") {
        worker throws(Violation) in
        switch try worker.ask("list") {
        case .failure: return
        case .workloads(let count):
          for index in 0..<min(count, WorkerProcess.mostWorkloads) {
            guard case .name(let name) = try worker.ask("name \(index)"), !name.isEmpty else {
              throw worker.unexpected()
            }
          }
        default: throw worker.unexpected()
        }
      },
      check("It prepares workload 0 and answers its result") { worker throws(Violation) in
        _ = try worker.answer()
      },
      check("It answers the same result when it prepares again") { worker throws(Violation) in
        let first = try worker.answer()
        let second = try worker.answer()
        guard first == second else {
          throw Violation("it answered '\(first)' first and '\(second)' the second time")
        }
      },
      check("It measures the iterations that were asked for") { worker throws(Violation) in
        _ = try worker.answer()
        for count in [1, 10] { try worker.epoch(of: count, warmUp: count - 1) }
      },
      check("It prepares again after it has measured") { worker throws(Violation) in
        _ = try worker.answer()
        try worker.epoch(of: 1, warmUp: 0)
        _ = try worker.answer()
        try worker.epoch(of: 1, warmUp: 0)
      },
      check("It reports a failure when told to run before it has prepared") {
        worker throws(Violation) in try worker.failure("run 0 1 0")
      },
      check("It reports a failure for a workload that does not exist, and goes on") {
        worker throws(Violation) in
        try worker.failure("prepare 999999")
        _ = try worker.answer()
      },
      check("It reports a failure for an unknown request, and goes on") {
        worker throws(Violation) in
        try worker.failure("jump 3")
        _ = try worker.answer()
      },
      check("It ends with exit code 0 when told to quit") { worker throws(Violation) in
        try worker.quit()
      },
      check("It ends by itself when the channel is closed") { worker throws(Violation) in
        try worker.disconnect()
      },
    ]
  }

  private func secondVersion() -> [Check] {
    [
      check("It tells its parameters, or reports a failure", greets: 2) {
        worker throws(Violation) in _ = try worker.parameters()
      },
      check("It takes each value that its parameters list", greets: 2) {
        worker throws(Violation) in
        for parameter in try worker.parameters() {
          for value in parameter.values {
            let choice = WorkerRequest.choose([.init(name: parameter.name, values: [value])])
            guard case .chosen = try worker.ask(choice.line) else { throw worker.unexpected() }
          }
        }
      },
      check("It reports a failure for a parameter that does not exist, and goes on", greets: 2) {
        worker throws(Violation) in
        try worker.failure(#"choose {"no-such-parameter":["1"]}"#)
        _ = try worker.answer()
      },
      check("It describes its workloads, or reports a failure", greets: 2) {
        worker throws(Violation) in
        var count = 1
        if case .workloads(let number) = try worker.ask("list") { count = number }
        for index in 0..<min(count, WorkerProcess.mostWorkloads) {
          switch try worker.ask("describe \(index)") {
          case .description, .failure: continue
          default: throw worker.unexpected()
          }
        }
      },
      check("It tells the metrics of workload 0 before and after it has measured", greets: 2) {
        worker throws(Violation) in
        _ = try worker.answer()
        let before = try worker.metrics()
        try worker.epoch(of: 2, warmUp: 0)
        let after = try worker.metrics()
        guard before.map(\.name) == after.map(\.name) else {
          throw Violation("it had other metrics after it had measured than before")
        }
      },
    ]
  }

  private func check(
    _ requirement: String, greets version: Int = 1, _ body: (Probe) throws(Violation) -> Void
  ) -> Check {
    do throws(Violation) {
      let probe = try Probe(program, arguments, environment, timeout: timeout)
      probe.greeting = try probe.ask("hello \(version)")
      guard version > 1 || probe.greeting == .hello(version: 1) else { throw probe.unexpected() }
      try body(probe)
      return Check(requirement: requirement, problem: nil)
    } catch {
      return Check(requirement: requirement, problem: error.problem)
    }
  }
}

/// What a worker did against the protocol.
private struct Violation: Error {
  let problem: String
  init(_ problem: String) { self.problem = problem }
}

/// A worker that is asked line by line.
private final class Probe {
  private let child: ChildProcess
  private let timeout: Double
  private var exchange = ""
  /// The reply to the greeting.
  var greeting = WorkerReply.hello(version: 0)

  init(
    _ program: String, _ arguments: [String], _ environment: [String], timeout: Double
  ) throws(Violation) {
    self.timeout = timeout
    do throws(WorkerFailure) {
      child = try ChildProcess(program: program, arguments: arguments, environment: environment)
    } catch {
      throw Violation("\(error)")
    }
  }

  deinit { child.end() }

  func unexpected() -> Violation { Violation(exchange) }

  func ask(_ request: String) throws(Violation) -> WorkerReply {
    let line: String
    do throws(LineChannel.Problem) {
      try child.channel.send(request)
      line = try child.channel.receive(timeout: timeout)
    } catch {
      switch error {
      case .closed: throw Violation("it closed its channel instead of answering '\(request)'")
      case .timeout: throw Violation("it gave no answer to '\(request)' for \(timeout) s")
      case .tooLong: throw Violation("its answer to '\(request)' is longer than a megabyte")
      }
    }
    exchange = "it answered '\(request)' with '\(line.prefix(80))'"
    let reply: WorkerReply?
    do throws(DescriptionProblem) {
      reply = try WorkerReply(line: line)
    } catch {
      throw Violation("\(exchange): \(error.text)")
    }
    guard let reply else { throw unexpected() }
    return reply
  }

  func answer() throws(Violation) -> String {
    guard case .answer(let text) = try ask("prepare 0") else { throw unexpected() }
    return text
  }

  /// Its parameters; none when it reports a failure.
  func parameters() throws(Violation) -> [ParameterChoice] {
    switch try ask("parameters") {
    case .parameters(let parameters): return parameters
    case .failure: return []
    default: throw unexpected()
    }
  }

  /// The metrics of workload 0; none when it reports a failure.
  func metrics() throws(Violation) -> [BenchmarkMetric] {
    switch try ask("metrics 0") {
    case .metrics(let metrics): return metrics
    case .failure: return []
    default: throw unexpected()
    }
  }

  func epoch(of count: Int, warmUp: Int) throws(Violation) {
    guard case .epoch(let epoch) = try ask("run 0 \(count) \(warmUp)"), epoch.iterations == count
    else { throw unexpected() }
  }

  func failure(_ request: String) throws(Violation) {
    guard case .failure = try ask(request) else { throw unexpected() }
  }

  func quit() throws(Violation) {
    var answer: String?
    do throws(LineChannel.Problem) {
      try child.channel.send("quit")
      answer = try child.channel.receive(timeout: timeout)
    } catch {
      switch error {
      case .closed: break
      case .timeout: throw Violation("it did not end for \(timeout) s after 'quit'")
      case .tooLong: throw Violation("it answered 'quit' with more than a megabyte")
      }
    }
    if let answer { throw Violation("it answered 'quit' with '\(answer.prefix(80))'") }
    let ending = child.wait(atMost: timeout)
    if let signal = ending.signal {
      throw Violation("it ended with \(WorkerFailure.name(ofSignal: signal)) after 'quit'")
    }
    if let code = ending.code, code != 0 {
      throw Violation("it ended with exit code \(code) after 'quit'")
    }
  }

  func disconnect() throws(Violation) {
    child.channel.disconnect()
    let ending = child.wait(atMost: timeout)
    if ending.signal == 9 {
      throw Violation("it still ran \(timeout) s after the channel was closed, and was killed")
    }
  }
}
