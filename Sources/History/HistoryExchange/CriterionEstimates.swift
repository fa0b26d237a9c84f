internal import ExchangeDocuments
internal import OrderedJSON

/// What Criterion.rs writes: the `estimates.json` of one benchmark, or the messages of
/// `cargo criterion --message-format=json`, a line each.
enum CriterionEstimates {
  static func document(from text: String, name: String) throws(ExchangeError) -> ExchangeDocument {
    var gathering = SeriesGathering(ofOneRun: true)
    if text.contains("\"benchmark-complete\"") {
      for line in text.split(whereSeparator: \.isNewline) {
        let message = try JSONValue(results: String(line))
        guard message["reason"]?.string == "benchmark-complete" else { continue }
        guard let id = message["id"]?.string, let typical = message["typical"] else {
          throw ExchangeError("A finished benchmark has no 'id' and 'typical' estimate.")
        }
        add(
          typical["estimate"]?.double(), of: id, unit: typical["unit"]?.string ?? "ns",
          [typical["lower_bound"], typical["upper_bound"]], to: &gathering)
      }
      return gathering.document
    }
    let json = try JSONValue(results: text)
    guard let estimate = json["median"] ?? json["mean"], estimate["point_estimate"] != nil else {
      throw ExchangeError("There is no 'median' with a 'point_estimate'.")
    }
    let interval = estimate["confidence_interval"]
    add(
      estimate["point_estimate"]?.double(), of: name, unit: "ns",
      [interval?["lower_bound"], interval?["upper_bound"]],
      level: interval?["confidence_level"]?.double(), to: &gathering)
    return gathering.document
  }

  private static func add(
    _ value: Double?, of name: String, unit: String, _ ends: [JSONValue?], level: Double? = nil,
    to gathering: inout SeriesGathering
  ) {
    guard let value else {
      gathering.add(
        UnmeasuredResult(
          series: name, .missing, reason: "The benchmark '\(name)' has no number as its estimate."))
      return
    }
    gathering.add(
      ExchangeSeries(
        name: name, unit: unit,
        points: [
          ExchangePoint(
            value: value, lower: ends.first??.double(), upper: ends.last??.double(),
            intervalKind: .confidence(level.flatMap { $0 > 0 && $0 < 1 ? $0 : nil }))
        ]))
  }
}
