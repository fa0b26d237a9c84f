internal import HistoryExchange
internal import MarkupEscaping
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

/// What the page's script reads: a report with its numbers packed.
struct PageData {
  private let report: HistoryReport
  private let thinning: PageThinning
  private let files: SeriesFiles?
  /// Whether older nights are left out.
  let isThinned: Bool

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - thinning: which points are shown.
  ///   - files: the files beside the page that have all points; nil where there are none.
  init(of report: HistoryReport, thinning: PageThinning, files: SeriesFiles? = nil) {
    self.report = report
    self.thinning = thinning
    self.files = files
    isThinned = report.series.contains { thinning.places(of: $0).count < $0.points.count }
  }

  /// The data as JSON that may stand in a page: nothing in it ends a script or begins a comment.
  var text: String { Markup.script(json.line) }

  private var json: JSONValue {
    .object(present: [
      "title": .string(report.title),
      "headline": .string(report.headline),
      "made": .integer(Int(report.madeAt)),
      "example": .bool(report.isExample),
      "thinned": isThinned ? Self.json(thinning) : nil,
      "files": isThinned ? files?.json : nil,
      "intervals": hasIntervals ? .bool(true) : nil,
      "sampled": isSampled ? .bool(true) : nil,
      "lights": .array(SeriesLight.allCases.map(Self.json)),
      "runs": Self.json(report.runs),
      "environments": .array(report.environments.map(Self.json)),
      "environmentChanges": .array(report.environmentChanges.map(Self.json)),
      "series": .array(report.series.map(json)),
      "scalings": .array(report.scalings.map(Self.json)),
      "repository": report.repository.map(Self.json),
      "fleet": report.fleet.map(FleetData.json),
    ])
  }

  private var hasIntervals: Bool {
    report.series.contains { $0.points.contains { $0.interval != nil } }
  }

  /// Whether anything was measured here, and not by another program.
  private var isSampled: Bool {
    report.series.contains { $0.points.contains { $0.sampleCount > 0 } }
  }

  /// What was left out.
  private static func json(_ thinning: PageThinning) -> JSONValue {
    .object(present: [
      "recent": .integer(thinning.recent), "step": thinning.step.map(JSONValue.integer),
    ])
  }

  private static func json(_ light: SeriesLight) -> JSONValue {
    .object([
      .init("id", .string(light.rawValue)),
      .init("title", .string(light.title)),
      .init("meaning", .string(light.meaning)),
    ])
  }

  /// The runs, column by column.
  ///
  /// Times are seconds since 1970. A commit is its place in `commitNames` plus 1, a machine its place
  /// in `machineNames` plus 1, an environment its place in `environments` plus 1; 0 stands for none.
  /// All are written as differences.
  private static func json(_ runs: [ReportedRun]) -> JSONValue {
    let commits = numbered(runs.map(\.commit))
    let machines = numbered(runs.map(\.machine))
    let environments = runs.map { $0.environment.map { Int64($0 + 1) } ?? 0 }
    let notes = runs.enumerated().compactMap { place, run in
      run.note.map { JSONValue.Field(String(place), .string($0)) }
    }
    let areMachinesKnown = !machines.names.isEmpty
    return .object(present: [
      "times": differences(runs.map { $0.startedAt / 1000 }),
      "commits": differences(commits.places),
      "commitNames": .array(commits.names.map(JSONValue.string)),
      "environments": differences(environments),
      "notes": .object(notes),
      "machines": areMachinesKnown ? differences(machines.places) : nil,
      "machineNames": areMachinesKnown ? .array(machines.names.map(JSONValue.string)) : nil,
    ])
  }

  /// Names once, and the place of each among them plus 1; 0 for none.
  private static func numbered(_ texts: [String?]) -> (names: [String], places: [Int64]) {
    var names: [String] = []
    var known: [String: Int64] = [:]
    let places = texts.map { text -> Int64 in
      guard let text else { return 0 }
      if let place = known[text] { return place }
      names.append(text)
      known[text] = Int64(names.count)
      return Int64(names.count)
    }
    return (names, places)
  }

  private static func json(_ environment: ReportedEnvironment) -> JSONValue {
    let fields = environment.record.entries.map { [$0.field.title, "\($0.value)"] }
    return .object([.init("fields", json(fields))])
  }

  /// The run of a change with the title, the value before and the value after of each field that
  /// differs.
  private static func json(_ change: EnvironmentChange) -> JSONValue {
    let fields = change.differences.map { [$0.field.title, "\($0.other)", "\($0.value)"] }
    return .object([.init("run", .integer(change.run)), .init("fields", json(fields))])
  }

  private static func json(_ rows: [[String]]) -> JSONValue {
    .array(rows.map { .array($0.map(JSONValue.string)) })
  }

  /// Numbers with their intervals, see ``QuantizedNumbers``.
  static func json(_ numbers: QuantizedNumbers) -> JSONValue {
    .object([
      .init("exponent", .integer(numbers.exponent)),
      .init("values", .string(numbers.valueText)),
      .init("low", .string(numbers.lowText)),
      .init("high", .string(numbers.highText)),
    ])
  }

  /// A line of the panel of sizes: what its series have in common, their places, their sizes as numbers and as they were
  /// written, and the exponent.
  private static func json(_ scaling: ScalingSeries) -> JSONValue {
    .object([
      .init("parameter", .string(scaling.parameter)),
      .init("others", json(scaling.others)),
      .init("series", .array(scaling.points.map { .integer($0.place) })),
      .init("sizes", .array(scaling.points.map { .number($0.size.count) })),
      .init("words", .array(scaling.points.map { .string($0.size.text) })),
      .init("exponent", .number((scaling.fit.exponent * 1000).rounded() / 1000)),
    ])
  }

  /// Name and value of each parameter.
  private static func json(_ parameters: [BenchmarkParameter]) -> JSONValue {
    json(parameters.map { [$0.name, $0.value] })
  }

  /// Patterns of addresses.
  private static func json(_ repository: RepositoryLinks) -> JSONValue {
    .object(present: [
      "commit": .string(repository.commit),
      "comparison": repository.comparison.map(JSONValue.string),
    ])
  }

  /// A series with the points that the thinning shows; `count` is how many the history holds.
  private func json(_ series: ReportedSeries) -> JSONValue {
    let places = thinning.places(of: series)
    let packed = PackedPoints(places.map { series.points[$0] })
    let hasLevels = !series.changes.isEmpty || places.count < series.points.count
    let isOwn = series.points.contains { $0.sampleCount > 0 }
    let title = isOwn ? nil : series.intervalTitle
    return .object(present: [
      "name": .string(series.record.name),
      // The page scales units of time, whatever they are called.
      "unit": .string(TimeUnit(name: series.record.unit)?.rawValue ?? series.record.unit),
      "parameters": series.record.parameters.isEmpty ? nil : Self.json(series.record.parameters),
      "metric": series.record.metric.map(JSONValue.string),
      "status": series.lightTitle == series.light.title ? nil : .string(series.lightTitle),
      "light": .integer(SeriesLight.allCases.firstIndex(of: series.light) ?? 0),
      "reason": series.reason.map(JSONValue.string),
      "finds": series.smallestChange.map { .number(($0.effect * 1e4).rounded() / 1e4) },
      "drift": series.drift.map { .number(($0 * 1e6).rounded() / 1e6) },
      "notes": Self.json(series.notes, shown: places),
      "count": .integer(series.points.count),
      "runs": .string(packed.runs),
      "value": Self.json(packed.values),
      "ratio": packed.ratios.map(Self.json),
      "levels": hasLevels ? Self.levels(of: series.points.map(\.value), in: series) : nil,
      "ratioLevels": hasLevels && packed.ratios != nil
        ? Self.levels(of: series.points.map { $0.ratio ?? .nan }, in: series) : nil,
      "interval": title.map(JSONValue.string),
      "watchesRatios": .bool(series.watchesRatios),
      "better": series.better == .less ? nil : .string(series.better.rawValue),
      "changes": .array(series.changes.compactMap { Self.json($0, shown: places) }),
    ])
  }

  /// Place among the points shown and text of each note, its place in the history where that is another, and the
  /// file of its picture where it has one; nil where there is no note.
  private static func json(_ notes: [SeriesNote], shown places: [Int]) -> JSONValue? {
    let shown = notes.compactMap { note in
      places.firstIndex(of: note.index).map { place in
        let file = FlameGraphFile(of: note)?.name
        let whole: JSONValue? = place == note.index ? file.map { _ in .null } : .integer(note.index)
        let rest = [whole, file.map(JSONValue.string)].compactMap(\.self)
        return JSONValue.array([.integer(place), .string(note.text)] + rest)
      }
    }
    return shown.isEmpty ? nil : .array(shown)
  }

  /// Place among the points shown, effect in millionths, cause and hundredths of the evidence of a
  /// change, and its place in the history where that is another; `nil` when its point is not shown.
  private static func json(_ change: ReportedChange, shown places: [Int]) -> JSONValue? {
    guard let place = places.firstIndex(of: change.index) else { return nil }
    let millionths = (change.effect * 1e6).rounded()
    return .array(
      [
        .integer(place),
        .integer(Int(exactly: millionths) ?? (millionths < 0 ? -1 : 1) * 1_000_000_000),
        .string(change.cause.rawValue),
        .integer(Int((min(max(change.evidence, 0), 10_000) * 100).rounded())),
      ] + (place == change.index ? [] : [.integer(change.index)]))
  }

  /// The levels of numbers of all points of a series, whichever of them are shown.
  private static func levels(of numbers: [Double], in series: ReportedSeries) -> JSONValue {
    let levels = series.levels(of: numbers)
    return json(QuantizedNumbers(levels, intervals: levels.map { _ in nil }))
  }

  private static func differences(_ numbers: [Int64]) -> JSONValue {
    .string(VariableLengthText.differences(numbers))
  }
}
