internal import DominantColor
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("Searches by families of colours, by hues, and for pictures without colours")
struct RangeSearchTests {
  private static let queries: [RangeQuery.Range] =
    ColorFamily.allCases.map { .family($0) }
    + [0, 210, 355].map { .hue(HueRange(scale: HueScale(), center: $0, tolerance: 20)) }

  private static func pictures(
    _ numbers: inout SplitMix64
  ) -> [(palette: IndexedPalette, tones: IndexedTones)] {
    (0..<200).map { index in
      let tones = (0..<Int.random(in: 1...28, using: &numbers)).map { _ in
        IndexedTone(word: UInt32.random(in: 0..<UInt32(IndexedTone.wordCount), using: &numbers))
      }
      return (numbers.palette(), index % 5 == 0 ? IndexedTones() : IndexedTones(tones))
    }
  }

  private static func table(
    _ pictures: [(palette: IndexedPalette, tones: IndexedTones)]
  ) -> PackedTones {
    var table = PackedTones()
    for (index, picture) in pictures.enumerated() {
      table.append(picture.tones, of: Int64(index * 3)) { picture.palette }
    }
    return table
  }

  @Test("a search equals the scan", arguments: queries, [1, 2000])
  func search(range: RangeQuery.Range, share: Int) async {
    var numbers = SplitMix64(seed: 21)
    let pictures = Self.pictures(&numbers)
    let table = Self.table(pictures)
    let query = RangeQuery(range, share: share)
    let scan = pictures.enumerated().compactMap { index, picture in
      query.match(picture.palette, picture.tones).map { (picture: Int64(index * 3), share: $0) }
    }.sorted { (-$0.share, $0.picture) < (-$1.share, $1.picture) }
    for threads in [1, 3] {
      let found = await table.pictures(matching: query, threads: threads)
      #expect(found.map(\.picture) == scan.map(\.picture))
      #expect(found.map(\.share) == scan.map(\.share))
      #expect(found.allSatisfy { $0.distance == 0 })
    }
    for match in scan {
      let picture = pictures[Int(match.picture) / 3]
      let matched = query.matched(in: picture.palette, picture.tones)
      #expect(matched.map(query.contains) == true)
    }
  }

  @Test("a share is the sum of the colours within, by hand")
  func shares() {
    let palette = IndexedPalette([
      IndexedSwatch(color: RGB8(red: 200, green: 20, blue: 20), share: 3000),
      IndexedSwatch(color: RGB8(red: 20, green: 20, blue: 200), share: 2000),
      IndexedSwatch(color: RGB8(red: 230, green: 0, blue: 0), share: 1500),
      IndexedSwatch(color: RGB8(red: 120, green: 118, blue: 116), share: 500),
    ])
    let none = IndexedTones()
    #expect(RangeQuery(.family(.red), share: 4500).match(palette, none) == 4500)
    #expect(RangeQuery(.family(.red), share: 4501).match(palette, none) == nil)
    #expect(RangeQuery(.family(.blue), share: 0).match(palette, none) == 2000)
    #expect(RangeQuery(.family(.green), share: 0).match(palette, none) == nil)
    let hues = HueRange(scale: HueScale(greyThreshold: 0), center: 0, tolerance: 30)
    // The warm grey has a hue of 30 degrees by numbers, and none for people.
    #expect(RangeQuery(.hue(hues), share: 1).match(palette, none) == 4500)
  }

  @Test("monochrome pictures are found as the scan finds them")
  func monochrome() async {
    var numbers = SplitMix64(seed: 22)
    var pictures = Self.pictures(&numbers)
    for index in 0..<60 {
      // Greys with a cast of one hue, some with more of other colours than may be.
      let others = index % 3 == 0 ? 0.05 : 0.004
      let red = RGB8(red: 220, green: 30, blue: 30)
      var tones = [IndexedTone(color: red, share: others)]
      for step in UInt8(1)...12 {
        let level = 20 * step
        let grey = RGB8(red: level, green: level - 4, blue: level - 8)
        tones.append(IndexedTone(color: grey, share: (1 - others) / 12))
      }
      pictures.append((IndexedPalette([IndexedSwatch]()), IndexedTones(tones)))
    }
    let table = Self.table(pictures)
    let scan = pictures.enumerated().compactMap { index, picture in
      Monochrome.takes(picture.palette, picture.tones) ? Int64(index * 3) : nil
    }
    #expect(scan.filter { $0 >= 600 }.count == 40)
    let found = await table.monochromePictures(threads: 2)
    #expect(found.map(\.picture) == scan)
  }

  @Test("a cast of one hue is no colour; two hues are, and so are dull ones")
  func casts() {
    func isMonochrome(_ colors: [(RGB8, Int)]) -> Bool {
      Monochrome.takes(
        IndexedPalette(colors.map { IndexedSwatch(color: $0.0, share: $0.1) }), IndexedTones())
    }
    let black = RGB8(red: 0, green: 0, blue: 0)
    let white = RGB8(red: 255, green: 255, blue: 255)
    let sepia = RGB8(red: 140, green: 130, blue: 115)
    let bluish = RGB8(red: 115, green: 125, blue: 145)
    let dull = RGB8(red: 150, green: 110, blue: 90)
    #expect(isMonochrome([(black, 5000), (white, 5000)]))
    #expect(isMonochrome([(black, 3000), (sepia, 4000), (white, 3000)]))
    #expect(!isMonochrome([(sepia, 5000), (bluish, 5000)]))
    #expect(!isMonochrome([(dull, 5000), (white, 5000)]))
    #expect(isMonochrome([(white, 9900), (RGB8(red: 255, green: 0, blue: 0), 100)]))
    #expect(!isMonochrome([(white, 9700), (RGB8(red: 255, green: 0, blue: 0), 300)]))
    #expect(!isMonochrome([]))
  }
}
