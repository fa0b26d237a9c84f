internal import ExchangeDocuments
internal import MarkupEscaping

/// The OpenMetrics text that Prometheus scrapes: one gauge, a label for each series.
///
/// Other programs' text is read too: with exemplars, units and values that are not finite, which are
/// left out, and Prometheus' own older text, which has no `# EOF` and times in milliseconds.
enum OpenMetrics {
  private static let metric = "bench_value"

  static func text(of document: ExchangeDocument) -> String {
    var text = "# TYPE \(metric) gauge\n# HELP \(metric) The median of a series, in its unit.\n"
    for series in document.series {
      for point in series.points {
        var labels = [("series", series.name), ("unit", series.unit)]
        if let commit = point.commit { labels.append(("commit", commit)) }
        text +=
          metric + "{"
          + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "} "
          + DecimalText.text(point.value)
        if let time = point.time { text += " " + seconds(time) }
        text += "\n"
      }
    }
    return text + "# EOF\n"
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    DecimalText.text(Double(milliseconds) / 1000)
  }

  private static func escaped(_ label: String) -> String {
    Markup.replacing(in: label) { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var document = ExchangeDocument()
    var places: [String: Int] = [:]
    var units: [String: String] = [:]
    var hasEnd = false
    var hasDescription = false
    var leftOut = 0
    // Only a line feed ends a line; Swift would take it together with a carriage return.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, scalars) in lines.enumerated() {
      let line = String(scalars.last == "\r" ? scalars.dropLast() : scalars)
      if hasEnd {
        guard line.isEmpty else {
          throw ExchangeError("There is something after '# EOF'.", line: index + 1)
        }
        continue
      }
      if line == "# EOF" {
        hasEnd = true
      } else if line.hasPrefix("#") {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count > 2 else { continue }
        hasDescription = hasDescription || words[1] == "TYPE" || words[1] == "HELP"
        if words[1] == "UNIT", words.count > 3 { units[String(words[2])] = String(words[3]) }
      } else if !line.allSatisfy(\.isWhitespace) {
        let sample = try MetricLine(line, number: index + 1)
        guard let value = sample.value else {
          leftOut += 1
          continue
        }
        let name = sample.labels["series"] ?? sample.fullName
        let point = ExchangePoint(
          value: value, time: sample.milliseconds, commit: sample.labels["commit"])
        if let place = places[name] {
          document.series[place].points.append(point)
        } else {
          places[name] = document.series.count
          let unit = sample.labels["unit"] ?? units[sample.name] ?? ""
          document.series.append(ExchangeSeries(name: name, unit: unit, points: [point]))
        }
      }
    }
    // This program's own text always has an end; Prometheus' older text never has one.
    let isOwn = places.keys.contains { $0.hasPrefix(metric) } || text.hasPrefix("# TYPE \(metric)")
    guard hasEnd || (hasDescription && !isOwn && text.hasSuffix("\n")) else {
      throw ExchangeError("The text does not end with '# EOF': it is cut off.")
    }
    guard leftOut == 0 || !document.series.isEmpty else {
      throw ExchangeError("No sample has a finite value.")
    }
    return document
  }
}

/// One sample of OpenMetrics: a name, labels, a value and perhaps a time.
private struct MetricLine {
  let name: String
  private(set) var labels: [String: String] = [:]
  /// Its value; nil for NaN and infinity.
  let value: Double?
  let milliseconds: Int64?

  init(_ line: String, number: Int) throws(ExchangeError) {
    var rest = Substring(line)
    func failure(_ words: String) -> ExchangeError {
      ExchangeError("The sample is not OpenMetrics: \(words).", line: number)
    }
    let found = rest.prefix { $0 != "{" && $0 != " " && $0 != "\t" }
    guard !found.isEmpty else { throw failure("it has no name") }
    name = String(found)
    rest = rest[found.endIndex...].drop { $0 == " " || $0 == "\t" }
    if rest.first == "{" {
      rest = rest.dropFirst().drop { $0 == " " }
      while rest.first != "}" {
        let label = rest.prefix { $0 != "=" }
        guard rest[label.endIndex...].hasPrefix("=\"") else {
          throw failure("a label has no value in quotes")
        }
        rest = rest[label.endIndex...].dropFirst(2)
        guard let value = Self.quoted(&rest) else { throw failure("a label does not end") }
        labels[String(label)] = value
        if rest.first == "," { rest = rest.dropFirst().drop { $0 == " " } }
        guard !rest.isEmpty else { throw failure("the labels do not end") }
      }
      rest.removeFirst()
    }
    // What follows ` # ` is an exemplar.
    //     http_seconds_bucket{le="0.5"} 12 1520879607.789 # {trace="x"} 0.4
    //     name        labels            value  seconds        exemplar
    let fields = rest.split(separator: " # ", maxSplits: 1).first?.split {
      $0 == " " || $0 == "\t"
    }
    guard let fields, let first = fields.first else { throw failure("it has no value") }
    value = DecimalText.value(first)
    guard value != nil || Self.isNotFinite(first) else {
      throw failure("its value is not a number")
    }
    guard fields.count > 1, fields[1] != "#" else {
      milliseconds = nil
      return
    }
    // Whole numbers of a hundred thousand million and more are Prometheus' milliseconds: as seconds
    // they would be the year 5138.
    let isMilliseconds = Int64(fields[1]).map { $0.magnitude >= 100_000_000_000 } ?? false
    let time = DecimalText.value(fields[1], movedBy: isMilliseconds ? 0 : 3)
    guard let time, abs(time) < 1e17 else {
      throw failure("its time is not a number of seconds")
    }
    milliseconds = Int64(time.rounded())
  }

  /// The name with the labels of other programs, so that samples of different labels stay apart.
  var fullName: String {
    let others = labels.filter { $0.key != "commit" && $0.key != "unit" }
      .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return others.isEmpty ? name : "\(name){\(others.joined(separator: ", "))}"
  }

  private static func isNotFinite(_ text: Substring) -> Bool {
    ["nan", "inf", "+inf", "-inf"].contains(text.lowercased())
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    var result = ""
    while let character = rest.unicodeScalars.popFirst() {
      switch character {
      case "\"": return result
      case "\\":
        guard let escaped = rest.unicodeScalars.popFirst() else { return nil }
        result.unicodeScalars.append(escaped == "n" ? "\n" : escaped)
      default: result.unicodeScalars.append(character)
      }
    }
    return nil
  }
}
