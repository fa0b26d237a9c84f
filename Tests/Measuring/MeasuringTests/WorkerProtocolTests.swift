internal import Testing

@testable internal import Measuring

@Suite("The protocol between a session and its workers")
struct WorkerProtocolTests {
  @Test(
    "Requests survive being written and read",
    arguments: [
      .hello(version: 1), .pin(core: 3), .prepare(workload: 1),
      .run(workload: 0, iterations: 1000, warmUp: 50), .quit, .parameters, .describe(workload: 2),
      .metrics(workload: 3), .choose([]),
      .choose([
        .init(name: "size", values: ["10", "a \"b\" c"]), .init(name: "kernel", values: []),
      ]),
    ] as [WorkerRequest])
  func requests(request: WorkerRequest) throws {
    #expect(try WorkerRequest(line: request.line) == request)
  }

  @Test(
    "What is not a request is refused",
    arguments: [
      "", "hello", "hello x", "run 1 2", "run 0 -1 0", "run 0 1 -2", "pin", "prepare", "quit now",
      "dance 1", "parameters 1", "describe", "metrics", "choose",
    ])
  func badRequests(line: String) throws {
    #expect(try WorkerRequest(line: line) == nil)
  }

  @Test(
    "Replies survive being written and read",
    arguments: [
      .hello(version: 1), .pinned(true), .pinned(false), .answer("#ff0000 of 12"), .answer(""),
      .failure("no such file"),
      .epoch(
        Epoch(
          iterations: 5, wall: 1, threadCPU: 2, processCPU: 3, involuntarySwitches: 4,
          stealTicks: .max)), .chosen,
    ] as [WorkerReply])
  func replies(reply: WorkerReply) throws {
    #expect(try WorkerReply(line: reply.line) == reply)
  }

  @Test("Line ends within a text do not break the protocol")
  func lineEnds() {
    #expect(WorkerReply.answer("a\nb\r\nc").line == "answer a b c")
    #expect(WorkerReply.failure("x\n").line == "failure x ")
  }

  @Test(
    "What is not a reply is refused",
    arguments: [
      "", "hello", "hello x", "pinned 2", "pinned", "epoch 1 2 3", "epoch 1 2 3 4 5 x",
      "epoch 1 2 3 4 5 6 7", "epoch 18446744073709551615 2 3 4 5 6", "dance", "chosen well",
    ])
  func badReplies(line: String) throws {
    #expect(try WorkerReply(line: line) == nil)
  }

  /// Runs a worker's loop over requests that are all sent before it starts.
  private func serve(
    _ workloads: [Workload], parameters: [ParameterChoice] = [],
    choosing: WorkerLoop.Choosing? = nil, _ requests: [String]
  ) throws -> (end: WorkerLoop.End, replies: [WorkerReply?]) {
    let (here, there) = try #require(LineChannel.pair())
    let session = LineChannel(descriptor: here)
    var end = WorkerLoop.End.disconnected
    do {
      for request in requests { try session.send(request) }
      end = WorkerLoop.run(
        workloads, parameters: parameters, choosing: choosing,
        channel: LineChannel(descriptor: there))
    }
    var replies: [WorkerReply?] = []
    while let line = try? session.receive(timeout: 0) {
      replies.append(try WorkerReply(line: line))
    }
    return (end, replies)
  }

  @Test("A loop greets, prepares, runs as told, and ends")
  func loop() throws {
    var calls = 0
    let workload = Workload {
      .init(answer: "seven", Contender("c", repeating: { calls += $0 }))
    }
    let (end, replies) = try serve(
      [workload], ["hello 1", "prepare 0", "run 0 10 3", "run 0 1 0", "quit"])
    #expect(end == .toldTo)
    #expect(calls == 14)
    #expect(replies.prefix(2) == [.hello(version: 1), .answer("seven")])
    #expect(replies.count == 4)
    guard case .epoch(let epoch) = replies[2] else {
      Issue.record("no epoch")
      return
    }
    #expect(epoch.iterations == 10)
    #expect(epoch.wall > 0)
  }

  @Test("Several workloads live side by side")
  func severalWorkloads() throws {
    var calls = [0, 0]
    let workloads = [0, 1].map { index in
      Workload { .init(answer: "\(index)", Contender("", repeating: { calls[index] += $0 })) }
    }
    let (_, replies) = try serve(
      workloads, ["prepare 1", "prepare 0", "run 1 5 0", "run 0 2 0", "prepare 2", "quit"])
    #expect(calls == [2, 5])
    #expect(replies.prefix(2) == [.answer("1"), .answer("0")])
    #expect(replies.last == .failure("no workload 2"))
  }

  @Test("A loop greets with the version that both sides speak")
  func versions() throws {
    let (_, replies) = try serve([], ["hello 1", "hello 2", "hello 3", "hello 0", "quit"])
    #expect(replies == [1, 2, 2, 1].map { .hello(version: $0) })
  }

  @Test("A loop describes its workloads and tells their metrics")
  func described() throws {
    let description = BenchmarkDescription(
      parameters: [BenchmarkParameter("size", "10")],
      references: [BenchmarkReference(name: "read", benchmark: "read of 10")], items: 10)
    var runs = 0.0
    let workload = Workload(name: "sum", description: description) {
      .init(
        answer: "45", metrics: { [BenchmarkMetric(name: "runs", value: runs, better: .more)] },
        Contender("sum", repeating: { runs += Double($0) }))
    }
    let (_, replies) = try serve(
      [workload],
      [
        "parameters", "choose {}", "describe 0", "describe 1", "metrics 0", "prepare 0",
        "metrics 0",
        "run 0 3 2", "metrics 0", "quit",
      ])
    func metrics(_ value: Double) -> WorkerReply {
      .metrics([BenchmarkMetric(name: "runs", value: value, better: .more)])
    }
    #expect(
      replies.prefix(7) == [
        .failure("it has no parameters to choose"), .failure("it has no parameters to choose"),
        .description(description), .failure("no workload 1"),
        .failure("asked for metrics before it was told to prepare"), .answer("45"), metrics(0),
      ])
    #expect(replies.last == metrics(5))
  }

  @Test("A loop lists the workloads for chosen values, and refuses what there is not")
  func chosen() throws {
    struct NoSize: Error, CustomStringConvertible { let description: String }
    func sums(_ sizes: [String]) throws -> [Workload] {
      try sizes.map { size in
        guard Int(size) != nil else { throw NoSize(description: "'\(size)' is no size") }
        return Workload(name: "sum of \(size)") { .init(answer: size, Contender("sum") {}) }
      }
    }
    let parameters = [
      ParameterChoice(name: "size", about: "how many", values: ["10"], isOpen: true),
      ParameterChoice(name: "kernel", values: ["sum"]),
    ]
    let (_, replies) = try serve(
      try sums(["10"]), parameters: parameters,
      choosing: { chosen in try sums(chosen.filter { $0.name == "size" }.flatMap(\.values)) },
      [
        "parameters", "name 0", "prepare 0", #"choose {"size": ["7", "8"], "kernel": ["sum"]}"#,
        "run 0 1 0", "list", "name 1", "prepare 1", #"choose {"size": ["x"]}"#, "list",
        #"choose {"sise": ["7"]}"#, #"choose {"kernel": ["max"]}"#, #"choose {"size": 7}"#,
        "choose []", "choose {", "quit",
      ])
    #expect(
      replies == [
        .parameters(parameters), .name("sum of 10"), .answer("10"), .chosen,
        .failure("told to run before it was told to prepare"), .workloads(2), .name("sum of 8"),
        .answer("8"), .failure("'x' is no size"), .workloads(2),
        .failure("there is no parameter 'sise', there are: size, kernel"),
        .failure("'max' is not a value of the parameter 'kernel', there are: sum"),
        .failure("the values of 'size' are not an array of texts"),
        .failure("the chosen values are not an object"),
        .failure("its JSON cannot be read: the name of a field is missing at byte 1"),
      ])
  }

  @Test("A loop answers mistakes with a message and goes on")
  func mistakes() throws {
    struct NoImage: Error, CustomStringConvertible { let description = "no image" }
    let (end, replies) = try serve(
      [Workload { throw NoImage() }], ["run 0 1 0", "prepare 0", "dance", "pin -1", "quit"])
    #expect(end == .toldTo)
    #expect(
      replies == [
        .failure("told to run before it was told to prepare"), .failure("no image"),
        .failure("no such request: dance"), .pinned(false),
      ])
  }

  @Test("A loop ends when the session's process has gone")
  func disconnected() throws {
    let (here, there) = try #require(LineChannel.pair())
    var session: LineChannel? = LineChannel(descriptor: here)
    try session?.send("hello 1")
    session = nil
    let end = WorkerLoop.run([], channel: LineChannel(descriptor: there))
    #expect(end == .disconnected)
    let (gone, unasked) = try #require(LineChannel.pair())
    session = LineChannel(descriptor: gone)
    session = nil
    #expect(WorkerLoop.run([], channel: LineChannel(descriptor: unasked)) == .neverAsked)
  }

  @Test("A channel waits no longer than told, keeps half lines, and limits long ones")
  func channel() throws {
    let (here, there) = try #require(LineChannel.pair())
    let a = LineChannel(descriptor: here)
    let b = LineChannel(descriptor: there)
    #expect(throws: LineChannel.Problem.timeout) { try b.receive(timeout: 0) }
    try a.send("one\ntwo")
    #expect(try b.receive(timeout: 0) == "one")
    #expect(try b.receive(timeout: nil) == "two")
  }
}
