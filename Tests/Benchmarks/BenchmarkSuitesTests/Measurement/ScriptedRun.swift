internal import BenchmarkHarness
internal import CommandTestSupport
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

@testable import BenchmarkSuites

/// Runs a scripted suite in a folder of its own, as `bench run` does.
struct ScriptedRun {
  static let environment = RunEnvironment(
    EnvironmentRecord([
      .cpuModel: .known("Abacus 9000"), .cores: .known("2 usable of 2 online"),
      .codeHash: .known("c0de"),
    ]))

  let folder: TemporaryFolder
  var selection = BenchmarkSelection()
  var launches: Int? = 2
  var seconds: Double? = 0
  var recorder: HistoryRecorder?
  var isCancelled: () -> Bool = { false }

  init(_ suite: ScriptedSuite) throws {
    folder = try TemporaryFolder()
    try write(suite)
  }

  func write(_ suite: ScriptedSuite) throws {
    var suite = suite
    suite.log = folder.file("requests")
    try suite.write(in: folder)
  }

  var tree: SuiteTree { SuiteTree(label: "tree", folder: folder.path) }

  func runner() throws -> SuiteRunner {
    SuiteRunner(
      of: try SuiteFile(at: folder.file("bench.toml")).suite, choosing: selection,
      scratch: folder.path)
  }

  /// Everything that was asked of workers so far, in order.
  var requests: [String] {
    String(decoding: folder.bytes("requests") ?? [], as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// A run with what it wrote, how it ended, and the results.
  func run(
    _ format: any ResultFormat<[SuiteResult]> = SuiteRunTable()
  ) throws -> (status: WorkStatus, transcript: Transcript, results: [SuiteResult]) {
    let runner = try runner()
    let transcript = Transcript()
    let kept = KeptResults(format)
    let run = SuiteRun(
      measurement: SuiteMeasurement(
        runner: runner, tree: tree, launches: launches, seconds: seconds),
      groups: try runner.groups(in: tree), format: kept, environment: Self.environment,
      recorder: recorder,
      context: RunContext(
        output: { transcript.output += $0 },
        message: { transcript.messages.append($0.line) }, isCancelled: isCancelled, elapsed: { 1 }))
    return (run.run(), transcript, kept.results)
  }

  /// A recorder into a history.
  static func recorder(
    _ store: HistoryStore, to transcript: Transcript = Transcript(),
    chosen: Bool = false
  ) -> HistoryRecorder {
    HistoryRecorder(
      location: chosen ? HistoryLocation(chosen: "h") : HistoryLocation(in: "/state"),
      kind: "suite", environment: environment.values, open: { _ in store }, now: { 1000 },
      message: { transcript.messages.append($0.line) })
  }
}

/// A format that keeps what it writes.
private final class KeptResults: ResultFormat {
  private let format: any ResultFormat<[SuiteResult]>
  var results: [SuiteResult] = []

  init(_ format: any ResultFormat<[SuiteResult]>) { self.format = format }

  func opening(_ environment: RunEnvironment) -> String { format.opening(environment) }

  func section(_ results: [SuiteResult]) -> String {
    self.results += results
    return format.section(results)
  }

  func closing(_ results: [[SuiteResult]], _ environment: RunEnvironment) -> String {
    format.closing(results, environment)
  }
}

/// The cells of a line of a table: two spaces or more are between them.
func cells(_ line: Substring) -> [String] {
  var cells: [String] = []
  var rest = line[...]
  while !rest.isEmpty {
    let end = rest.firstRange(of: "  ")
    let cell = rest[..<(end?.lowerBound ?? rest.endIndex)]
    if !cell.isEmpty { cells.append(String(cell).trimmingSpaces) }
    rest = end.map { rest[$0.upperBound...] } ?? ""
  }
  return cells.filter { !$0.isEmpty }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
