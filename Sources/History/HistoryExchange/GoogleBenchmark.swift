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
    let json = try JSONValue(results: text)
    guard let entries = json["benchmarks"]?.elements else {
      throw ExchangeError("There is no list of 'benchmarks'.")
    }
    let time = json["context"]?["date"]?.string.flatMap { Timestamp.milliseconds($0) }
    let commit = json["context"]?["commit"]?.string
    let machine = json["context"]?["host_name"]?.string
    var results = RepeatedResults()
    for entry in entries {
      guard let name = entry["run_name"]?.string ?? entry["name"]?.string else {
        throw ExchangeError("A benchmark has no 'name'.")
      }
      let aggregate = entry["aggregate_name"]?.string
      if let state = state(of: entry) {
        let word = entry["skip_message"]?.string ?? entry["error_message"]?.string ?? ""
        results.unmeasured.append(
          UnmeasuredResult(
            series: name, state,
            reason: "The benchmark '\(name)' \(state == .failed ? "failed" : "was skipped")"
              + (word.isEmpty ? "." : ": \(QuotedText.quoted(word))."), time: time, commit: commit))
        continue
      }
      // Mean, deviation and coefficient of variation follow from the repetitions, or are less
      // robust.
      guard aggregate == nil || aggregate == "median" else { continue }
      guard let value = entry["real_time"]?.double() else {
        results.unmeasured.append(
          UnmeasuredResult(
            series: name, .missing,
            reason: "The benchmark '\(name)' has no number as its 'real_time'.", time: time,
            commit: commit))
        continue
      }
      let isMedian = aggregate != nil
      results.add(value, to: name, unit: entry["time_unit"]?.string ?? "ns", isMedian: isMedian)
      for (counter, value, unit) in counters(of: entry) {
        results.add(value, to: "\(name): \(counter)", unit: unit, isMedian: isMedian)
      }
    }
    return results.document(time: time, commit: commit, machine: machine)
  }

  /// Why an entry has no time; nil where it has one.
  private static func state(of entry: JSONValue) -> UnmeasuredResult.State? {
    if entry["skipped"] == .bool(true) { return .skipped }
    return entry["error_occurred"] == .bool(true) ? .failed : nil
  }

  /// What a benchmark counts beside its time: rates say so themselves.
  private static func counters(
    of entry: JSONValue
  ) -> [(name: String, value: Double, unit: String)] {
    let own: Set<String> = [
      "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads",
      "iterations", "real_time", "cpu_time", "time_unit", "max_bytes_used", "allocs_per_iter",
      "total_allocated_bytes", "net_heap_growth",
    ]
    return (entry.fields ?? []).compactMap { field in
      guard !own.contains(field.name), let value = field.value.double() else { return nil }
      let unit =
        switch field.name {
        case "items_per_second": "items/s"
        case "bytes_per_second": "B/s"
        default: ""
        }
      return (field.name, value, unit)
    }
  }
}

/// Values of the repetitions of benchmarks, in the order of their names.
private struct RepeatedResults {
  private var order: [String] = []
  private var units: [String: String] = [:]
  private var samples: [String: [Double]] = [:]
  private var medians: [String: Double] = [:]
  var unmeasured: [UnmeasuredResult] = []

  mutating func add(_ value: Double, to name: String, unit: String, isMedian: Bool) {
    if units[name] == nil {
      order.append(name)
      units[name] = unit
    }
    if isMedian { medians[name] = value } else { samples[name, default: []].append(value) }
  }

  func document(time: Int64?, commit: String?, machine: String?) -> ExchangeDocument {
    var document = ExchangeDocument()
    document.unmeasured = unmeasured
    for name in order {
      let taken = samples[name] ?? []
      guard let value = medians[name] ?? Statistics.median(taken) else { continue }
      let point = ExchangePoint(
        value: value, time: time, commit: commit,
        samples: medians[name] == nil && taken.count == 1 ? [] : taken, machine: machine)
      document.series.append(
        ExchangeSeries(name: name, unit: units[name] ?? "ns", points: [point]))
    }
    return document
  }
}
