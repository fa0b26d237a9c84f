internal import GRDB
internal import Measuring
package import OrderedJSON

extension SeriesRecord {
  /// The parameters as an object, in their order.
  package var parameterObject: JSONValue {
    .object(parameters.map { JSONValue.Field($0.name, .string($0.value)) })
  }

  /// How many things one iteration works on, as whole numbers are written.
  package var itemNumber: JSONValue? {
    items.map { items in Int(exactly: items).map { .integer($0) } ?? .number(items) }
  }

  /// Reads a row of the table of series.
  init(_ row: Row) {
    let text: String = row["parameters"]
    let fields = (try? JSONValue(parsing: Array(text.utf8)))?.fields ?? []
    self.init(
      name: row["name"], unit: row["unit"],
      parameters: fields.compactMap { field in
        field.value.string.map { BenchmarkParameter(field.name, $0) }
      },
      items: row["items"], metric: row["metric"],
      better: (row["better"] as String?).flatMap { BenchmarkMetric.Better(rawValue: $0) })
  }

  /// The values of ``columns``.
  var values: StatementArguments {
    [name, unit, parameterObject.line, items, metric, better?.rawValue]
  }

  /// The columns of the table of series, but for its number.
  static let columns = "name, unit, parameters, items, metric, better"
}

extension HistoryStore {
  /// The number of a series, made when it is new.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - isCurrent: Whether it is measured now, and what is known of it brought up to date; what other histories say
  ///     only adds to it.
  ///   - database: Where it is.
  /// - Returns: The number.
  /// - Throws: ``HistoryError`` when the series goes on in another unit, and what the database throws.
  static func seriesID(
    _ series: SeriesRecord, isCurrent: Bool = false, _ database: Database
  ) throws -> Int64 {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM series WHERE name = ?"),
      arguments: [series.name])
    guard let row else {
      try database.cachedStatement(
        sql: "INSERT INTO series (\(SeriesRecord.columns)) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: series.values)
      return database.lastInsertedRowID
    }
    let known = SeriesRecord(row)
    try require(
      known.unit == series.unit,
      "The series '\(series.name)' is recorded in '\(known.unit)' and cannot go on in"
        + " '\(series.unit)'. Give the new one another name.")
    let id: Int64 = row["id"]
    let newest = isCurrent ? series.completed(by: known) : known.completed(by: series)
    if newest != known { try update(newest, id: id, database) }
    return id
  }

  private static func update(_ series: SeriesRecord, id: Int64, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE series SET parameters = ?, items = ?, metric = ?, better = ? WHERE id = ?",
      arguments: [
        series.parameterObject.line, series.items, series.metric, series.better?.rawValue, id,
      ])
  }
}
