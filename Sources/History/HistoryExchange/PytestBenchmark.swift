internal import ExchangeDocuments
internal import OrderedJSON

/// What pytest-benchmark stores: the statistics of each test, in seconds.
enum PytestBenchmark {
  /// Reads the results in nanoseconds.
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    guard let benchmarks = json["benchmarks"]?.elements, json["machine_info"] != nil else {
      throw ExchangeError("There is no list of 'benchmarks' beside 'machine_info'.")
    }
    let commit = json["commit_info"]?["id"]?.string
    let time = (json["datetime"]?.string).flatMap { Timestamp.milliseconds($0) }
    let machine = json["machine_info"]?["node"]?.string
    let power = -TimeUnit.nanoseconds.power
    var gathering = SeriesGathering(ofOneRun: true)
    for benchmark in benchmarks {
      guard let name = benchmark["fullname"]?.string ?? benchmark["name"]?.string else {
        throw ExchangeError("A benchmark has no 'fullname'.")
      }
      let stats = benchmark["stats"]
      let value =
        stats?["median"]?.double(movedBy: power) ?? stats?["mean"]?.double(movedBy: power)
      guard let value else {
        gathering.add(
          UnmeasuredResult(
            series: name, .missing, reason: "The benchmark '\(name)' has no 'median'.", time: time,
            commit: commit))
        continue
      }
      let samples = (stats?["data"]?.elements ?? []).compactMap { $0.double(movedBy: power) }
      gathering.add(
        ExchangeSeries(
          name: name, unit: "ns",
          points: [
            ExchangePoint(
              value: value, time: time, commit: commit,
              lower: stats?["q1"]?.double(movedBy: power),
              upper: stats?["q3"]?.double(movedBy: power), intervalKind: .quartiles,
              samples: samples, machine: machine)
          ]))
    }
    return gathering.document
  }
}
