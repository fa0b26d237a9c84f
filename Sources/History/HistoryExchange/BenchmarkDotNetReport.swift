internal import ExchangeDocuments
internal import OrderedJSON

/// What BenchmarkDotNet's JSON exporters write: statistics in nanoseconds.
enum BenchmarkDotNetReport {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(exchanged: text)
    guard let benchmarks = json["Benchmarks"]?.elements else {
      throw ExchangeError("There is no list of 'Benchmarks'.")
    }
    let processor = json["HostEnvironmentInfo"]?["ProcessorName"]?.string
    var document = ExchangeDocument()
    for benchmark in benchmarks {
      guard let name = benchmark["FullName"]?.string ?? benchmark["DisplayInfo"]?.string else {
        throw ExchangeError("A benchmark has no 'FullName'.")
      }
      // A benchmark that failed has no statistics.
      guard let statistics = benchmark["Statistics"], statistics != .null else { continue }
      guard let value = statistics["Median"]?.double() ?? statistics["Mean"]?.double() else {
        throw ExchangeError("The benchmark '\(name)' has no number as its 'Median'.")
      }
      let interval = statistics["ConfidenceInterval"]
      document.series.append(
        ExchangeSeries(
          name: name, unit: "ns",
          points: [
            ExchangePoint(
              value: value, lower: interval?["Lower"]?.double(),
              upper: interval?["Upper"]?.double(),
              samples: (statistics["OriginalValues"]?.elements ?? []).compactMap { $0.double() },
              machine: processor)
          ]))
    }
    return document
  }
}
