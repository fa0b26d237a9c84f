internal import CommandText
internal import Reporting
internal import Testing

@Suite("Messages on the standard streams")
struct CommandTextTests {
  @Test("lengths of time are told in one or two units")
  func durations() {
    #expect(Decimals.duration(0) == "0 s")
    #expect(Decimals.duration(58.2) == "59 s")
    #expect(Decimals.duration(59.5) == "1 min 0 s")
    #expect(Decimals.duration(3599) == "59 min 59 s")
    #expect(Decimals.duration(12_000) == "3 h 20 min")
    #expect(Decimals.duration(.infinity) == "–")
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

  @Test("progress is rewritten in place, rarely, and cleaned up")
  func progress() {
    var written: [String] = []
    var line = ProgressLine(isShown: true, width: 30) { written.append($0) }
    line.clear()
    line.update(label: "3 of 12", fraction: 0.25, elapsed: 2)
    line.update(label: "too soon", fraction: 0.3, elapsed: 2.05)
    line.clear()
    line.clear()
    #expect(written == ["\r\u{1B}[2K[ 25 %] 3 of 12; 6 s left", "\r\u{1B}[2K"])
    #expect(ProgressLine.text(label: "x", fraction: 0.01, elapsed: 9) == "[  1 %] x")
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
}
