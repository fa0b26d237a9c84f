import Foundation
import Measuring
import TimingHistory

/// Processes that record into one history at the same time: every run of each is there at the end.
struct HistoryLoad {
  let processes: Int
  let runsPerProcess: Int

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "history-load-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "history.sqlite").path
    let writers = try (0..<processes).map { _ in
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["writer", file, "\(runsPerProcess)"]
      try process.run()
      return process
    }
    for writer in writers { writer.waitUntilExit() }
    let failed = writers.count { $0.terminationStatus != 0 }
    let runs = try HistoryStore(path: file).runs()
    let whole = runs.count { $0.sampleCount == 3 && $0.finishedAt != nil }
    print("history: \(processes) processes, \(runsPerProcess) runs each, \(whole) whole runs kept")
    guard failed == 0, runs.count == processes * runsPerProcess, whole == runs.count else {
      exit(message: "\(failed) writers failed; \(whole) of \(runs.count) runs are whole", code: 1)
    }
  }

  /// Records runs of three samples.
  static func write(runs: Int, to file: String) throws {
    let store = try HistoryStore(path: file)
    for index in 0..<runs {
      let time = Int64(index)
      let run = try store.beginRun(RunRecord(kind: "bench", startedAt: time))
      let session = try store.beginSession(SessionRecord(startedAt: time, clock: .wall), in: run)
      let measurement = try store.addMeasurement(
        MeasurementRecord(series: SeriesRecord(name: "load")), to: session)
      for number in 0..<3 {
        let epoch = Epoch(iterations: 1, wall: 1000, threadCPU: 1000, processCPU: 1000)
        try store.addRound(number: number, [measurement: epoch], in: session)
      }
      try store.finish(run, at: time + 1)
    }
  }
}
