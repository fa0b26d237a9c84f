internal import HistoryExchange
internal import HistoryReports
internal import Reporting
internal import Testing

@Suite("Files that are no text")
struct BinaryInputTests {
  /// What a check and an import say of a file.
  private func messages(_ bytes: [UInt8], columns: ColumnNames? = nil) -> [String] {
    var messages: [String] = []
    do throws(HarnessFailure) {
      _ = try CheckInput(path: "photo", bytes: bytes, columns: columns)
    } catch {
      #expect(error.status == .damagedInput)
      messages.append(error.message)
    }
    do throws(HarnessFailure) {
      _ = try ExchangeFile(path: "photo", bytes: bytes, format: nil, columns: columns)
    } catch {
      #expect(error.status == .damagedInput)
      messages.append(error.message)
    }
    return messages
  }

  @Test(
    "The kind of a well-known file is named",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46], "a JPEG picture"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG picture"),
      (Array("PK\u{3}\u{4}\u{14}\u{0}".utf8), "a ZIP archive"),
      (Array("SQLite format 3\u{0}".utf8), "an SQLite database"),
      (Array("BZh9\u{1}AY".utf8), "compressed by bzip2"),
      ([0xFF, 0xFE, 0x76, 0x00, 0x61, 0x00], "UTF-16"),
    ] as [([UInt8], String)])
  func kinds(bytes: [UInt8], name: String) throws {
    let columns = try ColumnNames("value=median")
    let messages = messages(bytes) + messages(bytes, columns: columns)
    #expect(messages.count == 4)
    for message in messages {
      #expect(message.hasPrefix("'photo': ") && message.contains(name), "\(message)")
      #expect(!message.contains("column"))
    }
  }

  @Test("Of other bytes that no text has the first is told")
  func controls() {
    let messages = messages(Array("value\n1\n".utf8) + [0x00, 0x01])
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains("not text: byte 9 is 0x00") }, "\(messages)")
  }

  @Test("Text in other encodings, with colours of a terminal, is text")
  func texts() throws {
    // A unit in Latin-1, as spreadsheets write it.
    let latin = Array("unit,value\n".utf8) + [0xB5] + Array("s,1.5\n".utf8)
    let table = try CheckInput(path: "s.csv", bytes: latin).table
    #expect(table.series.first?.values == [1.5])
    let go = "\u{1B}[1mBenchmarkFib\u{1B}[0m\nBenchmarkFib 10 125 ns/op\n"
    #expect(messages(Array(go.utf8)).allSatisfy { !$0.contains("not text") })
    let zipless = try CheckInput(path: "s", bytes: Array("BZh,value\n1,2\n".utf8)).table
    #expect(zipless.series.first?.values == [2])
  }

  @Test("A column of half widths gives intervals, whatever it is called")
  func namedRange() throws {
    let columns = try ColumnNames("value=median,range=spread")
    let bytes = Array("median,spread\n100,± 3 %\n200,5\n".utf8)
    let input = try CheckInput(path: "s.csv", bytes: bytes, columns: columns)
    let series = try #require(input.table.series.first)
    let interval = try #require(input.table.interval(of: series, at: 0))
    #expect(interval.lower == 97 && interval.upper == 103)
    let file = try ExchangeFile(path: "s.csv", bytes: bytes, format: nil, columns: columns)
    let imported = SeriesTable(file.document)
    #expect(try imported.interval(of: #require(imported.series.first), at: 1)?.upper == 205)
  }
}
