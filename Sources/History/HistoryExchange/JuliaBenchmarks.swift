internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What BenchmarkTools.jl saves: groups within groups of trials, with times in nanoseconds.
enum JuliaBenchmarks {
  /// How deep groups may lie in each other.
  private static let deepest = 64

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    guard let parts = try JSONValue(results: text).elements, parts.count == 2,
      parts[0]["BenchmarkTools"] != nil, let roots = parts[1].elements
    else {
      throw ExchangeError("BenchmarkTools.jl saves a list of versions and of results.")
    }
    var gathering = SeriesGathering(ofOneRun: true)
    for root in roots { try add(root, name: "", depth: 0, to: &gathering) }
    return gathering.document
  }

  private static func add(
    _ item: JSONValue, name: String, depth: Int, to gathering: inout SeriesGathering
  ) throws(ExchangeError) {
    guard let pair = item.elements, pair.count == 2, let type = pair[0].string, depth < deepest
    else { throw ExchangeError("A result is not a pair of a type and its fields.") }
    if type.hasSuffix("BenchmarkGroup") {
      for field in pair[1]["data"]?.fields ?? [] {
        try add(
          field.value, name: name.isEmpty ? field.name : "\(name)/\(field.name)", depth: depth + 1,
          to: &gathering)
      }
    } else if type.hasSuffix("Trial") || type.hasSuffix("TrialEstimate") {
      let samples = (pair[1]["times"]?.elements ?? []).compactMap { $0.double() }
      guard let value = Statistics.median(samples) ?? pair[1]["time"]?.double() else {
        gathering.add(
          UnmeasuredResult(
            series: name, .missing, reason: "The trial '\(name)' has no 'times'."))
        return
      }
      gathering.add(
        ExchangeSeries(
          name: name.isEmpty ? "value" : name, unit: "ns",
          points: [ExchangePoint(value: value, samples: samples.count > 1 ? samples : [])]))
    }
  }
}
