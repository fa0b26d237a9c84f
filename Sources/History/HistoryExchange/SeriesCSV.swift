internal import ExchangeDocuments

/// A table with a row for each point: `series,unit,time,commit,value,lower,upper,code,input`, and
/// `interval` and `machine` where one is known.
///
/// Only `value` must be there; columns of other names are ignored. Samples have no place in it.
enum SeriesCSV {
  static func text(of document: ExchangeDocument) -> String {
    let namesKinds = document.series.contains { $0.points.contains { $0.intervalKind != nil } }
    let namesMachines = document.series.contains { $0.points.contains { $0.machine != nil } }
    var text = CSVTable.line(
      ["series", "unit", "time", "commit", "value", "lower", "upper", "code", "input"]
        + (namesKinds ? ["interval"] : []) + (namesMachines ? ["machine"] : []))
    for series in document.series {
      for point in series.points {
        let time: String? = point.time.map { "\($0)" }
        let interval = [point.lower, point.upper].map { end in end.map { DecimalText.text($0) } }
        var fields: [String?] = [series.name, series.unit, time, point.commit]
        fields.append(DecimalText.text(point.value))
        fields += interval
        fields += [point.codeHash, point.inputHash]
        if namesKinds { fields.append(point.intervalKind?.text) }
        if namesMachines { fields.append(point.machine) }
        text += CSVTable.line(fields.map { $0 ?? "" })
      }
    }
    return text
  }

  /// Reads a table.
  ///
  /// Where it has no columns of the ends of intervals, a column `range` gives them:
  /// `± 12`, `12` or `± 3 %`. A column `interval` says what they are, unless the columns' names do.
  static func document(
    from bytes: [UInt8], name: String
  ) throws(ExchangeError) -> ExchangeDocument {
    var records = CSVRecords(bytes)
    guard try records.next() else { throw ExchangeError("The table is empty.", line: 1) }
    let columns = try TableColumns(records)
    var gathering = SeriesGathering()
    // Rows of one series mostly follow each other.
    var newest: (name: [UInt8], unit: [UInt8], place: Int)?
    var commits: Set<String> = []
    var isRow = columns.isPlain
    while true {
      // Without a header the first record is a row.
      if !isRow {
        guard try records.next() else { break }
      }
      isRow = false
      guard records.count == columns.count else {
        throw ExchangeError(
          "There are \(records.count) fields for \(columns.count) columns.", line: records.line)
      }
      let field = columns.name.map { records.field($0) } ?? []
      let series = field.isEmpty ? name : String(decoding: field, as: UTF8.self)
      if let reason = columns.reasonOfMissing(records) {
        gathering.add(
          UnmeasuredResult(
            series: series, .missing, reason: ExchangeError(reason, line: records.line).description)
        )
        continue
      }
      let point = try columns.point(of: records, &commits)
      let unit = columns.unit.map { records.field($0) } ?? []
      if let newest, newest.name[...] == field, newest.unit[...] == unit {
        gathering.append(point, to: newest.place)
        continue
      }
      let name = String(decoding: unit, as: UTF8.self)
      let place = gathering.add(ExchangeSeries(name: series, unit: name, points: [point]))
      let isSame = gathering.document.series[place].unit == name
      newest = isSame ? (Array(field), Array(unit), place) : nil
    }
    return gathering.document
  }
}

extension TableColumns {
  /// Why a row has no value; nil where it has one, or what should be one.
  fileprivate func reasonOfMissing(_ row: CSVRecords) -> String? {
    let text = row.field(value)
    guard !text.isEmpty else { return "The value is missing." }
    guard text.count <= 12, DecimalText.value(bytes: text) == nil else { return nil }
    let missing: Set<String> = [
      "nan", "na", "n/a", "null", "none", "nil", "-", "inf", "+inf", "-inf", "infinity",
      "-infinity", "+infinity", "skipped", "failed",
    ]
    return missing.contains(String(decoding: text, as: UTF8.self).lowercased())
      ? "\(QuotedText.quoted(text)) is not a finite number." : nil
  }

  /// The point of a row.
  fileprivate func point(
    of row: CSVRecords, _ commits: inout Set<String>
  ) throws(ExchangeError) -> ExchangePoint {
    guard let value = try number(row, value) else {
      throw ExchangeError("The value is missing.", line: row.line)
    }
    var point = ExchangePoint(
      value: value, time: text(row, time).flatMap { Timestamp.milliseconds($0) },
      lower: try number(row, lower), upper: try number(row, upper), codeHash: text(row, code),
      inputHash: text(row, input), machine: text(row, machine))
    if let commit, !row.field(commit).isEmpty {
      // Many points share a commit, and its text.
      point.commit =
        commits.insert(String(decoding: row.field(commit), as: UTF8.self)).memberAfterInsert
    }
    if let range, !row.field(range).isEmpty,
      let width = GitHubActionCustom.width(bytes: row.field(range), of: value)
    {
      point.lower = value - width
      point.upper = value + width
    }
    if point.interval != nil { point.intervalKind = intervalKind(of: row) }
    return point
  }

  private func text(_ row: CSVRecords, _ column: Int?) -> String? {
    guard let column else { return nil }
    let field = row.field(column)
    return field.isEmpty ? nil : String(decoding: field, as: UTF8.self)
  }

  private func number(_ row: CSVRecords, _ column: Int?) throws(ExchangeError) -> Double? {
    guard let column else { return nil }
    let field = row.field(column)
    guard !field.isEmpty else { return nil }
    guard let value = DecimalText.value(bytes: field) else {
      throw ExchangeError(
        "\(QuotedText.quoted(field)) is not a finite number.", line: row.line)
    }
    return value
  }
}
