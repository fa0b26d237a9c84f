internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What JMH writes with `-rf json`: a score for each benchmark and combination of parameters.
enum JMHResults {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    guard let results = try JSONValue(results: text).elements else {
      throw ExchangeError("JMH's results are a JSON array.")
    }
    var gathering = SeriesGathering(ofOneRun: true)
    var taken: Set<String> = []
    for result in results {
      guard let benchmark = result["benchmark"]?.string, let metric = result["primaryMetric"] else {
        throw ExchangeError("A result has no 'benchmark' and 'primaryMetric'.")
      }
      let parameters = (result["params"]?.fields ?? []).map {
        "\($0.name)=\($0.value.string ?? $0.value.numberText ?? "")"
      }
      let mode = result["mode"]?.string ?? ""
      let named =
        benchmark + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))")
      // One benchmark may be run in several modes.
      let isTaken = !taken.insert(named).inserted
      let name = isTaken ? "\(named) [\(mode)]" : named
      guard let value = metric["score"]?.double() else {
        gathering.add(
          UnmeasuredResult(
            series: name, .missing, reason: "The benchmark '\(name)' has no number as its 'score'.")
        )
        continue
      }
      let ends = metric["scoreConfidence"]?.elements ?? []
      let samples = (metric["rawData"]?.elements ?? []).flatMap { fork in
        (fork.elements ?? []).compactMap { $0.double() }
      }
      gathering.add(
        ExchangeSeries(
          name: name, unit: metric["scoreUnit"]?.string ?? "",
          points: [
            ExchangePoint(
              value: value, lower: ends.first?.double(), upper: ends.last?.double(),
              // JMH has this level and no other.
              intervalKind: .confidence(0.999), samples: samples)
          ], better: better(in: mode)))
    }
    return gathering.document
  }

  /// Which scores of a mode are better: throughput, or times.
  private static func better(in mode: String) -> BenchmarkMetric.Better? {
    switch mode {
    case "thrpt": .more
    case "avgt", "sample", "ss": .less
    default: nil
    }
  }
}
