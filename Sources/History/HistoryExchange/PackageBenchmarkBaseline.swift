internal import ExchangeDocuments
internal import OrderedJSON

/// A baseline of Swift's package-benchmark: `.benchmarkBaselines/TARGET/NAME/results.json`.
///
/// It holds a histogram for each benchmark and metric (HdrHistogram's layout of counts); the value is
/// its median. Each metric is a series of its own.
enum PackageBenchmarkBaseline {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    guard json["baselineName"] != nil, let list = json["results"]?.elements else {
      throw ExchangeError("There is no list of 'results' beside a 'baselineName'.")
    }
    // A dictionary whose keys are no texts: a key, its value, a key, its value.
    guard list.count.isMultiple(of: 2) else {
      throw ExchangeError("The list of 'results' is not of pairs of a benchmark and its metrics.")
    }
    let machine = json["machine"]?["hostname"]?.string
    var gathering = SeriesGathering(ofOneRun: true)
    for place in stride(from: 0, to: list.count, by: 2) {
      guard let target = list[place]["target"]?.string, let name = list[place]["name"]?.string,
        let results = list[place + 1].elements
      else { throw ExchangeError("A benchmark has no 'target', 'name' and list of metrics.") }
      for result in results {
        let (metric, unit) = self.metric(result["metric"])
        let series = "\(target)/\(name)" + (metric == "wallClock" ? "" : ": \(metric)")
        guard let histogram = result["statistics"]?["histogram"],
          let value = median(of: histogram)
        else {
          gathering.add(
            UnmeasuredResult(
              series: series, .missing,
              reason: "The metric '\(metric)' of '\(name)' has no 'histogram' of values."))
          continue
        }
        gathering.add(
          ExchangeSeries(
            name: series, unit: unit, points: [ExchangePoint(value: value, machine: machine)]))
      }
    }
    return gathering.document
  }

  /// The name and the unit of a metric, which is `{"wallClock": {}}`, or `{"custom": {"_0": "name"}}`.
  private static func metric(_ json: JSONValue?) -> (name: String, unit: String) {
    guard let field = json?.fields?.first else { return (json?.string ?? "value", "") }
    switch field.name {
    case "wallClock", "cpuUser", "cpuSystem", "cpuTotal": return (field.name, "ns")
    case "throughput": return (field.name, "ops/s")
    case "custom": return (field.value["_0"]?.string ?? field.name, "")
    default:
      let isSize = field.name.contains("emory") || field.name.contains("Bytes")
      return (field.name, isSize && field.name != "memoryLeaked" ? "bytes" : "")
    }
  }

  /// The median of a histogram: values share a count within a thousandth or so of each other.
  ///
  /// The place of a count gives its values: the first half of the places has one for each unit, and
  /// each further half covers twice the range with as many (hdrhistogram.org).
  private static func median(of histogram: JSONValue) -> Double? {
    guard let counts = histogram["counts"]?.elements,
      let half = histogram["subBucketHalfCountMagnitude"]?.integer, (0...32).contains(half),
      let unit = histogram["unitMagnitude"]?.integer, (0...32).contains(unit)
    else { return nil }
    let numbers = counts.map { $0.double() ?? 0 }
    let total = numbers.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var seen = 0.0
    for (place, count) in numbers.enumerated() {
      seen += count
      guard 2 * seen >= total else { continue }
      // With 2¹ as half, and units of 1, the places stand for
      //
      //     place    0  1  2  3 │ 4    5   │ 6     7     │ 8 …
      //     values   0  1  2  3 │ 4-5  6-7 │ 8-11  12-15 │ 16-23
      //     range    0  0  0  0 │ 1    1   │ 2     2     │ 3
      //     step     0  1  2  3 │ 2    3   │ 2     3     │ 2         step · 2^range is the first
      let range = max(place >> half, 1) - 1
      let step = place - (range << half)
      let width = Double(sign: .plus, exponent: range + unit, significand: 1)
      // The middle of the values that share the count.
      return (Double(step) + (width > 1 ? 0.5 : 0)) * width
    }
    return nil
  }
}
