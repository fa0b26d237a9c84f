internal import Pixels
internal import Testing

@testable import ImageCodecs

@Suite("When a picture was taken")
struct CaptureTimeTests {
  /// A big-endian Exif structure with a photo directory of two texts.
  static func exif(time: String, offset: String? = nil) -> [UInt8] {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ tag: Int, type: Int, count: Int, value: Int) -> [UInt8] {
      number(tag, bytes: 2) + number(type, bytes: 2) + number(count, bytes: 4)
        + number(value, bytes: 4)
    }
    let texts = [(0x9003, time), (0x9011, offset)].compactMap { tag, text in
      text.map { (tag: tag, bytes: Array($0.utf8) + [0]) }
    }
    // Header 8, first directory 2 + 12 + 4, photo directory 2 + 12 a text + 4, then the texts.
    var place = 26 + 2 + 12 * texts.count + 4
    var bytes = Array("MM".utf8) + [0, 42] + number(8, bytes: 4)
    bytes += number(1, bytes: 2) + entry(0x8769, type: 4, count: 1, value: 26) + [0, 0, 0, 0]
    bytes += number(texts.count, bytes: 2)
    for text in texts {
      bytes += entry(text.tag, type: 2, count: text.bytes.count, value: place)
      place += text.bytes.count
    }
    return bytes + [0, 0, 0, 0] + texts.flatMap(\.bytes)
  }

  private func time(_ bytes: [UInt8]) -> CaptureTime? {
    bytes.withUnsafeBytes { ExifFields($0).captureTime }
  }

  @Test("the field of the camera's clock is read, with the offset where there is one")
  func fields() throws {
    let taken = try #require(time(Self.exif(time: "2024:02:29 23:59:60", offset: "-03:30")))
    #expect(
      [taken.year, taken.month, taken.day, taken.hour, taken.minute, taken.second]
        == [2024, 2, 29, 23, 59, 60])
    #expect(taken.offsetMinutes == -210)
    #expect(time(Self.exif(time: "2024:02:29 23:59:00"))?.offsetMinutes == nil)
    #expect(time(Self.exif(time: "2024:02:29 23:59:00", offset: "nonsense"))?.offsetMinutes == nil)
  }

  @Test(
    "seconds are those since 1970",
    arguments: [
      ("1970:01:01 00:00:00", nil, 0), ("2000:03:01 00:00:00", nil, 951_868_800),
      ("2001:09:09 01:46:40", nil, 1_000_000_000),
      ("2001:09:09 03:46:40", "+02:00", 1_000_000_000), ("1969:12:31 23:59:59", nil, -1),
    ] as [(String, String?, Int)])
  func seconds(text: String, offset: String?, expected: Int) throws {
    let taken = try #require(time(Self.exif(time: text, offset: offset)))
    #expect(taken.secondsSince1970 == expected)
  }

  @Test(
    "nonsense is no time",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024:01:01", "",
      "2024:01:01 24:00:00", "2024-01-01T00:00:00",
    ])
  func nonsense(text: String) {
    #expect(time(Self.exif(time: text)) == nil)
  }

  @Test("cut and changed structures give no time, or one that a clock can show")
  func hostile() {
    let whole = Self.exif(time: "2024:02:29 23:59:60", offset: "-03:30")
    var structures = whole.indices.map { Array(whole[..<$0]) }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 127, 128, 255] {
        var changed = whole
        changed[index] = value
        structures.append(changed)
      }
    }
    for taken in structures.compactMap(time) {
      #expect((1...12).contains(taken.month) && (1...31).contains(taken.day))
      #expect((0...23).contains(taken.hour) && (0...59).contains(taken.minute))
      #expect((0...60).contains(taken.second))
      #expect(abs(taken.offsetMinutes ?? 0) < 24 * 60)
    }
  }
}
