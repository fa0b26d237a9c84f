internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// This program's own JSON, which holds everything that a document holds.
enum PlainJSON {
  static func text(of document: ExchangeDocument) -> String {
    JSONValue.fields([
      ("version", .integer(1)),
      ("series", .array(document.series.map(json))),
    ]).text + "\n"
  }

  private static func json(_ series: ExchangeSeries) -> JSONValue {
    .fields(
      [
        ("name", .string(series.name)), ("unit", .string(series.unit)),
      ]
        + (series.better.map { [("better", JSONValue.string($0.rawValue))] } ?? [])
        + [("points", .array(series.points.map(json)))])
  }

  private static func json(_ point: ExchangePoint) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [("value", .decimal(point.value))]
    if let time = point.time { members.append(("time", .whole(time))) }
    if let commit = point.commit { members.append(("commit", .string(commit))) }
    if let lower = point.lower { members.append(("lower", .decimal(lower))) }
    if let upper = point.upper { members.append(("upper", .decimal(upper))) }
    if let kind = point.intervalKind { members.append(("interval", .string(kind.text))) }
    if !point.samples.isEmpty {
      members.append(("samples", .array(point.samples.map { .decimal($0) })))
    }
    if let hash = point.codeHash { members.append(("codeHash", .string(hash))) }
    if let hash = point.inputHash { members.append(("inputHash", .string(hash))) }
    if let machine = point.machine { members.append(("machine", .string(machine))) }
    if let note = point.note { members.append(("note", .string(note))) }
    return .fields(members)
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    // Others have versions of their own.
    if let version = json["version"]?.integer, version > 1,
      json["series"] != nil || json.fields?.count == 1
    {
      throw ExchangeError(
        "The file is of version \(version), which a newer version of this program wrote.")
    }
    guard let series = json["series"]?.elements else {
      throw ExchangeError("There is no list of 'series'.")
    }
    var document = ExchangeDocument()
    for item in series {
      guard let name = item["name"]?.string else {
        throw ExchangeError("A series has no 'name'.")
      }
      guard let points = item["points"]?.elements else {
        throw ExchangeError("The series '\(name)' has no list of 'points'.")
      }
      var read = ExchangeSeries(name: name, unit: item["unit"]?.string ?? "")
      read.better = (item["better"]?.string).flatMap { BenchmarkMetric.Better(rawValue: $0) }
      for point in points {
        guard point["value"]?.double() != nil else {
          document.unmeasured.append(
            UnmeasuredResult(
              series: name, .missing,
              reason: "A point of the series '\(name)' has no number as its 'value'.",
              time: point["time"]?.wholeNumber, commit: point["commit"]?.string))
          continue
        }
        read.points.append(try self.point(point, of: name))
      }
      document.series.append(read)
    }
    return document
  }

  private static func point(
    _ json: JSONValue, of series: String
  ) throws(ExchangeError) -> ExchangePoint {
    guard let value = json["value"]?.double() else {
      throw ExchangeError("A point of the series '\(series)' has no number as its 'value'.")
    }
    let samples = json["samples"]?.elements ?? []
    let numbers = samples.compactMap { $0.double() }
    guard numbers.count == samples.count else {
      throw ExchangeError("A sample of the series '\(series)' is not a number.")
    }
    return ExchangePoint(
      value: value, time: json["time"]?.wholeNumber, commit: json["commit"]?.string,
      lower: json["lower"]?.double(), upper: json["upper"]?.double(),
      intervalKind: json["interval"]?.string.flatMap { IntervalKind(words: $0) }, samples: numbers,
      codeHash: json["codeHash"]?.string, inputHash: json["inputHash"]?.string,
      machine: json["machine"]?.string, note: json["note"]?.string)
  }
}
