/// What a session tells a worker: one line of text each.
enum WorkerRequest: Equatable, Sendable {
  /// The number of the protocol; asked first.
  case hello(version: Int)
  /// To stay on a core.
  case pin(core: Int)
  /// To say how many workloads it has; workers need not.
  case list
  /// To say what a workload is called.
  case name(workload: Int)
  /// To get one of its workloads ready and do its work once.
  case prepare(workload: Int)
  /// To do the work of a workload: some times unmeasured, then some times measured.
  case run(workload: Int, iterations: Int, warmUp: Int)
  /// To end.
  case quit

  /// The protocol that this version of the module speaks.
  static let protocolVersion = 1

  /// The request as a line, without its end.
  var line: String {
    switch self {
    case .hello(let version): "hello \(version)"
    case .pin(let core): "pin \(core)"
    case .list: "list"
    case .name(let workload): "name \(workload)"
    case .prepare(let workload): "prepare \(workload)"
    case .run(let workload, let iterations, let warmUp): "run \(workload) \(iterations) \(warmUp)"
    case .quit: "quit"
    }
  }

  /// Reads a line; nil when it is not a request.
  init?(line: String) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard let verb = words.first, numbers.count == words.count - 1 else { return nil }
    switch (verb, numbers.count) {
    case ("hello", 1): self = .hello(version: numbers[0])
    case ("pin", 1): self = .pin(core: numbers[0])
    case ("list", 0): self = .list
    case ("name", 1): self = .name(workload: numbers[0])
    case ("prepare", 1): self = .prepare(workload: numbers[0])
    case ("run", 3) where numbers[1] >= 0 && numbers[2] >= 0:
      self = .run(workload: numbers[0], iterations: numbers[1], warmUp: numbers[2])
    case ("quit", 0): self = .quit
    default: return nil
    }
  }
}
