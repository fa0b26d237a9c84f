#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import Measuring
internal import TimingHistory
internal import MarkupEscaping

/// What the page's script reads: a report with its numbers packed.
struct PageData: Encodable {
  let title: String
  let headline: String
  let made: Int64
  let example: Bool
  let thinned: Thinned?
  let lights: [Light]
  let runs: Runs
  let environments: [Environment]
  let environmentChanges: [Change]
  let series: [Series]
  let scalings: [Scaling]
  let repository: Repository?

  /// Patterns of addresses.
  struct Repository: Encodable {
    let commit: String
    let comparison: String?
  }

  /// What was left out.
  struct Thinned: Encodable {
    let recent: Int
    let step: Int?
  }

  struct Light: Encodable {
    let id: String
    let title: String
    let meaning: String
  }

  /// The runs, column by column.
  struct Runs: Encodable {
    /// Seconds since 1970, as differences.
    let times: String
    /// Each run's place in `commitNames` plus 1, as differences; 0 for none.
    let commits: String
    let commitNames: [String]
    /// Each run's environment plus 1, as differences; 0 for none.
    let environments: String
    let notes: [String: String]
  }

  struct Environment: Encodable {
    let fields: [[String]]
  }

  struct Change: Encodable {
    let run: Int
    /// Title, value before and value after of each field that differs.
    let fields: [[String]]
  }

  /// Numbers with their intervals, see ``QuantizedNumbers``.
  struct Numbers: Encodable {
    let exponent: Int
    let values: String
    let low: String
    let high: String
  }

  struct Series: Encodable {
    let name: String
    let unit: String
    let kernel: String?
    let image: String?
    let pixels: Int?
    let contender: String?
    let accuracy: Bool?
    let light: Int
    let reason: String?
    /// How many points the history holds.
    let count: Int
    /// The runs of the points, as differences.
    let runs: String
    let value: Numbers
    let ratio: Numbers?
    /// Whether changes were looked for in the ratios.
    let watchesRatios: Bool
    /// Whether more of what is watched is better.
    let higherIsBetter: Bool?
    /// Place among the points shown, effect in millionths, cause and hundredths of the evidence of
    /// each change.
    let changes: [[ChangePart]]
  }

  enum ChangePart: Encodable {
    case number(Int)
    case word(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .word(let word): try container.encode(word)
      }
    }
  }

  struct Scaling: Encodable {
    let contender: String
    let image: String?
    let exponent: Double
  }

  init(of report: HistoryReport, thinning: PageThinning) {
    title = report.title
    headline = report.headline
    made = report.madeAt
    example = report.isExample
    let isThinned = report.series.contains { thinning.places(of: $0).count < $0.points.count }
    thinned = isThinned ? Thinned(recent: thinning.recent, step: thinning.step) : nil
    lights = SeriesLight.allCases.map {
      Light(id: $0.rawValue, title: $0.title, meaning: $0.meaning)
    }
    runs = Runs(report.runs)
    environments = report.environments.map { kind in
      Environment(
        fields: kind.record.entries.map { [$0.field.title, "\($0.value)"] })
    }
    environmentChanges = report.environmentChanges.map { change in
      Change(
        run: change.run,
        fields: change.differences.map { [$0.field.title, "\($0.other)", "\($0.value)"] })
    }
    series = report.series.map { Series($0, thinning: thinning) }
    repository = report.repository.map {
      Repository(commit: $0.commit, comparison: $0.comparison)
    }
    scalings = report.scalings.map {
      Scaling(
        contender: $0.contender, image: $0.image, exponent: ($0.exponent * 1000).rounded() / 1000)
    }
  }

  /// The data as JSON that may stand in a page: nothing in it ends a script or begins a comment.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "", negativeInfinity: "", nan: "")
    // Nothing in here can fail to encode: strings, whole numbers and finite or replaced doubles.
    let data = (try? encoder.encode(self)) ?? Data()
    return Markup.script(String(decoding: data, as: UTF8.self))
  }
}

extension PageData.Runs {
  init(_ runs: [ReportedRun]) {
    var names: [String] = []
    var places: [String: Int64] = [:]
    let commits = runs.map { run -> Int64 in
      guard let commit = run.commit else { return 0 }
      if let place = places[commit] { return place }
      names.append(commit)
      places[commit] = Int64(names.count)
      return Int64(names.count)
    }
    var notes: [String: String] = [:]
    for (place, run) in runs.enumerated() {
      if let note = run.note { notes[String(place)] = note }
    }
    times = VariableLengthText.differences(runs.map { $0.startedAt / 1000 })
    self.commits = VariableLengthText.differences(commits)
    commitNames = names
    environments = VariableLengthText.differences(
      runs.map { $0.environment.map { Int64($0 + 1) } ?? 0 })
    self.notes = notes
  }
}

extension PageData.Numbers {
  init(_ numbers: QuantizedNumbers) {
    exponent = numbers.exponent
    values = numbers.valueText
    low = numbers.lowText
    high = numbers.highText
  }
}

extension PageData.Series {
  init(_ series: ReportedSeries, thinning: PageThinning) {
    let places = thinning.places(of: series)
    let points = places.map { series.points[$0] }
    name = series.record.name
    unit = series.record.unit
    kernel = series.record.kernel
    image = series.record.image
    pixels = series.record.pixels
    contender = series.contender
    accuracy = series.isAccuracy ? true : nil
    light = SeriesLight.allCases.firstIndex(of: series.light) ?? 0
    reason = series.reason
    count = series.points.count
    runs = VariableLengthText.differences(points.map { Int64($0.run) })
    value = PageData.Numbers(
      QuantizedNumbers(points.map(\.value), intervals: points.map(\.interval)))
    ratio =
      points.contains { $0.ratio != nil }
      ? PageData.Numbers(
        QuantizedNumbers(points.map(\.ratio), intervals: points.map(\.ratioInterval))) : nil
    watchesRatios = series.watchesRatios
    higherIsBetter = series.direction == .higherIsBetter ? true : nil
    changes = series.changes.compactMap { change in
      guard let place = places.firstIndex(of: change.index) else { return nil }
      let millionths = (change.effect * 1e6).rounded()
      return [
        .number(place),
        .number(Int(exactly: millionths) ?? (millionths < 0 ? -1 : 1) * 1_000_000_000),
        .word(change.cause.rawValue),
        .number(Int((min(max(change.evidence, 0), 10_000) * 100).rounded())),
      ]
    }
  }
}
