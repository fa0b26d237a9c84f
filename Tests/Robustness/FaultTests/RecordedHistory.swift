internal import Measuring
internal import TimingHistory

/// A small history to read from.
enum RecordedHistory {
  private static func epoch(_ nanoseconds: UInt64) -> Epoch {
    Epoch(iterations: 1, wall: nanoseconds, threadCPU: nanoseconds, processCPU: nanoseconds)
  }

  /// Writes a history of two finished runs of a kernel beside its reference.
  static func write(to path: String) throws {
    let store = try HistoryStore(path: path)
    for time: Int64 in [1_000, 2_000] {
      let run = try store.beginRun(RunRecord(kind: "bench", startedAt: time))
      let session = try store.beginSession(SessionRecord(startedAt: time, clock: .wall), in: run)
      let kernel = try store.addMeasurement(
        MeasurementRecord(series: SeriesRecord(name: "simd/flat/9x9")), to: session)
      let reference = try store.addMeasurement(
        MeasurementRecord(series: SeriesRecord(name: "histogram/flat/9x9"), isReference: true),
        to: session)
      for number in 0..<5 {
        let nanoseconds = UInt64(1000 + number)
        let (fast, slow) = (epoch(nanoseconds), epoch(2 * nanoseconds))
        try store.addRound(number: number, [kernel: fast, reference: slow], in: session)
      }
      try store.finish(run, at: time + 1)
    }
    try store.close()
  }
}
