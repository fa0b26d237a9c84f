internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What google-benchmark writes with `--benchmark_format=json`: one entry for each repetition, and
/// one for their median.
enum GoogleBenchmark {
  static func text(of document: ExchangeDocument) throws(ExchangeError) -> String {
    var entries: [JSONValue] = []
    var context: [(name: String, value: JSONValue)] = []
    for (family, series) in document.series.enumerated() {
      guard let point = series.points.last else { continue }
      let unit = try TimeUnit(of: series, format: "google-benchmark's JSON")
      if context.isEmpty {
        if let time = point.time { context.append(("date", .string(Timestamp.text(time)))) }
        if let commit = point.commit { context.append(("commit", .string(commit))) }
      }
      let samples = point.samples.isEmpty ? [point.value] : point.samples
      for (index, sample) in samples.enumerated() {
        entries.append(
          entry(
            series.name, family, unit,
            [
              ("run_type", .string("iteration")), ("repetitions", .whole(Int64(samples.count))),
              ("repetition_index", .whole(Int64(index))),
            ], sample))
      }
      guard !point.samples.isEmpty else { continue }
      entries.append(
        entry(
          series.name, family, unit,
          [
            ("run_type", .string("aggregate")), ("repetitions", .whole(Int64(samples.count))),
            ("aggregate_name", .string("median")), ("aggregate_unit", .string("time")),
          ], point.value))
    }
    return JSONValue.fields([("context", .fields(context)), ("benchmarks", .array(entries))]).text
      + "\n"
  }

  private static func entry(
    _ name: String, _ family: Int, _ unit: TimeUnit,
    _ details: [(name: String, value: JSONValue)], _ time: Double
  ) -> JSONValue {
    let isMedian = details.contains { $0.name == "aggregate_name" }
    return .fields(
      [
        ("name", .string(isMedian ? "\(name)_median" : name)),
        ("family_index", .whole(Int64(family))), ("per_family_instance_index", .integer(0)),
        ("run_name", .string(name)),
      ] + details + [
        ("threads", .integer(1)), ("iterations", .integer(1)), ("real_time", .decimal(time)),
        ("cpu_time", .decimal(time)), ("time_unit", .string(unit.rawValue)),
      ])
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(exchanged: text)
    guard let entries = json["benchmarks"]?.elements else {
      throw ExchangeError("There is no list of 'benchmarks'.")
    }
    let time = json["context"]?["date"]?.string.flatMap { Timestamp.milliseconds($0) }
    let commit = json["context"]?["commit"]?.string
    let machine = json["context"]?["host_name"]?.string
    var order: [(name: String, unit: String)] = []
    var samples: [String: [Double]] = [:]
    var medians: [String: Double] = [:]
    for entry in entries {
      guard let name = entry["run_name"]?.string ?? entry["name"]?.string else {
        throw ExchangeError("A benchmark has no 'name'.")
      }
      // A benchmark that failed has a message and no time.
      if entry["error_occurred"] == .bool(true) { continue }
      let aggregate = entry["aggregate_name"]?.string
      guard aggregate == nil || aggregate == "median" else { continue }
      guard let value = entry["real_time"]?.double() else {
        throw ExchangeError("The benchmark '\(name)' has no number as its 'real_time'.")
      }
      if !order.contains(where: { $0.name == name }) {
        order.append((name, entry["time_unit"]?.string ?? "ns"))
      }
      if aggregate == nil {
        samples[name, default: []].append(value)
      } else {
        medians[name] = value
      }
    }
    var document = ExchangeDocument()
    for (name, unit) in order {
      let taken = samples[name] ?? []
      guard let value = medians[name] ?? Statistics.median(taken) else { continue }
      let point = ExchangePoint(
        value: value, time: time, commit: commit,
        samples: medians[name] == nil && taken.count == 1 ? [] : taken, machine: machine)
      document.series.append(ExchangeSeries(name: name, unit: unit, points: [point]))
    }
    return document
  }
}
