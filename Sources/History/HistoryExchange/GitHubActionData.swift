internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// `data.js` of github-action-benchmark: a script that sets `window.BENCHMARK_DATA`.
enum GitHubActionData {
  private static let prefix = "window.BENCHMARK_DATA ="
  private static let suite = "Benchmark"
  /// The suite of the series of which more is better, beside others.
  private static let biggerSuite = "Benchmark (bigger is better)"

  static func text(of document: ExchangeDocument) -> String {
    let runs = document.runs
    let bigger = document.series.map { ($0.better ?? MeasuredUnit($0.unit).better) == .more }
    // A run has one tool, which says what is better.
    let isMixed = Set(bigger).count > 1
    let suites: [(name: String, value: JSONValue)] =
      isMixed
      ? [
        (suite, entries(of: runs, document) { !bigger[$0] }),
        (biggerSuite, entries(of: runs, document, isBigger: true) { bigger[$0] }),
      ]
      : [(suite, entries(of: runs, document, isBigger: bigger.first == true) { _ in true })]
    let data = JSONValue.fields([
      ("lastUpdate", .whole(runs.compactMap(\.time).max() ?? 0)), ("repoUrl", .string("")),
      ("entries", .fields(suites)),
    ])
    return "\(prefix) \(data.text)\n"
  }

  /// The runs with the values of some series.
  private static func entries(
    of runs: [ExchangeRun], _ document: ExchangeDocument, isBigger: Bool = false,
    where isPart: (Int) -> Bool
  ) -> JSONValue {
    .array(
      runs.compactMap { run -> JSONValue? in
        let values = run.values.filter { isPart($0.series) }
        guard !values.isEmpty else { return nil }
        let time = run.time ?? 0
        return .fields([
          (
            "commit",
            .fields([
              ("id", .string(run.commit ?? "")), ("message", .string("")),
              ("timestamp", .string(Timestamp.text(time))), ("url", .string("")),
            ])
          ),
          ("date", .whole(time)),
          ("tool", .string(isBigger ? "customBiggerIsBetter" : "customSmallerIsBetter")),
          (
            "benches",
            .array(values.map { GitHubActionCustom.json(document.series[$0.series], $0.point) })
          ),
        ])
      })
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let trimmed = text.drop { $0.isWhitespace }
    guard trimmed.hasPrefix(prefix) else {
      throw ExchangeError("The script does not begin with '\(prefix)'.", line: 1)
    }
    var json = trimmed.dropFirst(prefix.count)
    while let last = json.last, last.isWhitespace || last == ";" { json.removeLast() }
    guard let suites = try JSONValue(results: String(json))["entries"]?.fields else {
      throw ExchangeError("There is no object 'entries' with the suites.")
    }
    var gathering = SeriesGathering()
    let isSeveral = suites.count > 1 && suites.map(\.name) != [suite, biggerSuite]
    let kept = Distinctions(suites.flatMap { $0.value.elements ?? [] })
    for (suite, runs) in suites.map({ ($0.name, $0.value) }) {
      for run in runs.elements ?? [] {
        guard let benches = run["benches"]?.elements else {
          throw ExchangeError("A run of the suite '\(suite)' has no list of 'benches'.")
        }
        let commit = run["commit"]?["id"]?.string
        let note = (run["commit"]?["message"]?.string).flatMap(Self.firstLine)
        for bench in benches {
          var (name, unit, point) = try GitHubActionCustom.read(bench)
          name += kept.suffix(of: bench, in: run)
          // Suites repeat each other's names; a single suite needs no prefix.
          if isSeveral { name = "\(suite): \(name)" }
          point.time = run["date"]?.wholeNumber
          point.commit = commit.flatMap { $0.isEmpty ? nil : $0 }
          guard point.value.isFinite else {
            gathering.add(
              GitHubActionCustom.missing(name, time: point.time, commit: point.commit))
            continue
          }
          point.machine = Distinctions.platform(of: bench, in: run)
          if point.lower != nil { point.intervalKind = intervalKind(of: run) }
          point.note = note
          gathering.add(
            ExchangeSeries(
              name: name, unit: unit, points: [point], better: better(of: run, unit: unit)))
        }
      }
    }
    return gathering.document
  }

  /// Which values are better, as the tool of a run says; a unit that says it comes first.
  private static func better(of run: JSONValue, unit: String) -> BenchmarkMetric.Better? {
    guard MeasuredUnit(unit).better == nil else { return nil }
    return switch run["tool"]?.string {
    case "customBiggerIsBetter": .more
    case "customSmallerIsBetter": .less
    default: nil
    }
  }

  /// What the ranges of a run's tool are; nil where the tool does not say, or says several things.
  private static func intervalKind(of run: JSONValue) -> IntervalKind? {
    switch run["tool"]?.string {
    case "catch2", "benchmarkdotnet": .standardDeviation
    case "benchmarkjs": .confidence(0.95)
    default: nil
    }
  }

  /// The first line of a commit's message; nil where it says nothing.
  private static func firstLine(of message: String) -> String? {
    let line = message.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) }
    return line.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }
}

/// What keeps results of one name apart.
private struct Distinctions {
  /// The names that have results of more than one platform.
  private var severalPlatforms: Set<String> = []
  /// The names that a run has twice.
  private var repeated: Set<String> = []

  init(_ runs: [JSONValue]) {
    var platforms: [String: String] = [:]
    for run in runs {
      var seen: Set<String> = []
      for bench in run["benches"]?.elements ?? [] {
        guard let name = bench["name"]?.string else { continue }
        let platform = Self.platform(of: bench, in: run) ?? ""
        if let known = platforms[name], known != platform { severalPlatforms.insert(name) }
        platforms[name] = platform
        if !seen.insert(name + "\u{0}" + platform).inserted { repeated.insert(name) }
      }
    }
  }

  /// Where a result was measured; nil where the file does not say.
  static func platform(of bench: JSONValue, in run: JSONValue) -> String? {
    (bench["platform"]?.string ?? run["platform"]?.string).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What is added to a name: its platform, and what else a run says of one that it has twice.
  func suffix(of bench: JSONValue, in run: JSONValue) -> String {
    guard let name = bench["name"]?.string else { return "" }
    let platform = Self.platform(of: bench, in: run) ?? ""
    let extra = bench["extra"]?.string ?? ""
    return (severalPlatforms.contains(name) && !platform.isEmpty ? " [\(platform)]" : "")
      + (repeated.contains(name) && !extra.isEmpty ? " (\(extra))" : "")
  }
}

/// The custom JSON that github-action-benchmark reads: `[{"name", "unit", "value", "range"}]`.
enum GitHubActionCustom {
  static func text(of document: ExchangeDocument) -> String {
    let benches = document.series.compactMap { series in
      series.points.last.map { json(series, $0) }
    }
    return JSONValue.array(benches).text + "\n"
  }

  static func json(_ series: ExchangeSeries, _ point: ExchangePoint) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(series.name)), ("unit", .string(series.unit)),
      ("value", .decimal(point.value)),
    ]
    if let lower = point.lower, let upper = point.upper {
      members.append(("range", .string("± \(DecimalText.text((upper - lower) / 2))")))
    }
    return .fields(members)
  }

  /// Reads a benchmark; its value is not a number (NaN) where the file has none.
  static func read(
    _ json: JSONValue
  ) throws(ExchangeError) -> (name: String, unit: String, point: ExchangePoint) {
    guard let name = json["name"]?.string else {
      throw ExchangeError("A benchmark has no 'name'.")
    }
    let parts = parts(of: json["value"]?.string ?? "")
    let value = json["value"]?.double() ?? parts.value ?? .nan
    var point = ExchangePoint(value: value)
    let range = json["range"]?.string
    if let width = range.map({ Self.width($0, of: value) }) ?? Self.width(of: parts, value) {
      point.lower = value - width
      point.upper = value + width
    }
    return (name, json["unit"]?.string ?? "", point)
  }

  /// What is kept of a benchmark without a value.
  static func missing(
    _ name: String, time: Int64? = nil, commit: String? = nil
  ) -> UnmeasuredResult {
    UnmeasuredResult(
      series: name, .missing, reason: "The benchmark '\(name)' has no number as its 'value'.",
      time: time, commit: commit)
  }

  /// Half of a range: `± 12`, `12`, `± 3 %`; nil when it is none.
  static func width(_ range: String, of value: Double) -> Double? {
    // Some tools write `+/- 12`.
    let width = range.split(separator: "+/-").last ?? ""
    return self.width(of: parts(of: width.contains("±") ? "0 \(width)" : "0 ± \(width)"), value)
  }

  /// The same of a cell, without a copy where it is as most programs write it: `±0.37%`.
  static func width(bytes: ArraySlice<UInt8>, of value: Double) -> Double? {
    var rest = bytes
    if rest.starts(with: [0xC2, 0xB1]) { rest = rest.dropFirst(2) }
    let isPercent = rest.last == UInt8(ascii: "%")
    if isPercent { rest = rest.dropLast() }
    while rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    while rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
    let isPlain = rest.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    guard isPlain, let number = DecimalText.value(bytes: rest) else {
      return width(String(decoding: bytes, as: UTF8.self), of: value)
    }
    return isPercent ? abs(value) * number / 100 : number
  }

  private static func width(
    of parts: (value: Double?, width: Double?, isPercent: Bool), _ value: Double
  ) -> Double? {
    parts.isPercent ? parts.width.map { abs(value) * $0 / 100 } : parts.width
  }

  /// A number and what follows `±`, as some tools write them: `1,234 ± 5`, `12 (± 3%)`.
  private static func parts(
    of text: String
  ) -> (value: Double?, width: Double?, isPercent: Bool) {
    func number(_ part: Substring) -> Double? {
      let trimmed = part.drop { $0 == " " || $0 == "(" }.filter { $0 != "," && $0 != "_" }
      return DecimalText.value(trimmed.prefix { $0.isNumber || "+-.eE".contains($0) })
    }
    let halves = text.split(separator: "±", maxSplits: 1)
    return (
      halves.first.flatMap(number), halves.count > 1 ? number(halves[1]) : nil,
      text.contains("%")
    )
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    guard let benches = try JSONValue(results: text).elements else {
      throw ExchangeError("The custom format is a JSON array of benchmarks.")
    }
    var gathering = SeriesGathering(ofOneRun: true)
    for bench in benches {
      let (name, unit, point) = try read(bench)
      if point.value.isFinite {
        gathering.add(ExchangeSeries(name: name, unit: unit, points: [point]))
      } else {
        gathering.add(missing(name))
      }
    }
    return gathering.document
  }
}
