internal import ExchangeDocuments

/// The CSV that Apache Otava reads: a row for each run and a column for each series.
///
/// It has no units, and Otava wants a number in every cell; empty ones are only read.
enum OtavaCSV {
  static func text(of document: ExchangeDocument) throws(ExchangeError) -> String {
    var text = CSVTable.line(["time", "commit"] + document.series.map(\.name))
    for run in document.runs {
      let measured = Set(run.values.map(\.series))
      if let missing = document.series.indices.first(where: { !measured.contains($0) }) {
        let time = run.time.map { Timestamp.text($0) } ?? "unknown time"
        throw ExchangeError(
          "Otava needs a value of every series in every run; '\(document.series[missing].name)'"
            + " has none in the run of \(time). Write one file for each series.")
      }
      var cells = [String](repeating: "", count: document.series.count)
      for (series, point) in run.values { cells[series] = DecimalText.text(point.value) }
      text += CSVTable.line(
        [run.time.map { Timestamp.text($0) } ?? "", run.commit ?? ""] + cells)
    }
    return text
  }

  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    let table = try CSVTable(text)
    let timeColumn = table.column("time")
    let commitColumn = table.column("commit")
    var document = ExchangeDocument()
    for (column, name) in table.header.enumerated()
    where column != timeColumn && column != commitColumn {
      var series = ExchangeSeries(name: name, unit: "")
      for (line, fields) in table.rows where !fields[column].isEmpty {
        guard let value = DecimalText.value(fields[column]) else {
          throw ExchangeError(
            "'\(fields[column])' in column '\(name)' is not a finite number.", line: line)
        }
        let commit = commitColumn.map { fields[$0] }
        series.points.append(
          ExchangePoint(
            value: value, time: timeColumn.flatMap { Timestamp.milliseconds(fields[$0]) },
            commit: commit.flatMap { $0.isEmpty ? nil : $0 }))
      }
      document.series.append(series)
    }
    guard !document.series.isEmpty else {
      throw ExchangeError("There is no column of values beside time and commit.", line: 1)
    }
    return document
  }
}
