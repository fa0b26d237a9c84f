internal import OrderedJSON

/// The analysis of one picture: takes the lines of a worker, and lets through those that its state
/// allows, each kind once.
///
/// The worker read a hostile file; what it says is passed on to the page that sent the file, which takes
/// it as data. Here only the kind of each line counts.
struct AnalysisJob {
  /// The state.
  private(set) var job = PictureJob()
  private var rest: [UInt8] = []
  private var searched = 0
  private let longestLine: Int

  /// A picture that was chosen.
  ///
  /// - Parameter longestLine: the most bytes of a line; more end the analysis.
  init(longestLine: Int = 32_000_000) {
    self.longestLine = longestLine
    _ = job.handle(.choose)
  }

  /// Whether nothing more is to come.
  var isOver: Bool { !job.phase.needsWork }

  /// Takes output of the worker.
  ///
  /// - Returns: the lines that may be passed on.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    rest += bytes
    var lines: [[UInt8]] = []
    var start = 0
    while let end = rest[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(rest[start...end])
      start = end + 1
      searched = start
      if passes(line) { lines.append(line) }
    }
    rest.removeFirst(start)
    searched = rest.count
    if rest.count > longestLine {
      rest = []
      searched = 0
      let problem = "The analysis sent a line of more than \(longestLine) bytes, the limit."
      if let line = fail(problem) { lines.append(line) }
    }
    return lines
  }

  /// Ends what has not ended.
  ///
  /// - Parameter problem: why, in a sentence.
  /// - Returns: the line that says so; `nil` where the picture is ready, or has failed before.
  mutating func fail(_ problem: String) -> [UInt8]? {
    guard let work = job.work, !job.handle(.failed(work: work, problem: problem)).isEmpty else {
      return nil
    }
    let line = JSONValue.object([
      .init("event", .string("failed")), .init("problem", .string(problem)),
    ])
    return Array((line.line + "\n").utf8)
  }

  private mutating func passes(_ line: [UInt8]) -> Bool {
    guard let work = job.work else { return false }
    let event: PictureJob.Event
    switch Self.kind(of: line) {
    case "opened", "progress": return job.phase == .decoding
    case "decoded": event = .decoded(work: work)
    case "analysed": event = .analysed(work: work)
    case "failed": event = .failed(work: work, problem: "")
    default: return false
    }
    return job.handle(event).contains { action in
      if case .show = action { true } else { false }
    }
  }

  /// The kind of event in a line, as the worker writes it: the first member.
  private static func kind(of line: [UInt8]) -> String? {
    let start = Array("{\"event\":\"".utf8)
    guard line.starts(with: start) else { return nil }
    let word = line.dropFirst(start.count).prefix(16).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: word, as: UTF8.self)
  }
}
