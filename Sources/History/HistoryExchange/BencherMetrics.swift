internal import ExchangeDocuments
internal import OrderedJSON

/// Bencher Metric Format: `{"name": {"measure": {"value", "lower_value", "upper_value"}}}`.
///
/// Bencher calls a time in nanoseconds `latency` and operations a second `throughput`; another unit is
/// its own measure here.
enum BencherMetrics {
  /// Bencher's names of units that it knows.
  private static let measures = ["latency": "ns", "throughput": "ops/s"]

  static func text(of document: ExchangeDocument) -> String {
    JSONValue.fields(
      document.series.compactMap { series in
        guard let point = series.points.last else { return nil }
        var metric: [(name: String, value: JSONValue)] = [("value", .decimal(point.value))]
        if let lower = point.lower { metric.append(("lower_value", .decimal(lower))) }
        if let upper = point.upper { metric.append(("upper_value", .decimal(upper))) }
        let measure = measures.first { $0.value == series.unit }?.key ?? series.unit
        return (series.name, .fields([(measure, .fields(metric))]))
      }
    ).text + "\n"
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    if BencherAnswer.isOne(json) { return try BencherAnswer.document(of: json) }
    guard let benchmarks = json.fields else {
      throw ExchangeError("Bencher's metrics are a JSON object of benchmarks.")
    }
    var gathering = SeriesGathering(ofOneRun: true)
    for (name, measures) in benchmarks.map({ ($0.name, $0.value) }) {
      guard let measures = measures.fields else {
        throw ExchangeError("The benchmark '\(name)' is not an object of measures.")
      }
      for (measure, metric) in measures.map({ ($0.name, $0.value) }) {
        let series = measures.count == 1 ? name : "\(name): \(measure)"
        guard metric.fields != nil else {
          throw ExchangeError("'\(name)' has no number as the 'value' of '\(measure)'.")
        }
        guard let value = metric["value"]?.double() else {
          gathering.add(
            UnmeasuredResult(
              series: series, .missing,
              reason: "'\(name)' has no number as the 'value' of '\(measure)'."))
          continue
        }
        let point = ExchangePoint(
          value: value, lower: metric["lower_value"]?.double(),
          upper: metric["upper_value"]?.double())
        gathering.add(
          ExchangeSeries(
            name: series, unit: self.measures[measure] ?? measure, points: [point]))
      }
    }
    return gathering.document
  }
}
