internal import ExchangeDocuments
internal import OrderedJSON

/// What Criterion.rs writes: the `estimates.json` of one benchmark, or the messages of
/// `cargo criterion --message-format=json`, a line each.
enum CriterionEstimates {
  static func document(from text: String, name: String) throws(ExchangeError) -> ExchangeDocument {
    var document = ExchangeDocument()
    if text.contains("\"benchmark-complete\"") {
      for line in text.split(whereSeparator: \.isNewline) {
        let message = try JSONValue(exchanged: String(line))
        guard message["reason"]?.string == "benchmark-complete" else { continue }
        guard let id = message["id"]?.string, let typical = message["typical"],
          let value = typical["estimate"]?.double()
        else {
          throw ExchangeError("A finished benchmark has no 'id' and 'typical' estimate.")
        }
        document.series.append(
          ExchangeSeries(
            name: id, unit: typical["unit"]?.string ?? "ns",
            points: [
              ExchangePoint(
                value: value, lower: typical["lower_bound"]?.double(),
                upper: typical["upper_bound"]?.double())
            ]))
      }
      return document
    }
    let json = try JSONValue(exchanged: text)
    let estimate = json["median"] ?? json["mean"]
    guard let estimate, let value = estimate["point_estimate"]?.double() else {
      throw ExchangeError("There is no 'median' with a 'point_estimate'.")
    }
    let interval = estimate["confidence_interval"]
    document.series.append(
      ExchangeSeries(
        name: name, unit: "ns",
        points: [
          ExchangePoint(
            value: value, lower: interval?["lower_bound"]?.double(),
            upper: interval?["upper_bound"]?.double())
        ]))
    return document
  }
}
