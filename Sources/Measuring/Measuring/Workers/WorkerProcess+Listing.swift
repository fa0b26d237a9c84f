extension WorkerProcess {
  /// The most workloads that are asked for by name.
  static let mostWorkloads = 10_000

  /// Asks for the names of the workloads, in the order of their numbers.
  ///
  /// - Returns: The names; nil when the worker cannot list them, which workers need not.
  /// - Throws: How the worker failed.
  public func list() throws(WorkerFailure) -> [String]? {
    guard let count = try askIfKnown(.list, during: "listing") else { return nil }
    guard case .workloads(let number) = count, number <= Self.mostWorkloads else {
      throw unintelligible(count, during: "listing")
    }
    var names: [String] = []
    for workload in 0..<number {
      let reply = try ask(.name(workload: workload), during: "listing")
      guard case .name(let name) = reply, !name.isEmpty else {
        throw unintelligible(reply, during: "listing")
      }
      names.append(name)
    }
    return names
  }

  /// Asks for the names of the workloads and what the worker says of each, in the order of their numbers.
  ///
  /// A worker of version 1 of the protocol says nothing beside the names. References are not checked: they may
  /// name what the worker does not list.
  ///
  /// - Returns: The benchmarks; nil when the worker cannot list them, which workers need not.
  /// - Throws: How the worker failed.
  public func benchmarks() throws(WorkerFailure) -> [ListedBenchmark]? {
    guard let names = try list() else { return nil }
    guard protocolVersion >= 2 else { return names.map { ListedBenchmark(name: $0) } }
    var benchmarks: [ListedBenchmark] = []
    for (workload, name) in names.enumerated() {
      let during = "the description of benchmark \(workload)"
      let reply = try askIfKnown(.describe(workload: workload), during: during)
      switch reply {
      case nil: benchmarks.append(ListedBenchmark(name: name))
      case .description(let description)?:
        benchmarks.append(ListedBenchmark(name: name, description: description))
      case let reply?: throw unintelligible(reply, during: during)
      }
    }
    return benchmarks
  }

  /// Asks for the parameters that can be chosen.
  ///
  /// - Returns: The parameters; nil when the worker has none, as workers of version 1 have not.
  /// - Throws: How the worker failed.
  public func parameters() throws(WorkerFailure) -> [ParameterChoice]? {
    try greet()
    guard protocolVersion >= 2 else { return nil }
    let during = "the question for parameters"
    guard let reply = try askIfKnown(.parameters, during: during) else { return nil }
    guard case .parameters(let choices) = reply else { throw unintelligible(reply, during: during) }
    return choices
  }

  /// Lets the worker have the benchmarks for some values: what it lists and numbers from now on.
  ///
  /// To be called once, before the worker is asked for its benchmarks.
  ///
  /// - Parameter values: the values wanted of each parameter, as they were written; each name once.
  /// - Throws: ``WorkerFailure/reported(_:)`` with the worker's sentence when it refuses them, or speaks version 1
  ///   of the protocol.
  public func choose(_ values: [(name: String, values: [String])]) throws(WorkerFailure) {
    try greet()
    guard protocolVersion >= 2 else {
      throw .reported("it speaks version 1 of the protocol, in which nothing can be chosen")
    }
    let choices = values.map { WorkerRequest.Choice(name: $0.name, values: $0.values) }
    let reply = try ask(.choose(choices), during: "the choice of values")
    guard reply == .chosen else { throw unintelligible(reply, during: "the choice of values") }
  }

  /// Asks for the values that its first workload reports beside its time.
  ///
  /// - Throws: ``WorkerFailure`` when the process ended, took too long or answered something else.
  public func metrics() throws(WorkerFailure) -> [BenchmarkMetric] { try metrics(workload: 0) }

  /// Asks for the values that a workload reports beside its time.
  ///
  /// A value that is not a finite number says that the worker had none.
  ///
  /// - Parameter workload: its number.
  /// - Returns: The metrics; none when the worker has none, as workers of version 1 have not.
  /// - Throws: How the worker failed.
  public func metrics(workload: Int) throws(WorkerFailure) -> [BenchmarkMetric] {
    try greet()
    guard protocolVersion >= 2 else { return [] }
    let during = "the question for metrics"
    guard let reply = try askIfKnown(.metrics(workload: workload), during: during) else {
      return []
    }
    guard case .metrics(let metrics) = reply else { throw unintelligible(reply, during: during) }
    return metrics
  }

  /// The reply to a request that workers need not know; nil when the worker reports a failure.
  private func askIfKnown(
    _ request: WorkerRequest, during: String
  ) throws(WorkerFailure) -> WorkerReply? {
    do throws(WorkerFailure) {
      return try ask(request, during: during)
    } catch {
      if case .reported = error { return nil }
      throw error
    }
  }
}
