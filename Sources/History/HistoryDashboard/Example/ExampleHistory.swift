internal import CLibrary
internal import Measuring
public import TimingHistory

/// A history that never happened: kernels, images and sizes over many nights, made up by seed.
///
/// It holds one of everything a report can show: a regression that was confirmed, one that waits
/// for judgement, an accepted and a recovered one, an improvement, and a machine that was updated.
///
/// ```swift
/// let store = try HistoryStore()
/// try ExampleHistory(nights: 100, endingAt: now).record(in: store)
/// ```
public struct ExampleHistory: Sendable {
  /// How many nights there are.
  public let nights: Int
  /// When the last night began, in milliseconds since 1970.
  public let end: Int64
  /// Decides all figures.
  public let seed: UInt64
  /// How many rounds each night times; exact intervals need six.
  public let rounds: Int

  static let kernels = [
    ExampleKernel("tiles", nanosecondsAPixel: 0.18, fixed: 21_000, distance: 0.12),
    ExampleKernel("simd", nanosecondsAPixel: 0.33, fixed: 9_000, distance: 0.12),
    ExampleKernel("kmeans", nanosecondsAPixel: 0.57, fixed: 310_000, distance: 0.31),
    ExampleKernel("hue", nanosecondsAPixel: 2.1, fixed: 4_000, distance: 3.4),
    ExampleKernel("histogram", nanosecondsAPixel: 4.05, fixed: 6_000, distance: 0.12),
  ]
  static let images = ["photo", "planted"]
  static let sizes = [1_000_000, 6_000_000, 24_000_000]

  /// Describes a history.
  public init(
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
  public func record(in store: HistoryStore) throws(HistoryError) {
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
        note: night == place(of: 0.71) ? "Wider tiles in the vector loop" : nil))
    noise.beginNight()
    for image in Self.images {
      for pixels in Self.sizes {
        try record(night, image: image, pixels: pixels, at: time, in: run, of: store, &noise)
      }
    }
    try store.finish(run, at: time + 600_000)
    return run
  }

  private func record(
    _ night: Int, image: String, pixels: Int, at time: Int64, in run: RunID,
    of store: HistoryStore, _ noise: inout ExampleNoise
  ) throws(HistoryError) {
    let session = try store.beginSession(
      SessionRecord(startedAt: time, clock: .wall, seed: UInt64(night)), in: run)
    var times: [(id: MeasurementID, nanoseconds: Double)] = []
    for kernel in Self.kernels {
      let series = Self.series(kernel.name, image: image, pixels: pixels)
      let id = try store.addMeasurement(
        MeasurementRecord(
          series: series, isReference: kernel.name == "histogram",
          codeHash: "code \(build(of: kernel.name, on: night))", inputHash: "\(image) \(pixels)"),
        to: session)
      let plain = kernel.nanosecondsAPixel * Double(pixels) + kernel.fixed
      let machine = isUpdated(night) ? 1.035 : 1
      times.append(
        (id, plain * machine * factor(series, on: night) * noise.night(kernel.name)))
      if image == "planted" {
        _ = try store.addMeasurement(
          MeasurementRecord(
            series: Self.accuracy(kernel.name, image: image, pixels: pixels),
            value: kernel.distance * (1 + 2e5 / Double(pixels))), to: session)
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

  /// The series of a kernel on an image.
  static func series(_ kernel: String, image: String, pixels: Int) -> SeriesRecord {
    SeriesRecord(
      name: "\(kernel) × \(image) × \(pixels / 1_000_000) MP", unit: "ns", kernel: kernel,
      image: image, pixels: pixels, threads: kernel == "tiles" ? 2 : 1)
  }

  private static func accuracy(_ kernel: String, image: String, pixels: Int) -> SeriesRecord {
    SeriesRecord(
      name: "\(kernel) × \(image) × \(pixels / 1_000_000) MP, distance",
      unit: HistoryReport.accuracyUnit, kernel: kernel, image: image, pixels: pixels)
  }

  private func place(of share: Double) -> Int { Int(Double(nights) * share) }
  private func isUpdated(_ night: Int) -> Bool { night >= place(of: 0.38) }

  /// The nights on which the code of a kernel changed.
  private func build(of kernel: String, on night: Int) -> Int {
    let changes: [String: [Double]] = [
      "simd": [0.2, 0.71], "tiles": [0.2, 0.45, 0.55, 0.71], "kmeans": [0.25], "hue": [0.58],
    ]
    return (changes[kernel] ?? []).count { night >= place(of: $0) }
  }

  /// How much longer than at first a series takes.
  private func factor(_ series: SeriesRecord, on night: Int) -> Double {
    func since(_ share: Double) -> Bool { night >= place(of: share) }
    let isPhoto = series.image == "photo"
    switch series.kernel {
    case "simd": return isPhoto && since(0.71) && series.pixels != 1_000_000 ? 1.061 : 1
    case "tiles": return !isPhoto && since(0.45) && !since(0.55) ? 1.09 : 1
    case "kmeans": return since(0.25) ? 0.88 : 1
    case "hue": return isPhoto && since(0.58) ? 1.031 : 1
    default: return 1
    }
  }

  /// What nights and people said of the changes above.
  private func judge(_ runs: [RunID], in store: HistoryStore) throws(HistoryError) {
    func happen(
      _ events: [SeriesEvent], _ kernel: String, _ image: String, at share: Double,
      reason: String? = nil
    ) throws(HistoryError) {
      let run = runs[min(place(of: share), runs.count - 1)]
      let name = Self.series(kernel, image: image, pixels: 24_000_000).name
      for event in events {
        try store.apply(event, to: name, run: run, at: end, reason: reason)
      }
    }
    guard !runs.isEmpty else { return }
    try happen([.suspicion, .confirmation], "simd", "photo", at: 0.76)
    try happen([.suspicion, .confirmation, .recovery], "tiles", "planted", at: 0.6)
    try happen([.suspicion, .confirmation], "hue", "photo", at: 0.62)
    try happen(
      [.acceptance], "hue", "photo", at: 0.64, reason: "Exact bins of hue are worth 3 %.")
    try happen([.suspicion], "kmeans", "planted", at: 0.98)
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

/// A made-up kernel.
struct ExampleKernel {
  let name: String
  let nanosecondsAPixel: Double
  /// Nanoseconds that it takes whatever the size.
  let fixed: Double
  /// How far its answer is from the truth.
  let distance: Double

  init(_ name: String, nanosecondsAPixel: Double, fixed: Double, distance: Double) {
    self.name = name
    self.nanosecondsAPixel = nanosecondsAPixel
    self.fixed = fixed
    self.distance = distance
  }
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
  mutating func night(_ kernel: String) -> Double {
    exp(drift + (kernel == "histogram" ? 0.001 : 0.0035) * normal())
  }

  /// What hits all kernels of a round.
  mutating func moment() -> Double { exp(0.004 * normal()) }

  /// What hits one sample; one in sixteen is disturbed.
  mutating func sample() -> Double {
    exp(0.005 * normal() + (generator.next() % 16 == 0 ? 0.03 : 0))
  }
}
