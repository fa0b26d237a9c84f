internal import CLibrary
internal import Measuring
package import TimingHistory

/// A history that never happened: codecs, levels and sizes over many nights, made up by seed.
///
/// It holds one of everything a report can show: a regression that was confirmed, one that waits
/// for judgement, an accepted and a recovered one, an improvement, and a machine that was updated.
///
/// ```swift
/// let store = try HistoryStore()
/// try ExampleHistory(nights: 100, endingAt: now).record(in: store)
/// ```
package struct ExampleHistory: Sendable {
  /// How many nights there are.
  package let nights: Int
  /// When the last night began, in milliseconds since 1970.
  package let end: Int64
  /// Decides all figures.
  package let seed: UInt64
  /// How many rounds each night times; exact intervals need six.
  package let rounds: Int

  static let codecs = [
    ExampleCodec(name: "delta", nanosecondsAByte: 0.18, fixed: 21_000, ratio: 1.32),
    ExampleCodec(name: "lz", nanosecondsAByte: 0.33, fixed: 9_000, ratio: 2.05),
    ExampleCodec(name: "range", nanosecondsAByte: 0.57, fixed: 310_000, ratio: 2.61),
    ExampleCodec(name: "huffman", nanosecondsAByte: 2.1, fixed: 4_000, ratio: 1.74),
    ExampleCodec(name: "deflate", nanosecondsAByte: 4.05, fixed: 6_000, ratio: 2.9),
  ]
  static let levels = [1, 9]
  /// Megabytes.
  static let sizes = [1, 6, 24]

  /// Describes a history.
  package init(
    nights: Int = 100, endingAt end: Int64, seed: UInt64 = 2026, rounds: Int = 9
  ) {
    self.nights = nights
    self.end = end
    self.seed = seed
    self.rounds = rounds
  }

  /// Adds all nights to a history.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func record(in store: HistoryStore) throws(HistoryError) {
    var noise = ExampleNoise(seed: seed)
    var runs: [RunID] = []
    for night in 0..<nights {
      runs.append(try record(night, in: store, &noise))
    }
    try judge(runs, in: store)
  }

  private func record(
    _ night: Int, in store: HistoryStore, _ noise: inout ExampleNoise
  ) throws(HistoryError) -> RunID {
    let time = end - Int64(nights - 1 - night) * 86_400_000
    let run = try store.beginRun(
      RunRecord(
        kind: "example", startedAt: time, commit: commit(of: night),
        environment: ExampleMachine.environment(isUpdated: isUpdated(night)),
        note: night == place(of: 0.71) ? "Longer matches in the search" : nil))
    noise.beginNight()
    for level in Self.levels {
      for size in Self.sizes {
        try record(night, level: level, size: size, at: time, in: run, of: store, &noise)
      }
    }
    try store.finish(run, at: time + 600_000)
    return run
  }

  private func record(
    _ night: Int, level: Int, size: Int, at time: Int64, in run: RunID,
    of store: HistoryStore, _ noise: inout ExampleNoise
  ) throws(HistoryError) {
    let session = try store.beginSession(
      SessionRecord(startedAt: time, clock: .wall, seed: UInt64(night)), in: run)
    var times: [(id: MeasurementID, nanoseconds: Double)] = []
    for codec in Self.codecs {
      let series = Self.series(codec.name, level: level, size: size)
      let id = try store.addMeasurement(
        MeasurementRecord(
          series: series, isReference: codec.name == "deflate",
          codeHash: "code \(build(of: codec.name, on: night))", inputHash: "\(level) \(size)"),
        to: session)
      let plain =
        codec.nanosecondsAByte * Double(size) * 1e6 * (level == 9 ? 1.7 : 1) + codec.fixed
      let machine = isUpdated(night) ? 1.035 : 1
      times.append(
        (
          id,
          plain * machine * factor(of: codec.name, level, size, on: night)
            * noise.night(codec.name)
        ))
      if level == 9 {
        let ratio = BenchmarkMetric(
          name: "ratio", value: codec.ratio * (1 - 0.02 / Double(size)), better: .more)
        _ = try store.addMeasurement(
          MeasurementRecord(
            series: SeriesRecord(of: ratio, beside: series), value: ratio.value), to: session)
      }
    }
    for round in 0..<rounds {
      let moment = noise.moment()
      var epochs: [MeasurementID: Epoch] = [:]
      for (id, nanoseconds) in times {
        let wall = UInt64(max(nanoseconds * moment * noise.sample(), 1))
        epochs[id] = Epoch(
          iterations: 1, wall: wall, threadCPU: wall, processCPU: wall, involuntarySwitches: 0,
          stealTicks: 0)
      }
      try store.addRound(number: round, epochs, in: session)
    }
  }

  /// The series of a codec.
  static func series(_ codec: String, level: Int, size: Int) -> SeriesRecord {
    SeriesRecord(
      name: "\(codec) × level \(level) × \(size) MB",
      parameters: [
        BenchmarkParameter("codec", codec), BenchmarkParameter("level", "\(level)"),
        BenchmarkParameter("size", "\(size)MB"),
      ], items: Double(size) * 1e6)
  }

  private func place(of share: Double) -> Int { Int(Double(nights) * share) }
  private func isUpdated(_ night: Int) -> Bool { night >= place(of: 0.38) }

  /// The nights on which the code of a codec changed.
  private func build(of codec: String, on night: Int) -> Int {
    let changes: [String: [Double]] = [
      "lz": [0.2, 0.71], "delta": [0.2, 0.45, 0.55, 0.71], "range": [0.25], "huffman": [0.58],
    ]
    return (changes[codec] ?? []).count { night >= place(of: $0) }
  }

  /// How much longer than at first a series takes.
  private func factor(of codec: String, _ level: Int, _ size: Int, on night: Int) -> Double {
    func since(_ share: Double) -> Bool { night >= place(of: share) }
    let isFast = level == 1
    switch codec {
    case "lz": return isFast && since(0.71) && size > 1 ? 1.061 : 1
    case "delta": return !isFast && since(0.45) && !since(0.55) ? 1.09 : 1
    case "range": return since(0.25) ? 0.88 : 1
    case "huffman": return isFast && since(0.58) ? 1.031 : 1
    default: return 1
    }
  }

  /// What nights and people said of the changes above.
  private func judge(_ runs: [RunID], in store: HistoryStore) throws(HistoryError) {
    func happen(
      _ events: [SeriesEvent], _ codec: String, level: Int, at share: Double,
      reason: String? = nil
    ) throws(HistoryError) {
      let run = runs[min(place(of: share), runs.count - 1)]
      let name = Self.series(codec, level: level, size: 24).name
      for event in events {
        try store.apply(event, to: name, run: run, at: end, reason: reason)
      }
    }
    guard !runs.isEmpty else { return }
    try happen([.suspicion, .confirmation], "lz", level: 1, at: 0.76)
    try happen([.suspicion, .confirmation, .recovery], "delta", level: 9, at: 0.6)
    try happen([.suspicion, .confirmation], "huffman", level: 1, at: 0.62)
    try happen(
      [.acceptance], "huffman", level: 1, at: 0.64,
      reason: "Tables that fit the data are worth 3 %.")
    try happen([.suspicion], "range", level: 9, at: 0.98)
  }

  /// Forty hexadecimal digits; every second night measures the commit of the night before again.
  private func commit(of night: Int) -> String {
    var generator = SeededGenerator(seed: seed &+ UInt64(night / 2))
    return (0..<5).map { _ in
      let digits = String(UInt32(truncatingIfNeeded: generator.next()), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

/// A made-up codec.
struct ExampleCodec {
  let name: String
  let nanosecondsAByte: Double
  /// Nanoseconds that it takes whatever the size.
  let fixed: Double
  /// How many times smaller its output is.
  let ratio: Double
}

/// The machine of the example, before and after an update.
private enum ExampleMachine {
  static func environment(isUpdated: Bool) -> EnvironmentRecord {
    EnvironmentRecord([
      .architecture: .known("x86_64"), .cpuModel: .known("Example CPU 9000, 8 cores"),
      .cpuFeatures: .known("avx2 avx512f bmi2 sse4_2"), .cores: .known("8 of 8"),
      .cgroupQuota: .known("none"), .governor: .known("performance"), .turbo: .known("off"),
      .smt: .known("off"), .hugePages: .known("madvise"), .aslr: .known("on"),
      .operatingSystemKernel: .known(isUpdated ? "Linux 6.12.8" : "Linux 6.1.0"),
      .operatingSystem: .known("Example Linux"), .libc: .known("glibc 2.41"),
      .swiftVersion: .known(isUpdated ? "6.3.1" : "6.2.4"),
      .buildConfiguration: .known("release"), .buildFlags: .known("none"),
      .load: .known("0.08 0.03 0.01"), .steal: .unknown("a machine of its own"),
    ])
  }
}

/// Noise as machines have it: nights differ, moments differ, and single samples have outliers.
private struct ExampleNoise {
  private var generator: SeededGenerator
  private var drift = 0.0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A standard normal number.
  private mutating func normal() -> Double {
    Statistics.normalQuantile((Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992)
  }

  /// Lets the whole machine drift a little from night to night.
  mutating func beginNight() { drift = 0.6 * drift + 0.006 * normal() }

  /// A series' factor of tonight.
  mutating func night(_ codec: String) -> Double {
    exp(drift + (codec == "deflate" ? 0.001 : 0.0035) * normal())
  }

  /// What hits all codecs of a round.
  mutating func moment() -> Double { exp(0.004 * normal()) }

  /// What hits one sample; one in sixteen is disturbed.
  mutating func sample() -> Double {
    exp(0.005 * normal() + (generator.next() % 16 == 0 ? 0.03 : 0))
  }
}
