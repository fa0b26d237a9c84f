internal import ExchangeDocuments
internal import Foundation
internal import Testing

@testable internal import HistoryExchange

@Suite("Tables of series in one pass")
struct SeriesTableTests {
  private func table(_ text: String) throws -> SeriesTable {
    try SeriesTable(Array(text.utf8), name: "file")
  }

  @Test("It reads what the document of the same file has")
  func document() throws {
    let text = [
      "\u{FEFF}series,time,commit,value,code,input\r", #""a, ""b""",2026-01-01,c1,1.5,x,y"# + "\r",
      "\r", "c,1767225600,c2,-2e-3,,\r",
      #""a, ""b""",2026-01-02,"c"# + "\n" + #"3",12345678901234567890,z,y"# + "\r",
      ",,c4,0.1,,",
    ].joined(separator: "\n")
    let table = try table(text)
    let document = try ExchangeFormat.csv.document(from: Array(text.utf8), name: "file")
    #expect(table.series.map(\.name) == document.series.map(\.name))
    #expect(table.series.map(\.values) == document.series.map { $0.points.map(\.value) })
    for (series, other) in zip(table.series, document.series) {
      #expect(table.builds(of: series) == other.points.map(\.build))
    }
    #expect(table.series.map(\.name) == ["a, \"b\"", "c", "file"])
    #expect(table.leftOutCount == 0 && table.unreadableTimeCount == 0)
  }

  @Test("Rows without a value are gaps and told; so are unreadable times, and times that go back")
  func flaws() throws {
    let table = try table("time,value\n5,1\n4,nan\nsoon\u{1B}[31m,\n3,2\n2,inf\n1,x\n")
    let values = try #require(table.series.first).values
    #expect(values.map(\.isFinite) == [true, false, false, true, false, false])
    #expect(table.leftOutCount == 4)
    #expect(table.leftOut.map(\.line) == [3, 4, 6])
    #expect(table.leftOut.first?.reason == "'nan' is not a finite number")
    #expect(table.unreadableTimes.map(\.reason) == ["'soon\u{FFFD}[31m' is not a time"])
    #expect(table.series.first?.firstStepBack == 1)
  }

  @Test("A lone quoted field without a text is a row, in every table")
  func loneQuotes() throws {
    let table = try table("value\n1\n\"\"\n3\n")
    #expect(try #require(table.series.first).values.map(\.isFinite) == [true, false, true])
    #expect(table.leftOut.map(\.line) == [3])
    for format in [ExchangeFormat.csv, .otava] {
      let error = #expect(throws: ExchangeError.self) {
        _ = try format.document(from: Array("time,value\n1,2\n\"\"\n".utf8), name: "file")
      }
      #expect(error?.description.contains("1 fields for 2 columns") == true)
    }
  }

  @Test("What is no such table is refused in few words")
  func refused() {
    let wide = (0..<100_000).map { "column\($0)" }.joined(separator: ",")
    let broken = ["value,time\n1\n", "value\n\"1\n", "value\n\"1\"2\n"]
    for text in ["", "\n\n", "time\n1\n", wide] + broken {
      let error = #expect(throws: ExchangeError.self) { _ = try table(text) }
      #expect((error?.description.count ?? 0) < 700)
    }
  }

  @Test("Numbers read as the standard library reads them")
  func numbers() {
    let texts = [
      "0", "-0", "1", "12.5", "0.1", "123456789012345", "1234567890.123456789", ".5", "5.", "1e3",
      "-7.25", " 3", "1.7976931348623157e308", "4.9e-324", "0.000000000000001",
    ]
    for text in texts {
      #expect(DecimalText.value(bytes: Array(text.utf8)[...]) == DecimalText.value(text), "\(text)")
    }
    for text in ["", "-", ".", "1.2.3", "nan", "0x1", "1e999", "١"] {
      #expect(DecimalText.value(bytes: Array(text.utf8)[...]) == nil, "\(text)")
    }
  }

  @Test("Half widths of bytes are those of the text")
  func widths() {
    let texts = [
      "±0.37%", "± 12", "12", "3 %", "± 3 %", "+/- 4", "12 (± 3%)", "1,234", "", "±", "%", "x",
      "-5",
      "0.5 ns", "5.", ".5",
    ]
    for text in texts {
      let width = GitHubActionCustom.width(bytes: Array(text.utf8)[...], of: -80)
      #expect(width == GitHubActionCustom.width(text, of: -80), "\(text)")
    }
    #expect(GitHubActionCustom.width(bytes: Array("±0.5%".utf8)[...], of: 200) == 1)
  }

  @Test("gzip is decompressed; damage and excess are refused")
  func gzip() throws {
    // printf 'time,value\n1,2\n' | gzip -n
    let deflated = try #require(
      Data(base64Encoded: "H4sIAAAAAAAAAyvJzE3VKUvMKU3lMtQx4gIATkFn4w8AAAA="))
    let bytes = [UInt8](deflated)
    #expect(GzipFile.isCompressed(bytes) && !GzipFile.isCompressed([0x1F, 0x8B]))
    let plain = try? GzipFile.decompressed(bytes, limit: 1000)
    #expect(plain.map { String(decoding: $0, as: UTF8.self) } == "time,value\n1,2\n")
    #expect(throws: ExchangeError.self) { _ = try GzipFile.decompressed(bytes, limit: 10) }
    // As gunzip: zeros behind the last member fill a block up.
    let zeros = [UInt8](repeating: 0, count: 512)
    #expect(try GzipFile.decompressed(bytes + bytes + zeros, limit: 1000) == plain.map { $0 + $0 })
    for more in [[0, 1], [0x1F], [1]] as [[UInt8]] {
      #expect(throws: ExchangeError.self) {
        _ = try GzipFile.decompressed(bytes + more, limit: 1000)
      }
    }
    for length in bytes.indices where length > 0 {
      #expect(throws: ExchangeError.self) {
        _ = try GzipFile.decompressed(Array(bytes[..<length]), limit: 1000)
      }
    }
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x55
      let found = try? GzipFile.decompressed(damaged, limit: 1000)
      // Only the time, the system and the extra flags of the header may differ.
      #expect(found == nil || found == plain)
    }
    // The same program's file of 120 numbers has a code of its own.
    let coded = [
      "H4sIAAAAAAACAxXQu1UFMAwE0Xyrsf5SOQRkpFA/83J7z+j+ff38futpqzUvVPUUN/JMnelyNJfqNOWuIkq2",
      "Lj/tliZcNaf0lk/I/OmmtR7qeSobRafcTLUMpqZN/VZZpXguy5O9VxS4+k6VTUFQQNVQEBQ8dQwFSYHJZuX8",
      "WNP4UlAUENVMWVPgWjt1NwVBwZO/YZmCp6mhICkw7lgK6lNg2lwKineu2JMHl4QuTrNNQVAAjw8Fn6Pog8eT",
      "AniMqGbKXNdLQVGAzzsFuv7RhecBXfC8p0TX0TV0D/QFvVGvQBpehxfdA31Ab9QT3UDX0AV3QR/Qq9FB19E1",
      "dA/0f9DDzSLbAQAA",
    ].joined()
    let numbers = try GzipFile.decompressed(
      [UInt8](try #require(Data(base64Encoded: coded))), limit: 4096)
    let expected = "value\n" + (0..<120).map { "\($0 * 7919 % 1009)\n" }.joined()
    #expect(String(decoding: numbers, as: UTF8.self) == expected)
  }
}
