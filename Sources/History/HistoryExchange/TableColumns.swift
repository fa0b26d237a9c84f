internal import ExchangeDocuments

/// Where the columns of a table of series are.
struct TableColumns {
  let count: Int
  let value: Int
  let name: Int?
  let unit: Int?
  let time: Int?
  let commit: Int?
  let code: Int?
  let input: Int?
  let machine: Int?
  let lower: Int?
  let upper: Int?
  /// What the intervals are, where the columns' names say it.
  private let namedKind: IntervalKind?
  /// The column that says what the intervals are.
  private let kind: Int?
  /// Whether the table has no header, only values.
  let isPlain: Bool
  /// Half of the interval's width; only where its ends have no columns.
  let range: Int?

  var hasIntervals: Bool { lower != nil || upper != nil || range != nil }

  init(_ header: CSVRecords) throws(ExchangeError) {
    count = header.count
    let names = (0..<header.count).map {
      String(decoding: header.field($0), as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    }
    isPlain = count == 1 && DecimalText.value(bytes: header.field(0)) != nil
    func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
    guard let value = isPlain ? 0 : column("value") else {
      let listed = (0..<min(header.count, 10)).map { QuotedText.quoted(header.field($0)) }
      let more = header.count > 10 ? ", and \(header.count - 10) more" : ""
      let hint = Self.divider(of: header).map {
        " Columns are divided by commas, and numbers have a decimal point: here \($0) divides."
      }
      throw ExchangeError(
        "There is no column 'value' among \(listed.joined(separator: ", "))\(more).\(hint ?? "")",
        line: 1)
    }
    self.value = value
    name = column("series", "name")
    unit = column("unit")
    time = column("time", "date", "date_ms", "timestamp")
    commit = column("commit")
    code = column("code", "codehash", "code_hash")
    input = column("input", "inputhash", "input_hash")
    machine = column("machine")
    let ends: [(kind: IntervalKind?, lower: Int?, upper: Int?)] = [
      (nil, column("lower"), column("upper")), (.quartiles, column("q1"), column("q3")),
      (.range, column("min"), column("max")),
    ]
    let widths: [(kind: IntervalKind?, range: Int?)] = [
      (nil, column("range")),
      (.standardDeviation, column("stddev", "stdev", "standarddeviation", "standard_deviation")),
      (.standardError, column("stderr", "standarderror", "standard_error", "sem")),
    ]
    let isNamed = ends[0].lower != nil || ends[0].upper != nil
    let width = isNamed ? nil : widths.first { $0.range != nil }
    let end =
      isNamed
      ? ends[0] : width != nil ? nil : ends.first { $0.lower != nil && $0.upper != nil }
    lower = end?.lower
    upper = end?.upper
    range = width?.range
    namedKind = width?.kind ?? end?.kind
    kind = column("interval", "intervalkind", "interval_kind")
  }

  /// What the interval of a row is; nil where the file does not say.
  func intervalKind(of row: CSVRecords) -> IntervalKind? {
    if let namedKind { return namedKind }
    guard let kind, !row.field(kind).isEmpty else { return nil }
    return IntervalKind(words: String(decoding: row.field(kind), as: UTF8.self))
  }

  /// What divides the columns of a table where no comma does.
  private static func divider(of header: CSVRecords) -> String? {
    guard header.count == 1 else { return nil }
    let line = header.field(0)
    return [(UInt8(ascii: ";"), "a semicolon"), (9, "a tab")].first { line.contains($0.0) }?.1
  }
}
