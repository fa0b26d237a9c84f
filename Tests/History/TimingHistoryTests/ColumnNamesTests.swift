internal import ExchangeDocuments
internal import HistoryExchange
internal import Testing

@Suite("Tables whose columns have other names")
struct ColumnNamesTests {
  private static let table = """

    Run at,test,"median, ms",mean,value
    2026-01-01,a,1.5,9,7
    2026-01-02,a,2.5,9,7
    2026-01-02,b,3.5,9,7

    """

  @Test("A column is read for what is said of it, and a column of that name no longer")
  func chosen() throws {
    let columns = try ColumnNames("time=run at, series=test,value=mean")
    let bytes = try columns.applied(to: Array(Self.table.utf8))
    let table = try SeriesTable(bytes, name: "s")
    #expect(table.series.map(\.name) == ["a", "b"])
    #expect(table.series.map(\.values) == [[9, 9], [9]])
    #expect(table.time(of: table.series[0], at: 1) == 1_767_312_000_000)
    let document = try ExchangeFormat.csv.document(from: bytes, name: "s")
    #expect(document.series.map(\.name) == ["a", "b"])
    #expect(document.series[0].points.map(\.value) == [9, 9])
  }

  @Test("Names are found whatever their case, and may be those of roles")
  func names() throws {
    for text in ["value=MEAN", "value= mean ", "value=Value"] {
      let bytes = try ColumnNames(text).applied(to: Array(Self.table.utf8))
      let values = try SeriesTable(bytes, name: "s").series.flatMap(\.values)
      #expect(values == (text == "value=Value" ? [7, 7, 7] : [9, 9, 9]))
    }
  }

  @Test("A row that is wrong is named by its line in the file")
  func lines() throws {
    let text = Self.table + "2026-01-03,b,3.5\n"
    let bytes = try ColumnNames("value=mean").applied(to: Array(text.utf8))
    let error = #expect(throws: ExchangeError.self) { try SeriesTable(bytes, name: "s") }
    #expect(error?.description.contains("6") == true)
  }

  @Test(
    "What is wrong is said",
    arguments: [
      ("value", "is not ROLE=COLUMN"), ("", "is not ROLE=COLUMN"),
      ("level=x", "'level' is none of"),
      ("value=", "has no name"), ("value=a,value=b", "named twice"),
    ])
  func wrong(text: String, problem: String) {
    let error = #expect(throws: ExchangeError.self) { try ColumnNames(text) }
    #expect(error?.description.contains(problem) == true)
  }

  @Test("A column that is not there is named, with those that are")
  func missing() throws {
    let columns = try ColumnNames("value=p99")
    let error = #expect(throws: ExchangeError.self) {
      try columns.applied(to: Array(Self.table.utf8))
    }
    #expect(error?.description.contains("'p99'") == true)
    #expect(error?.description.contains("mean") == true)
    #expect(throws: ExchangeError.self) { try columns.applied(to: []) }
  }
}
