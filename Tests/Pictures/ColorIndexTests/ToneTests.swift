internal import DominantColor
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("Tones: all colours of a picture in groups, and searches by colour")
struct ToneTests {
  /// Pictures as they might be: some clouds of colours each.
  private static func histogram(_ numbers: inout SplitMix64) throws -> ColorHistogram {
    let clouds = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
      (numbers.color(), Int.random(in: 2...40, using: &numbers))
    }
    var image = try ImageBuffer(width: 40, height: 40)
    for y in 0..<40 {
      for x in 0..<40 {
        let (center, levels) = clouds[Int.random(in: 0..<clouds.count, using: &numbers)]
        image[x, y] = RGBA8(numbers.color(near: center, levels: levels))
      }
    }
    var histogram = ColorHistogram(.fine)
    image.withPixels { histogram.add($0, rule: VisibilityRule()) }
    return histogram
  }

  @Test("a tone keeps its numbers as nearly as it promises, and each colour has one place")
  func words() {
    for level in UInt8.min...UInt8.max {
      let tone = IndexedTone(
        color: RGB8(red: level, green: 0, blue: 255), share: Double(level) / 255)
      #expect(abs(Int(tone.color.red) - Int(level)) <= 2)
      #expect(tone.color.green == 0 && tone.color.blue == 255)
      let share = Double(tone.share) / 1e6
      #expect(abs(share / max(Double(level) / 255, 1e-4) - 1) <= 0.0761)
    }
    for place in 0..<IndexedTone.placeCount {
      guard IndexedTone.place(of: IndexedTone.color(at: place)) != place else { continue }
      Issue.record("\(place)")
    }
    // The nearest neighbours of a place differ in one level of blue.
    #expect(IndexedTone.color(at: 1) == RGB8(red: 0, green: 0, blue: 4))
    #expect(IndexedTone.color(at: 7) == RGB8(red: 4, green: 4, blue: 4))
    let last = IndexedTone(word: UInt32(IndexedTone.wordCount - 1))
    #expect(last.share == 1_000_000 && last.color == RGB8(red: 255, green: 255, blue: 255))
    #expect(IndexedTone(word: 0).share == 100)
    #expect(ToneShares.code(of: .nan) == 0 && ToneShares.code(of: 7) == 63)
  }

  @Test("the two shares around one are neighbours, and a share is its own neighbour")
  func neighbours() {
    for percent in 1...1000 {
      let share = Double(percent) / 1000
      let (below, above) = ToneShares.codes(around: share)
      #expect(Double(ToneShares.millionths[below]) <= share * 1e6 + 1)
      #expect(Double(ToneShares.millionths[above]) >= share * 1e6 - 1)
      #expect(above - below <= 1)
    }
    #expect(ToneShares.codes(around: 1) == (63, 63) && ToneShares.codes(around: 0) == (0, 0))
  }

  @Test("bytes bring tones back, and other bytes are refused")
  func bytes() throws {
    var numbers = SplitMix64(seed: 3)
    let clouds = IndexedTones(try Self.histogram(&numbers))
    // Clouds take fewer than three bytes a tone, of which the words have three.
    #expect(clouds.bytes.count < 2 + 3 * clouds.tones.count)
    for count in [0, 1, 2, 5, IndexedTones.most] {
      for _ in 0..<50 {
        // Some tones of few places, so that places come twice.
        let most = Bool.random(using: &numbers) ? UInt32(IndexedTone.wordCount) : 200
        let tones = IndexedTones(
          (0..<count).map { _ in IndexedTone(word: UInt32.random(in: 0..<most, using: &numbers)) })
        let bytes = tones.bytes
        #expect(IndexedTones(bytes: bytes) == tones)
        guard count > 0 else { continue }
        #expect(IndexedTones(bytes: bytes.dropLast()) == nil)
        #expect(IndexedTones(bytes: bytes + [0]) == nil)
      }
    }
    #expect(IndexedTones(bytes: []) == IndexedTones() && IndexedTones().bytes.isEmpty)
    #expect(IndexedTones(bytes: [1, 2, 3]) == nil)
    #expect(
      IndexedTones(bytes: [UInt8(IndexedTones.most), 0] + [UInt8](repeating: 0xFF, count: 99))
        == nil)
    #expect(IndexedTones(bytes: [0, 18, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
  }

  @Test("any bytes are tones that are written alike, or none")
  func anyBytes() {
    var numbers = SplitMix64(seed: 5)
    var read = 0
    for _ in 0..<20_000 {
      let head = [UInt8.random(in: 0...3, using: &numbers), .random(in: 0...18, using: &numbers)]
      let bytes =
        head
        + (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
          .random(in: 0...255, using: &numbers)
        }
      guard let tones = IndexedTones(bytes: bytes) else { continue }
      read += 1
      #expect(IndexedTones(bytes: tones.bytes) == tones)
    }
    #expect(read > 10)
  }

  @Test("no pixel is left out, few colours are kept apart, and none gives none")
  func grouping() throws {
    var numbers = SplitMix64(seed: 4)
    for _ in 0..<20 {
      let tones = IndexedTones(try Self.histogram(&numbers)).tones
      #expect((1...IndexedTones.most).contains(tones.count))
      let sum = tones.reduce(0) { $0 + $1.share }
      #expect(abs(sum - 1_000_000) < 20_000)
      #expect(tones.map(\.place) == tones.map(\.place).sorted())
    }
    let colors = [RGB8(red: 255, green: 0, blue: 0), RGB8(red: 0, green: 0, blue: 255)]
    var two = ColorHistogram(.fine)
    var image = try ImageBuffer(width: 2, height: 2)
    for (x, y, color) in [(0, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 0)] {
      image[x, y] = RGBA8(colors[color])
    }
    image.withPixels { two.add($0, rule: VisibilityRule()) }
    let tones = IndexedTones(two).tones
    #expect(tones.map(\.color) == colors.reversed())
    #expect(IndexedTones(ColorHistogram(.fine)).tones.isEmpty)
  }

  @Test("a search equals the scan", arguments: [1, 50, 500, 2000], [0.0, 2, 10, 60, 200])
  func search(share: Int, reach: Double) async throws {
    var numbers = SplitMix64(seed: 12)
    var pictures: [(palette: IndexedPalette, tones: IndexedTones)] = []
    var table = PackedTones()
    for index in 0..<400 {
      let tones =
        index % 5 == 0
        ? IndexedTones()
        : IndexedTones(
          (0..<Int.random(in: 1...IndexedTones.most, using: &numbers)).map { _ in
            IndexedTone(word: UInt32.random(in: 0..<UInt32(IndexedTone.wordCount), using: &numbers))
          })
      let palette = numbers.palette()
      pictures.append((palette, tones))
      table.append(tones, of: Int64(index * 3)) { palette }
    }
    #expect(table.count == 400)
    for round in 0..<4 {
      let query = ColorQuery(
        color: round == 0 ? pictures[1].tones.tones[0].color : numbers.color(), within: reach,
        share: share)
      let scan = pictures.enumerated().compactMap { index, picture in
        (picture.tones.tones.isEmpty
          ? query.match(picture.palette) : query.match(picture.tones))
          .map { (picture: Int64(index * 3), distance: $0.distance, share: $0.share) }
      }.sorted { ($0.distance, -$0.share, $0.picture) < ($1.distance, -$1.share, $1.picture) }
      let found = await table.pictures(matching: query, threads: round + 1)
      #expect(found.map(\.picture) == scan.map(\.picture))
      #expect(found.map(\.distance) == scan.map(\.distance))
      #expect(found.map(\.share) == scan.map(\.share))
      for match in found {
        let picture = pictures[Int(match.picture) / 3]
        let matched = query.matched(in: picture.palette, picture.tones)
        #expect(matched != nil)
      }
    }
  }

  @Test("tones tell which pictures hold a share, seen against every pixel")
  func recall() throws {
    var numbers = SplitMix64(seed: 77)
    var (found, missed, wrong) = (0, 0, 0)
    for _ in 0..<30 {
      let histogram = try Self.histogram(&numbers)
      let tones = IndexedTones(histogram)
      for _ in 0..<8 {
        let cell = histogram.cells.filter { $0.count > 0 }.randomElement(using: &numbers)
        let query = ColorQuery(color: try #require(cell?.mean), within: 10, share: 500)
        let lab = CIELAB(query.color)
        let inside = histogram.cells.reduce(UInt64(0)) { sum, cell in
          guard let mean = cell.mean, lab.deltaE00(to: CIELAB(mean)) <= 10 else { return sum }
          return sum + cell.count
        }
        let isThere = inside * 20 >= histogram.tally.counted
        let isFound = query.match(tones) != nil
        found += isThere && isFound ? 1 : 0
        missed += isThere && !isFound ? 1 : 0
        wrong += !isThere && isFound ? 1 : 0
      }
    }
    #expect(found > 50)
    #expect(Double(found) >= 0.97 * Double(found + missed), "\(missed) of \(found + missed) missed")
    #expect(Double(found) >= 0.95 * Double(found + wrong), "\(wrong) wrong")
  }
}
