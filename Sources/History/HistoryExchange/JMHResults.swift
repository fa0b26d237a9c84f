internal import ExchangeDocuments
internal import OrderedJSON

/// What JMH writes with `-rf json`: a score for each benchmark and combination of parameters.
enum JMHResults {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    guard let results = try JSONValue(exchanged: text).elements else {
      throw ExchangeError("JMH's results are a JSON array.")
    }
    var document = ExchangeDocument()
    var taken: Set<String> = []
    for result in results {
      guard let benchmark = result["benchmark"]?.string, let metric = result["primaryMetric"] else {
        throw ExchangeError("A result has no 'benchmark' and 'primaryMetric'.")
      }
      guard let value = metric["score"]?.double() else {
        throw ExchangeError("The benchmark '\(benchmark)' has no number as its 'score'.")
      }
      let parameters = (result["params"]?.fields ?? []).map {
        "\($0.name)=\($0.value.string ?? $0.value.numberText ?? "")"
      }
      let mode = result["mode"]?.string ?? ""
      let named =
        benchmark + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))")
      // One benchmark may be run in several modes.
      let isTaken = !taken.insert(named).inserted
      let ends = metric["scoreConfidence"]?.elements ?? []
      let samples = (metric["rawData"]?.elements ?? []).flatMap { fork in
        (fork.elements ?? []).compactMap { $0.double() }
      }
      document.series.append(
        ExchangeSeries(
          name: isTaken ? "\(named) [\(mode)]" : named, unit: metric["scoreUnit"]?.string ?? "",
          points: [
            ExchangePoint(
              value: value, lower: ends.first?.double(), upper: ends.last?.double(),
              samples: samples)
          ]))
    }
    return document
  }
}
