import ColorIndex
import DominantColor
import Hashing
import Pixels
import XCTest

/// Searches of 1,000,000 generated pictures: of packed palettes of five colours each, and of packed tones, as
/// many as an index keeps.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.ColorSearchPerformance
///
/// Prints the least of several runs for people to look at; fails where an answer differs from the
/// scan, never because a machine is slow.
final class ColorSearchPerformanceTests: XCTestCase {
  private static let pictureCount = 1_000_000
  private static let table: PackedPalettes = {
    var numbers = SplitMix64(seed: 1)
    var table = PackedPalettes()
    for picture in 0..<pictureCount {
      var left = IndexedSwatch.whole
      let swatches = (0..<5).map { _ in
        let word = numbers.next()
        let share = left * Int(word >> 40 & 0xFF) / 512
        left -= share
        let color = RGB8(
          red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
          blue: UInt8(truncatingIfNeeded: word >> 16))
        return IndexedSwatch(color: color, share: share)
      }
      table.append(IndexedPalette(swatches), of: Int64(picture))
    }
    return table
  }()

  func testByColor() async throws {
    let table = Self.table
    for (hex, reach, share) in [
      ("#c83c14", 10.0, 2000), ("#008080", 10, 2000), ("#808080", 10, 500), ("#123456", 5, 500),
    ] {
      let query = ColorQuery(
        color: try XCTUnwrap(RGB8(hex: hex)), within: reach, share: share)
      var found: [PackedPalettes.Found] = []
      let seconds = await Self.least { found = await table.pictures(matching: query, threads: 2) }
      print("\(hex) within \(reach), share \(share / 100) %: \(found.count) in \(seconds) s")
      var expected: [PackedPalettes.Found] = []
      for index in 0..<table.count {
        guard let match = query.match(table.palette(at: index)) else { continue }
        expected.append(
          .init(
            picture: Int64(index), index: index, distance: match.distance, share: match.share))
      }
      expected.sort { ($0.distance, -$0.share, $0.index) < ($1.distance, -$1.share, $1.index) }
      XCTAssertEqual(found, expected)
    }
  }

  func testByPalette() async throws {
    let table = Self.table
    for index in [5, 77, 4242] {
      let query = try XCTUnwrap(PaletteTransport(from: table.palette(at: index)))
      var found: [PackedPalettes.Found] = []
      let seconds = await Self.least {
        found = await table.pictures(like: query, within: 200, limit: 20, threads: 2)
      }
      print("like picture \(index): 20 in \(seconds) s")
      let worst = try XCTUnwrap(found.last).distance
      var nearer = 0
      for other in 0..<table.count {
        if let distance = query.distance(to: table.palette(at: other)), distance < worst {
          nearer += 1
        }
      }
      XCTAssertEqual(found.first?.index, index)
      XCTAssertEqual(nearer, found.count { $0.distance < worst })
    }
  }

  private static let tones: PackedTones = {
    var numbers = SplitMix64(seed: 2)
    var table = PackedTones()
    for picture in 0..<pictureCount {
      table.append(tones(&numbers), of: Int64(picture)) { nil }
    }
    return table
  }()

  /// Tones of any colours, whose shares fall and add up to about the whole.
  private static func tones(_ numbers: inout SplitMix64) -> IndexedTones {
    var left = 1.0
    return IndexedTones(
      (0..<IndexedTones.most).map { _ in
        let word = numbers.next()
        let share = left * Double(word >> 40 & 0xFF) / 1024
        left -= share
        let color = RGB8(
          red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
          blue: UInt8(truncatingIfNeeded: word >> 16))
        return IndexedTone(color: color, share: share)
      })
  }

  /// Compares what was found of the first pictures with the scan.
  private func check(_ found: [PackedPalettes.Found], _ matches: (IndexedTones) -> Bool) {
    var numbers = SplitMix64(seed: 2)
    let pictures = (0..<2000 as Range<Int64>).filter { _ in matches(Self.tones(&numbers)) }
    XCTAssertEqual(found.map(\.picture).filter { $0 < 2000 }.sorted(), pictures)
  }

  func testTonesByColor() async throws {
    let table = Self.tones
    for (hex, reach, share) in [
      ("#c83c14", 10.0, 500), ("#008080", 10, 2000), ("#808080", 10, 50), ("#123456", 5, 500),
    ] {
      let query = ColorQuery(
        color: try XCTUnwrap(RGB8(hex: hex)), within: reach, share: share)
      var found: [PackedPalettes.Found] = []
      let seconds = await Self.least { found = await table.pictures(matching: query, threads: 2) }
      print("tones \(hex) within \(reach), share \(share / 100) %: \(found.count) in \(seconds) s")
      check(found) { query.match($0) != nil }
    }
  }

  func testTonesByWord() async throws {
    let table = Self.tones
    for family in [ColorFamily.red, .teal, .pastel, .grey] {
      let query = RangeQuery(.family(family), share: 500)
      var found: [PackedPalettes.Found] = []
      let seconds = await Self.least { found = await table.pictures(matching: query, threads: 2) }
      print("tones \(family): \(found.count) in \(seconds) s")
      check(found) { query.match(IndexedPalette([]), $0) != nil }
    }
    let seconds = await Self.least { _ = await table.monochromePictures(threads: 2) }
    print("tones monochrome: in \(seconds) s")
  }

  private static func least(_ body: () async -> Void) async -> Double {
    let clock = ContinuousClock()
    var least = Double.infinity
    for _ in 0..<5 {
      let start = clock.now
      await body()
      least = min(least, (clock.now - start) / .seconds(1))
    }
    return least
  }
}
