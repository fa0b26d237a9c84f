internal import Reporting
internal import Testing

@Suite("Text of results")
struct ReportedTextTests {
  @Test("lengths of time are told in one or two units")
  func durations() {
    #expect(Decimals.duration(0) == "0 s")
    #expect(Decimals.duration(58.2) == "59 s")
    #expect(Decimals.duration(59.5) == "1 min 0 s")
    #expect(Decimals.duration(3599) == "59 min 59 s")
    #expect(Decimals.duration(12_000) == "3 h 20 min")
    #expect(Decimals.duration(.infinity) == "–")
    #expect(Decimals.duration(-1e300) == "–")
  }

  @Test("numbers are rounded half away from zero; some is never nothing")
  func decimals() {
    #expect(Decimals.fixed(1.25, places: 1) == "1.3")
    #expect(Decimals.fixed(-0.001, places: 2) == "0.00")
    #expect(Decimals.fixed(-2.5, places: 0) == "-3")
    #expect(Decimals.fixed(.nan, places: 2) == "–")
    #expect(Decimals.fixed(1e17, places: 2) == "1e+17")
    #expect(Decimals.percent(0.000_1) == "< 0.1 %")
    #expect(Decimals.percent(0.2314) == "23.1 %")
  }

  @Test("tables align their columns")
  func table() {
    var table = TextTable(columns: [.init("name", .left), .init("count")])
    table.append(["a", "12345678"])
    table.append([TextTable.Cell("bc", prefix: "\u{1B}[1m", prefixWidth: 0), "9"])
    #expect(
      table.lines(indent: 1) == [" name     count", " a     12345678", " \u{1B}[1mbc           9"])
  }

  @Test("the nearest spelling is suggested, and nonsense gets none")
  func spelling() {
    #expect(spellingDistance("kitten", "sitting") == 3)
    #expect(spellingDistance("ab", "ba") == 1)
    #expect(nearestSpelling(of: "TEEL", among: ["teal", "red"]) == "teal")
    #expect(nearestSpelling(of: "zzzzz", among: ["teal", "red"]) == nil)
    #expect(
      unknownChoice("jsno", kind: "format", choices: ["json", "csv"])
        == "Unknown format 'jsno'. Did you mean 'json'? Choose from: json, csv.")
  }

  @Test("text from a file cannot move the cursor or end a line")
  func printableText() {
    #expect(
      printable("a\u{1B}[2Jb\nc\u{2028}d\u{202E}é🌻") == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}é🌻")
  }

  @Test("a cell of comma-separated values is quoted where it must be")
  func csv() {
    #expect(CSVLine.text(["a", "b,c", "d\"e", "f\r\ng"]) == "a,\"b,c\",\"d\"\"e\",\"f\r\ng\"\n")
  }

  @Test("a change has its sign and as many digits as decide")
  func changes() {
    #expect(
      [-0.832, 0.0031, 0, 1e-9, -1e-9, 0.1].map(Decimals.change)
        == ["-83.2 %", "+0.31 %", "0.00 %", "0.00 %", "0.00 %", "+10.0 %"])
  }
}
