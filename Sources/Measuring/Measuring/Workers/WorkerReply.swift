internal import OrderedJSON

/// What a worker answers: one line of text each.
enum WorkerReply: Equatable, Sendable {
  /// The number of the protocol it speaks.
  case hello(version: Int)
  /// Whether it stays on the core it was told.
  case pinned(Bool)
  /// The parameters that can be chosen.
  case parameters([ParameterChoice])
  /// It has the benchmarks for the chosen values.
  case chosen
  /// How many workloads it has.
  case workloads(Int)
  /// What a workload is called.
  case name(String)
  /// What a workload was made with, and the like.
  case description(BenchmarkDescription)
  /// What the work computed.
  case answer(String)
  /// What was measured.
  case epoch(Epoch)
  /// The values that a workload reports beside its time.
  case metrics([BenchmarkMetric])
  /// What went wrong.
  case failure(String)

  /// The reply as a line, without its end; line ends within texts become spaces.
  var line: String {
    switch self {
    case .hello(let version): "hello \(version)"
    case .pinned(let isPinned): "pinned \(isPinned ? 1 : 0)"
    case .parameters(let choices): "parameters \(JSONValue.array(choices.map(\.json)).line)"
    case .chosen: "chosen"
    case .workloads(let count): "workloads \(count)"
    case .name(let text): "name \(Self.oneLine(text))"
    case .description(let description): "description \(description.json.line)"
    case .answer(let text): "answer \(Self.oneLine(text))"
    case .metrics(let metrics): "metrics \(JSONValue.array(metrics.map(\.json)).line)"
    case .failure(let text): "failure \(Self.oneLine(text))"
    case .epoch(let epoch):
      "epoch \(epoch.iterations) \(epoch.wall) \(epoch.threadCPU) \(epoch.processCPU) "
        + "\(epoch.involuntarySwitches) \(epoch.stealTicks)"
    }
  }

  /// Reads a line; nil when it is not a reply.
  ///
  /// - Throws: What is wrong with the JSON of a reply.
  init?(line: String) throws(DescriptionProblem) {
    let space = line.firstIndex(of: " ") ?? line.endIndex
    let rest = line[space...].dropFirst()
    switch line[..<space] {
    case "parameters":
      self = .parameters(try ParameterChoice.list(DescriptionProblem.parsing(rest)))
    case "description":
      self = .description(try BenchmarkDescription(DescriptionProblem.parsing(rest)))
    case "metrics": self = .metrics(try BenchmarkMetric.list(DescriptionProblem.parsing(rest)))
    default: self.init(verb: line[..<space], text: String(rest))
    }
  }

  /// Reads a reply that is not JSON.
  private init?(verb: Substring, text: String) {
    let numbers = text.split(separator: " ").map { UInt64($0) }
    switch (verb, numbers.count) {
    case ("name", _): self = .name(text)
    case ("chosen", 0): self = .chosen
    case ("workloads", 1):
      guard let count = numbers[0].flatMap(Int.init(exactly:)) else { return nil }
      self = .workloads(count)
    case ("answer", _): self = .answer(text)
    case ("failure", _): self = .failure(text)
    case ("hello", 1):
      guard let version = numbers[0].flatMap(Int.init(exactly:)) else { return nil }
      self = .hello(version: version)
    case ("pinned", 1):
      guard let bit = numbers[0], bit <= 1 else { return nil }
      self = .pinned(bit == 1)
    case ("epoch", 6):
      let values = numbers.compactMap { $0 }
      guard values.count == 6, let iterations = Int(exactly: values[0]) else { return nil }
      self = .epoch(
        Epoch(
          iterations: iterations, wall: values[1], threadCPU: values[2], processCPU: values[3],
          involuntarySwitches: values[4], stealTicks: values[5]))
    default: return nil
    }
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
