internal import ExchangeDocuments
internal import OrderedJSON

/// What airspeed velocity (asv) writes: a file of results for each commit, in versions 1 and 2, and
/// the published graphs.
///
/// A benchmark with parameters is a series for each combination. Times are in seconds there, and
/// the kind of a benchmark is the beginning of its name: `time_`, `mem_`, `peakmem_`, `track_`.
enum ASVResults {
  static func document(from text: String, name: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(exchanged: withoutNotANumber(text))
    if let points = json.elements { return try graph(points, name: name) }
    guard let results = json["results"]?.fields, let commit = json["commit_hash"]?.string else {
      throw ExchangeError("There are no 'results' of a 'commit_hash'.")
    }
    if let version = json["version"]?.integer, !(1...2).contains(version) {
      throw ExchangeError("The file is of asv's version \(version); 1 and 2 are known.")
    }
    let time = json["date"]?.wholeNumber
    let columns = json["result_columns"]?.elements?.map { $0.string ?? "" }
    var document = ExchangeDocument()
    for field in results {
      let (values, parameters) = Self.values(field.value, columns)
      let names = names(of: field.name, parameters, count: values.count)
      for (series, value) in zip(names, values) {
        guard let value = value.double() else { continue }
        document.series.append(
          ExchangeSeries(
            name: series, unit: unit(of: field.name),
            points: [ExchangePoint(value: value, time: time, commit: commit)]))
      }
    }
    return document
  }

  /// A graph: pairs of a revision, or a time in milliseconds, and a value or null.
  private static func graph(
    _ points: [JSONValue], name: String
  ) throws(ExchangeError) -> ExchangeDocument {
    var series = ExchangeSeries(name: name, unit: unit(of: name))
    for point in points {
      guard let pair = point.elements, pair.count == 2, let place = pair[0].wholeNumber,
        pair[1] == .null || pair[1].double() != nil
      else {
        throw ExchangeError("A graph is a list of pairs of a revision and a value.")
      }
      guard let value = pair[1].double() else { continue }
      // A hundred thousand million milliseconds are the year 1973; no repository has that many
      // commits.
      let isTime = place > 100_000_000_000
      series.points.append(
        ExchangePoint(value: value, time: isTime ? place : nil, commit: isTime ? nil : "r\(place)"))
    }
    return ExchangeDocument(series: [series])
  }

  /// The values of a benchmark and the values that each of its parameters takes.
  private static func values(
    _ result: JSONValue, _ columns: [String]?
  ) -> (values: [JSONValue], parameters: [[String]]) {
    var value = result
    var parameters: JSONValue?
    if result.fields != nil {
      value = result["result"] ?? .null
      parameters = result["params"]
    } else if let columns, let row = result.elements {
      func cell(_ name: String) -> JSONValue? {
        columns.firstIndex(of: name).flatMap { row.indices.contains($0) ? row[$0] : nil }
      }
      value = cell("result") ?? .null
      parameters = cell("params")
    }
    let lists = parameters?.elements?.map { list in
      (list.elements ?? []).map { $0.string ?? $0.numberText ?? "" }
    }
    return (value.elements ?? [value], lists ?? [])
  }

  /// The names of the series of a benchmark: the last parameter varies fastest.
  private static func names(of name: String, _ parameters: [[String]], count: Int) -> [String] {
    // As many as there are values: a hostile file names millions of combinations.
    let sizes = parameters.map(\.count)
    guard !sizes.isEmpty, !sizes.contains(0) else {
      return count == 1 ? [name] : (0..<count).map { "\(name)(\($0))" }
    }
    return (0..<count).map { place in
      var rest = place
      var chosen: [String] = []
      for list in parameters.reversed() {
        chosen.append(list[rest % list.count])
        rest /= list.count
      }
      let suffix = rest > 0 ? "#\(rest)" : ""
      return "\(name)(\(chosen.reversed().joined(separator: ", ")))\(suffix)"
    }
  }

  private static func unit(of name: String) -> String {
    let own = name.split(separator: ".").last ?? ""
    if own.hasPrefix("time_") { return "s" }
    return own.hasPrefix("mem_") || own.hasPrefix("peakmem_") ? "bytes" : ""
  }

  /// The text with null for NaN and infinity, which JSON does not know and asv writes.
  private static func withoutNotANumber(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    let words = ["NaN", "-Infinity", "Infinity"].map { Array($0.utf8) }
    var isInString = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isInString {
        output.append(byte)
        if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
          place += 1
          output.append(bytes[place])
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if let word = words.first(where: { bytes[place...].starts(with: $0) }) {
        output += Array("null".utf8)
        place += word.count - 1
      } else {
        isInString = byte == UInt8(ascii: "\"")
        output.append(byte)
      }
      place += 1
    }
    return String(decoding: output, as: UTF8.self)
  }
}
