internal import BenchmarkHarness
internal import HistoryReports
internal import Measuring
internal import Pixels

@testable import KernelBenchmarks

/// Results with known numbers, one of each kind that a report must be able to show.
enum SampleResults {
  static let blue = KernelResult.Color(
    color: RGB8(red: 0x8F, green: 0xA3, blue: 0xB2), count: 5_544_000, population: 0.231)
  static let green = KernelResult.Color(
    color: RGB8(red: 0x10, green: 0x80, blue: 0x08), count: 240, population: 0.000_01)

  static func timing(
    _ median: Double, read: Double?, reference: Double?
  ) -> KernelResult.Timing {
    KernelResult.Timing(
      samples: [median * 1.01, median, median * 0.99], median: median,
      interval: median * 0.99...median * 1.01, ratioToRead: read, ratioToReference: reference)
  }

  static func row(
    _ kernel: String, method: String = "histogram", swatches: [KernelResult.Color] = [blue, green],
    absence: String? = nil, matches: Bool = true, deltaE00: Double? = nil,
    timing: KernelResult.Timing? = nil, peakBytes: Int? = 97_100_000
  ) -> KernelResult {
    KernelResult(
      kernel: kernel, method: method, instructionSet: kernel == "simd" ? "avx2" : "baseline",
      threads: 1, answer: KernelResult.Answer(swatches: swatches, absence: absence),
      isReference: kernel == "histogram", matchesReference: matches, deltaE00: deltaE00,
      timing: timing, peakBytes: peakBytes)
  }

  static let photo = ImageResult(
    name: "photo, \"best\" | of all.jpg", width: 6000, height: 4000, planted: nil,
    readSeconds: 1.88e-3,
    rows: [
      row("simd", timing: timing(5.12e-3, read: 2.72, reference: 0.097)),
      row("histogram", timing: timing(52.8e-3, read: 28.1, reference: 1)),
    ])

  static let planted = ImageResult(
    name: "planted", width: 64, height: 64, planted: RGB8(red: 0x8F, green: 0xA3, blue: 0xB1),
    readSeconds: 310e-9,
    rows: [
      row("simd", deltaE00: 0.281, timing: timing(9.5e-6, read: 30.6, reference: 0.8)),
      row(
        "lying", swatches: [green], matches: false, deltaE00: 61.234, timing: nil, peakBytes: nil),
    ])

  static let grey = ImageResult(
    name: "grey.png", width: 1, height: 1, planted: nil, readSeconds: nil,
    rows: [
      row("histogram"),
      row(
        "hue", method: "hue", swatches: [],
        absence: "every visible pixel is grey, and grey has no hue"),
    ])

  static let invisible = ImageResult(
    name: "invisible.png", width: 2, height: 2, planted: nil, readSeconds: nil,
    rows: [row("simd", swatches: [], absence: "every pixel is transparent")])

  static let all = [photo, planted, grey, invisible]

  static let environment = RunEnvironment(
    EnvironmentRecord([
      .cpuModel: .known("Abacus 9000"), .cores: .known("2 usable of 2 online"),
      .swiftVersion: .known("6.3.1"), .buildConfiguration: .known("release"),
      .turbo: .unknown("nobody looked"),
    ]))

  /// All that a format writes for the results.
  static func text(_ format: any ResultFormat<ImageResult>) -> String {
    format.opening(environment) + all.map(format.section).joined()
      + format.closing(all, environment)
  }
}
