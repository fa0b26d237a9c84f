internal import ExchangeDocuments

/// A table with a row for each point: `series,unit,time,commit,value,lower,upper,code,input`.
///
/// Only `value` must be there; columns of other names are ignored. Samples have no place in it.
enum SeriesCSV {
  static func text(of document: ExchangeDocument) -> String {
    var text = CSVTable.line([
      "series", "unit", "time", "commit", "value", "lower", "upper", "code", "input",
    ])
    for series in document.series {
      for point in series.points {
        text += CSVTable.line([
          series.name, series.unit, point.time.map { "\($0)" } ?? "", point.commit ?? "",
          DecimalText.text(point.value), point.lower.map { DecimalText.text($0) } ?? "",
          point.upper.map { DecimalText.text($0) } ?? "", point.codeHash ?? "",
          point.inputHash ?? "",
        ])
      }
    }
    return text
  }

  static func document(
    from text: String, name: String
  ) throws(ExchangeError) -> ExchangeDocument {
    let table = try CSVTable(text)
    guard let valueColumn = table.column("value") else {
      throw ExchangeError(
        "There is no column 'value' among \(table.header.joined(separator: ", ")).", line: 1)
    }
    let nameColumn = table.column("series", "name")
    let unitColumn = table.column("unit")
    let timeColumn = table.column("time", "date", "date_ms", "timestamp")
    let commitColumn = table.column("commit")
    let ends = [table.column("lower"), table.column("upper")]
    let codeColumn = table.column("code", "codehash", "code_hash")
    let inputColumn = table.column("input", "inputhash", "input_hash")
    var document = ExchangeDocument()
    var places: [String: Int] = [:]
    for (line, fields) in table.rows {
      func field(_ column: Int?) -> String? {
        column.map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      }
      func number(_ column: Int?) throws(ExchangeError) -> Double? {
        guard let text = field(column) else { return nil }
        guard let value = DecimalText.value(text) else {
          throw ExchangeError("'\(text)' is not a finite number.", line: line)
        }
        return value
      }
      guard let value = try number(valueColumn) else {
        throw ExchangeError("The value is missing.", line: line)
      }
      let point = ExchangePoint(
        value: value, time: field(timeColumn).flatMap { Timestamp.milliseconds($0) },
        commit: field(commitColumn), lower: try number(ends[0]), upper: try number(ends[1]),
        codeHash: field(codeColumn), inputHash: field(inputColumn))
      let series = field(nameColumn) ?? name
      if let place = places[series] {
        document.series[place].points.append(point)
      } else {
        places[series] = document.series.count
        document.series.append(
          ExchangeSeries(name: series, unit: field(unitColumn) ?? "", points: [point]))
      }
    }
    return document
  }
}
