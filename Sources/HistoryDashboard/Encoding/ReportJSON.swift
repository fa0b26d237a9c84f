#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import Measuring
internal import TimingHistory

/// A report for other programs, field by field in `Benchmarks/JSON.md`.
public struct ReportJSON: Encodable, Sendable {
  private let schema = 1
  private let title: String
  private let headline: String
  private let madeAt: Int64
  private let example: Bool
  private let runs: [Run]
  private let environments: [Environment]
  private let series: [Series]

  private struct Run: Encodable {
    let startedAt: Int64
    let commit: String?
    let note: String?
    let environment: Int?
  }

  private struct Environment: Encodable {
    let fingerprint: String
    let fields: [String: String]
  }

  private struct Series: Encodable {
    let name: String
    let unit: String
    let kernel: String?
    let image: String?
    let pixels: Int?
    let threads: Int?
    let status: String
    let reason: String?
    let watches: String
    let points: [Point]
    let changePoints: [Change]
  }

  private struct Point: Encodable {
    let run: Int
    let value: Double
    let interval: [Double]?
    let ratio: Double?
    let ratioInterval: [Double]?
    let samples: Int
  }

  private struct Change: Encodable {
    let index: Int
    let effect: Double
    let cause: String
  }

  /// Takes all of a report.
  public init(of report: HistoryReport) {
    title = report.title
    headline = report.headline
    madeAt = report.madeAt
    example = report.isExample
    runs = report.runs.map {
      Run(
        startedAt: $0.startedAt, commit: $0.commit, note: $0.note, environment: $0.environment)
    }
    environments = report.environments.map { kind in
      Environment(
        fingerprint: kind.fingerprint,
        fields: Dictionary(
          uniqueKeysWithValues: kind.record.entries.map { ($0.field.rawValue, "\($0.value)") }))
    }
    series = report.series.map { series in
      Series(
        name: series.record.name, unit: series.record.unit, kernel: series.record.kernel,
        image: series.record.image, pixels: series.record.pixels, threads: series.record.threads,
        status: series.light.rawValue, reason: series.reason,
        watches: series.watchesRatios ? "ratio" : "value",
        points: series.points.map { point in
          Point(
            run: point.run, value: point.value,
            interval: point.interval.map { [$0.lower, $0.upper] }, ratio: point.ratio,
            ratioInterval: point.ratioInterval.map { [$0.lower, $0.upper] },
            samples: point.sampleCount)
        },
        changePoints: series.changes.map {
          Change(index: $0.index, effect: $0.effect, cause: $0.cause.rawValue)
        })
    }
  }

  /// The document as text, its fields in alphabetical order.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Levels of 1e-300 and 1e300 are finite, the change between them is not.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    // Strings, whole numbers and numbers with a replacement: none of it can fail.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
