import ColorIndex
import Pixels
import XCTest

/// Searches of the packed palettes of 1,000,000 generated pictures of five colours each.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.ColorSearchPerformance
///
/// Prints the least of several runs for people to look at; fails where an answer differs from the
/// scan, never because a machine is slow.
final class ColorSearchPerformanceTests: XCTestCase {
  private static let pictureCount = 1_000_000
  private static let table: PackedPalettes = {
    var state: UInt64 = 1
    func next() -> UInt64 {
      // SplitMix64 (Steele, Lea and Flood, 2014).
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
    var table = PackedPalettes()
    for picture in 0..<pictureCount {
      var left = IndexedSwatch.whole
      let swatches = (0..<5).map { _ in
        let word = next()
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
