internal import ExchangeDocuments
internal import OrderedJSON

/// What BenchmarkDotNet's JSON exporters write: statistics in nanoseconds.
enum BenchmarkDotNetReport {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    guard let benchmarks = json["Benchmarks"]?.elements else {
      throw ExchangeError("There is no list of 'Benchmarks'.")
    }
    let processor = json["HostEnvironmentInfo"]?["ProcessorName"]?.string
    var gathering = SeriesGathering(ofOneRun: true)
    for benchmark in benchmarks {
      let description = benchmark["DisplayInfo"]?.string
      guard let method = benchmark["FullName"]?.string ?? description else {
        throw ExchangeError("A benchmark has no 'FullName'.")
      }
      let name = method + (description.map(job) ?? "")
      guard let statistics = benchmark["Statistics"], statistics != .null else {
        gathering.add(
          UnmeasuredResult(
            series: name, .failed, reason: "The benchmark '\(name)' has no 'Statistics'."))
        continue
      }
      guard let value = statistics["Median"]?.double() ?? statistics["Mean"]?.double() else {
        gathering.add(
          UnmeasuredResult(
            series: name, .missing,
            reason: "The benchmark '\(name)' has no number as its 'Median'."))
        continue
      }
      let interval = statistics["ConfidenceInterval"]
      gathering.add(
        ExchangeSeries(
          name: name, unit: "ns",
          points: [
            ExchangePoint(
              value: value, lower: interval?["Lower"]?.double(),
              upper: interval?["Upper"]?.double(),
              intervalKind: .confidence(interval?["Level"].flatMap(level)),
              samples: (statistics["OriginalValues"]?.elements ?? []).compactMap { $0.double() },
              machine: processor)
          ]))
    }
    return gathering.document
  }

  /// The level of a confidence interval, which is written as its place among those that there are.
  private static func level(_ json: JSONValue) -> Double? {
    let levels = [
      0.5, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.95, 0.96, 0.97, 0.98, 0.99, 0.999, 0.9999, 0.99999,
    ]
    return json.integer.flatMap { levels.indices.contains($0) ? levels[$0] : nil }
  }

  /// The job of a benchmark in brackets, by what is set in it: `Day.Solve: Job-XYZ(Runtime=.NET 9.0)`.
  ///
  /// Two jobs of one method are two series. A job's own name may be made up anew for each run.
  private static func job(of description: String) -> String {
    let parts = description.split(separator: ": ", maxSplits: 1)
    guard parts.count == 2 else { return "" }
    let job = parts[1]
    let name = job.prefix { $0 != "(" && $0 != " " }
    guard name != "DefaultJob" else { return "" }
    let isSet = job[name.endIndex...].first == "("
    let settings = job[name.endIndex...].dropFirst().prefix { $0 != ")" }
    return " [\(isSet && !settings.isEmpty ? settings : name)]"
  }
}
