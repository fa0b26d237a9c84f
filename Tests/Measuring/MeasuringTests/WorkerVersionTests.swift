internal import Testing

@testable internal import Measuring

/// Workers written in the shell, of both versions of the protocol.
@Suite("Versions of the worker protocol")
struct WorkerVersionTests {
  /// A worker that greets by a body, which sees `$1`, and answers everything else by another.
  private func worker(
    hello: String = "echo hello 2 >&3", awaitsGreeting: Bool = true, _ body: String
  ) throws(WorkerFailure) -> WorkerProcess {
    let script = """
      while read -r verb rest <&3; do
        set -- $rest
        case $verb in
          hello) \(hello) ;;
          quit) exit 0 ;;
          \(body)
          *) echo "failure no such request: $verb" >&3 ;;
        esac
      done
      """
    return try WorkerProcess(
      program: "/bin/sh", arguments: ["-c", script], timeout: 600, awaitsGreeting: awaitsGreeting)
  }

  private let list = """
    list) echo workloads 2 >&3 ;;
    name) echo name number $1 >&3 ;;
    """

  @Test("a worker of version 2 tells parameters, descriptions and metrics")
  func second() throws {
    let worker = try worker(
      """
      \(list)
      parameters) echo 'parameters [{"name":"size","values":["10"],"open":true}]' >&3 ;;
      choose) echo "$verb $rest" > /dev/null; echo chosen >&3 ;;
      describe) echo "description {\\"parameters\\":{\\"size\\":$1}}" >&3 ;;
      metrics) echo 'metrics [{"name":"hits","value":0.5,"better":"more"}]' >&3 ;;
      """)
    #expect(worker.protocolVersion == 2)
    #expect(
      try worker.parameters() == [ParameterChoice(name: "size", values: ["10"], isOpen: true)])
    try worker.choose([("size", ["10", "11"])])
    #expect(
      try worker.benchmarks()
        == [0, 1].map {
          ListedBenchmark(
            name: "number \($0)",
            description: BenchmarkDescription(parameters: [BenchmarkParameter("size", "\($0)")]))
        })
    let metric = BenchmarkMetric(name: "hits", value: 0.5, better: .more)
    #expect(try worker.metrics(workload: 1) == [metric])
    #expect(try WorkloadWorker(process: worker, workload: 0).metrics() == [metric])
    #expect(try worker.metrics() == [metric])
  }

  @Test("a worker of version 1 is asked for nothing that it does not know")
  func first() throws {
    // It ends when it is asked for more than the first version has.
    let body = list + "\nparameters|choose|describe|metrics) exit 7 ;;"
    for hello in [
      "echo hello 1 >&3",
      "if [ $1 = 1 ]; then echo hello 1 >&3; else echo failure no such version >&3; fi",
    ] {
      for awaitsGreeting in [true, false] {
        let worker = try worker(hello: hello, awaitsGreeting: awaitsGreeting, body)
        #expect(try worker.parameters() == nil)
        #expect(worker.protocolVersion == 1)
        #expect(
          try worker.benchmarks()
            == [ListedBenchmark(name: "number 0"), ListedBenchmark(name: "number 1")])
        #expect(try worker.metrics(workload: 0) == [])
        #expect(
          throws: WorkerFailure.reported(
            "it speaks version 1 of the protocol, in which nothing can be chosen")
        ) { try worker.choose([("size", ["10"])]) }
        worker.quit()
      }
    }
  }

  @Test("a worker may lack every request of version 2, and its refusal of a choice is passed on")
  func without() throws {
    let worker = try worker(list)
    #expect(try worker.parameters() == nil)
    #expect(try worker.benchmarks()?.map(\.name) == ["number 0", "number 1"])
    #expect(try worker.metrics(workload: 0) == [])
    #expect(throws: WorkerFailure.reported("no such request: choose")) {
      try worker.choose([("size", ["10"])])
    }
    #expect(try self.worker("").benchmarks() == nil)
  }

  @Test("a greeting that no version has ends the session")
  func greetings() throws {
    for (hello, reply) in [
      ("echo hello 3 >&3", "hello 3"), ("echo hello 0 >&3", "hello 0"),
      ("if [ $1 = 2 ]; then echo failure no >&3; else echo hello 2 >&3; fi", "hello 2"),
    ] {
      #expect(throws: WorkerFailure.unintelligible(reply: reply, during: "the greeting")) {
        try worker(hello: hello, "")
      }
    }
    #expect(throws: WorkerFailure.reported("no")) { try worker(hello: "echo failure no >&3", "") }
  }

  @Test("replies that break the protocol are told with the moment")
  func malformed() throws {
    let worker = try worker(
      """
      \(list)
      parameters) echo 'parameters [{"name":"a","open":true},{"name":"a","open":true}]' >&3 ;;
      choose) echo workloads 2 >&3 ;;
      describe) if [ $1 = 0 ]; then echo 'description {}' >&3; else echo 'description {' >&3; fi ;;
      metrics) echo chosen >&3 ;;
      """)
    #expect(
      throws: WorkerFailure.malformed(
        problem: "the parameter 'a' is there twice", during: "the question for parameters")
    ) { try worker.parameters() }
    #expect(
      throws: WorkerFailure.unintelligible(reply: "workloads 2", during: "the choice of values")
    ) { try worker.choose([]) }
    #expect(
      throws: WorkerFailure.malformed(
        problem: "its JSON cannot be read: the name of a field is missing at byte 1",
        during: "the description of benchmark 1")
    ) { try worker.benchmarks() }
    #expect(
      throws: WorkerFailure.unintelligible(reply: "chosen", during: "the question for metrics")
    ) { try worker.metrics(workload: 0) }
    let endless = try self.worker(
      "parameters) head -c 1200000 /dev/zero | tr '\\0' '[' >&3; sleep 1000 ;;")
    #expect(
      throws: WorkerFailure.unintelligible(
        reply: "(more than a megabyte without a line end)", during: "the question for parameters")
    ) { try endless.parameters() }
  }
}
