internal import Measuring
internal import TimingHistory

/// Small histories for tests.
enum RecordedHistory {
  static let simd = SeriesRecord(
    name: "simd × photo",
    parameters: [BenchmarkParameter("kernel", "simd"), BenchmarkParameter("image", "photo")],
    items: 12_000_000)
  static let reference = SeriesRecord(name: "histogram × photo")

  static func epoch(nanoseconds: UInt64, iterations: Int = 1) -> Epoch {
    Epoch(
      iterations: iterations, wall: nanoseconds, threadCPU: nanoseconds / 2,
      processCPU: nanoseconds, involuntarySwitches: 1, stealTicks: 2)
  }

  /// Adds a finished run in which the kernel takes `times` and its reference twice as long.
  @discardableResult
  static func addRun(
    to store: HistoryStore, at time: Int64, times: [UInt64], commit: String? = "abc",
    series: SeriesRecord = simd
  ) throws -> RunID {
    let run = try store.beginRun(
      RunRecord(
        kind: "bench", startedAt: time, commit: commit,
        environment: EnvironmentRecord([.cpuModel: .known("EPYC"), .smt: .unknown("no file")])))
    let session = try store.beginSession(SessionRecord(startedAt: time, clock: .wall), in: run)
    let measured = try store.addMeasurement(
      MeasurementRecord(series: series, answerHash: "a1", codeHash: "c1", inputHash: "i1"),
      to: session)
    let base = try store.addMeasurement(
      MeasurementRecord(series: reference, isReference: true), to: session)
    for (number, nanoseconds) in times.enumerated() {
      try store.addRound(
        number: number,
        [measured: epoch(nanoseconds: nanoseconds), base: epoch(nanoseconds: 2 * nanoseconds)],
        in: session)
    }
    try store.finish(run, at: time + 1)
    return run
  }
}
