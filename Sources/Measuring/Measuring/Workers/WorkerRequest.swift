internal import OrderedJSON

/// What a session asks of a worker: one line of text each.
enum WorkerRequest: Equatable, Sendable {
  /// A parameter and the values that are wanted of it.
  struct Choice: Equatable, Sendable {
    let name: String
    let values: [String]
  }

  /// The number of the protocol; asked first.
  case hello(version: Int)
  /// To stay on a core.
  case pin(core: Int)
  /// To say which parameters can be chosen; workers need not.
  case parameters
  /// To have the benchmarks for these values from now on.
  case choose([Choice])
  /// To say how many workloads it has; workers need not.
  case list
  /// To say what a workload is called.
  case name(workload: Int)
  /// To say what a workload was made with, and the like; workers need not.
  case describe(workload: Int)
  /// To get one of its workloads ready and do its work once.
  case prepare(workload: Int)
  /// To do the work of a workload: some times unmeasured, then some times measured.
  case run(workload: Int, iterations: Int, warmUp: Int)
  /// To report the values of a workload beside its time; workers need not.
  case metrics(workload: Int)
  /// To end.
  case quit

  /// The latest protocol that this version of the module speaks; it speaks all before it, too.
  static let protocolVersion = 2

  /// The version that two sides speak, of which one asks for a version.
  static func commonVersion(_ asked: Int) -> Int { min(max(asked, 1), protocolVersion) }

  /// The request as a line, without its end.
  var line: String {
    switch self {
    case .hello(let version): "hello \(version)"
    case .pin(let core): "pin \(core)"
    case .parameters: "parameters"
    case .choose(let choices): "choose \(Self.json(choices).line)"
    case .list: "list"
    case .name(let workload): "name \(workload)"
    case .describe(let workload): "describe \(workload)"
    case .prepare(let workload): "prepare \(workload)"
    case .run(let workload, let iterations, let warmUp): "run \(workload) \(iterations) \(warmUp)"
    case .metrics(let workload): "metrics \(workload)"
    case .quit: "quit"
    }
  }

  /// Reads a line; nil when it is not a request.
  ///
  /// - Throws: What is wrong with the values that are chosen.
  init?(line: String) throws(DescriptionProblem) {
    if line.hasPrefix("choose ") {
      self = .choose(try Self.choices(DescriptionProblem.parsing(line.dropFirst(7))))
      return
    }
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard let verb = words.first, numbers.count == words.count - 1 else { return nil }
    switch (verb, numbers.count) {
    case ("hello", 1): self = .hello(version: numbers[0])
    case ("pin", 1): self = .pin(core: numbers[0])
    case ("parameters", 0): self = .parameters
    case ("list", 0): self = .list
    case ("name", 1): self = .name(workload: numbers[0])
    case ("describe", 1): self = .describe(workload: numbers[0])
    case ("prepare", 1): self = .prepare(workload: numbers[0])
    case ("run", 3) where numbers[1] >= 0 && numbers[2] >= 0:
      self = .run(workload: numbers[0], iterations: numbers[1], warmUp: numbers[2])
    case ("metrics", 1): self = .metrics(workload: numbers[0])
    case ("quit", 0): self = .quit
    default: return nil
    }
  }

  private static func json(_ choices: [Choice]) -> JSONValue {
    .object(
      choices.map { JSONValue.Field($0.name, .array($0.values.map(JSONValue.string))) })
  }

  private static func choices(_ json: JSONValue) throws(DescriptionProblem) -> [Choice] {
    guard let fields = json.fields else {
      throw DescriptionProblem("the chosen values are not an object")
    }
    var choices: [Choice] = []
    for field in fields {
      guard let values = field.value.elements(\.string) else {
        throw DescriptionProblem("the values of '\(field.name)' are not an array of texts")
      }
      choices.append(Choice(name: field.name, values: values))
    }
    return choices
  }
}
