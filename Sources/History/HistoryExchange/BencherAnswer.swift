internal import ExchangeDocuments
internal import OrderedJSON

/// What Bencher's server answers, and its command prints: the points of a query (`bencher perf`), or a
/// report (`bencher run --format json`).
enum BencherAnswer {
  /// What tells series of one benchmark apart.
  private struct Origin: Hashable {
    let branch: String
    let testbed: String
    let measure: String
  }

  /// Whether a document is such an answer.
  static func isOne(_ json: JSONValue) -> Bool {
    json["project"] != nil && json["results"]?.elements != nil
  }

  static func document(of json: JSONValue) throws(ExchangeError) -> ExchangeDocument {
    var values: [(name: String, origin: Origin, unit: String, point: ExchangePoint)] = []
    for result in json["results"]?.elements ?? [] {
      if let iteration = result.elements {
        for benchmark in iteration { try add(report: json, benchmark, to: &values) }
      } else {
        try add(metrics: result, to: &values)
      }
    }
    return series(of: values)
  }

  /// The points of one benchmark, measure, branch and testbed.
  private static func add(
    metrics result: JSONValue,
    to values: inout [(name: String, origin: Origin, unit: String, point: ExchangePoint)]
  ) throws(ExchangeError) {
    guard let name = result["benchmark"]?["name"]?.string, let measure = result["measure"],
      let metrics = result["metrics"]?.elements
    else { throw ExchangeError("A result has no 'benchmark', 'measure' and list of 'metrics'.") }
    let origin = Origin(
      branch: result["branch"]?["name"]?.string ?? "",
      testbed: result["testbed"]?["name"]?.string ?? "", measure: measure["name"]?.string ?? "")
    for metric in metrics {
      let point = point(
        metric["metric"] ?? .null, time: metric["start_time"],
        version: metric["version"])
      values.append((name, origin, unit(of: measure), point))
    }
  }

  /// The values of a benchmark of a report.
  private static func add(
    report: JSONValue, _ benchmark: JSONValue,
    to values: inout [(name: String, origin: Origin, unit: String, point: ExchangePoint)]
  ) throws(ExchangeError) {
    guard let name = benchmark["benchmark"]?["name"]?.string,
      let measures = benchmark["measures"]?.elements
    else { throw ExchangeError("A result has no 'benchmark' and list of 'measures'.") }
    let branch = report["branch"]
    for measured in measures {
      let measure = measured["measure"] ?? .null
      let origin = Origin(
        branch: branch?["name"]?.string ?? "", testbed: report["testbed"]?["name"]?.string ?? "",
        measure: measure["name"]?.string ?? "")
      let point = point(
        measured["metric"] ?? .null, time: report["start_time"],
        version: branch?["head"]?["version"])
      values.append((name, origin, unit(of: measure), point))
    }
  }

  private static func point(
    _ metric: JSONValue, time: JSONValue?, version: JSONValue?
  ) -> ExchangePoint {
    ExchangePoint(
      value: metric["value"]?.double() ?? .nan,
      time: time?.string.flatMap { Timestamp.milliseconds($0) },
      commit: version?["hash"]?.string, lower: metric["lower_value"]?.double(),
      upper: metric["upper_value"]?.double())
  }

  /// The unit of a measure, which Bencher calls `nanoseconds (ns)`.
  private static func unit(of measure: JSONValue) -> String {
    let unit = measure["units"]?.string ?? ""
    guard unit.hasSuffix(")"), let start = unit.lastIndex(of: "(") else { return unit }
    return String(unit[unit.index(after: start)...].dropLast())
  }

  /// The series, called by what tells those of a benchmark apart.
  private static func series(
    of values: [(name: String, origin: Origin, unit: String, point: ExchangePoint)]
  ) -> ExchangeDocument {
    let origins = Set(values.map(\.origin))
    let hasBranches = Set(origins.map(\.branch)).count > 1
    let hasTestbeds = Set(origins.map(\.testbed)).count > 1
    var measures: [String: Set<String>] = [:]
    for value in values { measures[value.name, default: []].insert(value.origin.measure) }
    var gathering = SeriesGathering()
    for (name, origin, unit, var point) in values {
      point.machine = origin.testbed.isEmpty ? nil : origin.testbed
      let parts = (hasTestbeds ? [origin.testbed] : []) + (hasBranches ? [origin.branch] : [])
      let measure = measures[name, default: []].count > 1 ? ": \(origin.measure)" : ""
      let full = name + measure + (parts.isEmpty ? "" : " [\(parts.joined(separator: "/"))]")
      guard point.value.isFinite else {
        gathering.add(
          UnmeasuredResult(
            series: full, .missing, reason: "A metric of '\(name)' has no number as its 'value'.",
            time: point.time, commit: point.commit))
        continue
      }
      gathering.add(ExchangeSeries(name: full, unit: unit, points: [point]))
    }
    return gathering.document
  }
}
