internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What `go test -bench` prints, which benchstat reads: a line for each benchmark and repetition.
///
/// The first measure of a line names the series; further ones, such as allocated bytes, are series
/// of their own. What `go test -json` writes holds the same lines.
enum GoBenchmarks {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var order: [String] = []
    var units: [String: String] = [:]
    var samples: [String: [Double]] = [:]
    var package = ""
    var processor: String?
    let printed = text.drop(while: \.isWhitespace).first == "{" ? try output(of: text) : text
    for line in printed.split(whereSeparator: \.isNewline) {
      let fields = line.split { $0 == " " || $0 == "\t" }
      if fields.count == 2, fields[0] == "pkg:" { package = "\(fields[1])." }
      if fields.count > 1, fields[0] == "cpu:" {
        processor = fields.dropFirst().joined(separator: " ")
      }
      guard let first = fields.first, first.hasPrefix("Benchmark"), fields.count >= 4,
        Int64(fields[1]) != nil
      else { continue }
      for place in stride(from: 2, to: fields.count - 1, by: 2) {
        guard let value = DecimalText.value(fields[place]) else { break }
        let unit = String(fields[place + 1])
        let own = package + String(first.dropFirst("Benchmark".count))
        let name = place == 2 ? own : "\(own): \(unit)"
        if samples[name] == nil {
          order.append(name)
          units[name] = unit == "ns/op" ? "ns" : unit
        }
        samples[name, default: []].append(value)
      }
    }
    guard !order.isEmpty else {
      throw ExchangeError("No line begins with 'Benchmark' and goes on with a count and a value.")
    }
    return ExchangeDocument(
      series: order.compactMap { name in
        let taken = samples[name] ?? []
        guard let value = Statistics.median(taken) else { return nil }
        return ExchangeSeries(
          name: name, unit: units[name] ?? "",
          points: [
            ExchangePoint(
              value: value, samples: taken.count > 1 ? taken : [], machine: processor)
          ])
      })
  }

  /// What was printed, from the events of `go test -json`, one a line.
  private static func output(of events: String) throws(ExchangeError) -> String {
    var printed = ""
    for line in events.split(whereSeparator: \.isNewline) {
      let event = try JSONValue(exchanged: String(line))
      guard event["Action"] != nil else {
        throw ExchangeError("An event has no 'Action'.")
      }
      printed += event["Output"]?.string ?? ""
    }
    return printed
  }
}
