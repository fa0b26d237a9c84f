internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What `go test -bench` prints, which benchstat reads: a line for each benchmark and repetition.
///
/// The first measure of a line names the series; further ones, such as allocated bytes, are series
/// of their own. What `go test -json` writes holds the same lines.
enum GoBenchmarks {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var lines = GoLines()
    let printed = text.drop(while: \.isWhitespace).first == "{" ? try output(of: text) : text
    for line in printed.split(whereSeparator: \.isNewline) { lines.read(line) }
    return try lines.document()
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

/// What the lines of a run of `go test -bench` say, one after the other.
private struct GoLines {
  private var order: [String] = []
  private var units: [String: String] = [:]
  private var samples: [String: [Double]] = [:]
  private var unmeasured: [UnmeasuredResult] = []
  private var package = ""
  private var processor: String?
  /// A benchmark whose numbers have not come yet: it writes a log between its name and them.
  private var begun: String?

  mutating func read(_ line: Substring) {
    let fields = line.split { $0 == " " || $0 == "\t" }
    guard let first = fields.first else { return }
    if fields.count == 2, first == "pkg:" { package = "\(fields[1])." }
    if fields.count > 1, first == "cpu:" {
      processor = fields.dropFirst().joined(separator: " ")
    }
    if first == "---", fields.count > 2, fields[2].hasPrefix("Benchmark") {
      let name = self.name(fields[2])
      if fields[1] == "FAIL:" {
        end(name, .failed, "The benchmark '\(name)' failed.")
      } else if fields[1] == "SKIP:" {
        end(name, .skipped, "The benchmark '\(name)' was skipped.")
      }
      return
    }
    if isResult(fields.dropFirst()), first.hasPrefix("Benchmark") {
      endBegun()
      add(fields.dropFirst(), to: name(first))
    } else if first.hasPrefix("Benchmark"), first.count > "Benchmark".count {
      endBegun()
      begun = name(first)
      // A log may be without an end of line before the numbers.
      if let place = (2..<max(fields.count - 2, 2)).first(where: { isResult(fields[$0...]) }) {
        takeBegun(fields[place...])
      }
    } else if begun != nil {
      if let place = fields.indices.first(where: { isResult(fields[$0...]) }) {
        takeBegun(fields[place...])
      } else if first == "PASS" || first == "FAIL" || first == "ok" || first == "pkg:" {
        endBegun()
      }
    }
  }

  private func name(_ field: Substring) -> String {
    package + String(field.dropFirst("Benchmark".count))
  }

  /// Whether fields are a count, a value and its unit.
  private func isResult(_ fields: ArraySlice<Substring>) -> Bool {
    guard fields.count >= 3, let count = fields.first, Int64(count) != nil else { return false }
    let unit = fields[fields.startIndex + 2]
    return DecimalText.value(fields[fields.startIndex + 1]) != nil
      && (unit.contains("/") || fields.count == 3) && unit.first?.isNumber == false
  }

  private mutating func takeBegun(_ fields: ArraySlice<Substring>) {
    if let name = begun { add(fields, to: name) }
    begun = nil
  }

  /// A benchmark that began and has no numbers.
  private mutating func endBegun() {
    guard let name = begun else { return }
    end(name, .missing, "The benchmark '\(name)' has a name and no numbers.")
  }

  private mutating func end(_ name: String, _ state: UnmeasuredResult.State, _ reason: String) {
    unmeasured.append(UnmeasuredResult(series: name, state, reason: reason))
    begun = nil
  }

  private mutating func add(_ fields: ArraySlice<Substring>, to own: String) {
    let values = Array(fields)
    //     BenchmarkSort-8   1000   1234 ns/op   456 B/op   7 allocs/op
    //                       count  value unit   value unit value unit
    for place in stride(from: 1, to: values.count - 1, by: 2) {
      guard let value = DecimalText.value(values[place]) else { break }
      let unit = String(values[place + 1])
      let name = place == 1 ? own : "\(own): \(unit)"
      if samples[name] == nil {
        order.append(name)
        units[name] = unit == "ns/op" ? "ns" : unit
      }
      samples[name, default: []].append(value)
    }
  }

  /// The names of results, without the number of processors, and of all benchmarks above them.
  private var stems: Set<String> {
    var stems = Set(order)
    for name in order {
      if let dash = name.lastIndex(of: "-") { stems.insert(String(name[..<dash])) }
      for place in name.indices where name[place] == "/" { stems.insert(String(name[..<place])) }
    }
    return stems
  }

  mutating func document() throws(ExchangeError) -> ExchangeDocument {
    endBegun()
    guard !order.isEmpty || !unmeasured.isEmpty else {
      throw ExchangeError("No line begins with 'Benchmark' and goes on with a count and a value.")
    }
    var document = ExchangeDocument(
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
    // With -v a name comes alone before the results of its benchmark, or of those below it.
    let known = stems
    document.unmeasured = unmeasured.filter {
      $0.state != .missing || !known.contains($0.series)
    }
    return document
  }
}
