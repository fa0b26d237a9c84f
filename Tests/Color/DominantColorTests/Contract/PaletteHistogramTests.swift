import DominantColor
import Pixels
import Testing

@Suite("Histograms with their question are merged and serialised")
struct PaletteHistogramTests {
  /// Questions that differ in one thing each.
  static let questions: [(PaletteMethod, PaletteOptions)] = [
    (.histogram, PaletteOptions()),
    (.histogram, PaletteOptions(precision: .fine)),
    (.histogram, PaletteOptions(visibility: VisibilityRule(minimumAlpha: 0))),
    (.histogram, PaletteOptions(visibility: VisibilityRule(whiteAbove: 240))),
    (.histogram, PaletteOptions(visibility: VisibilityRule(blackBelow: 0))),
    (.histogram, PaletteOptions(visibility: VisibilityRule(greyWithin: 9))),
    (.hue, PaletteOptions()),
    (.hue, PaletteOptions(hue: HueScale(binCount: 1536))),
    (.hue, PaletteOptions(hue: HueScale(greyThreshold: 0))),
    (.distinct, PaletteOptions()),
    (.distinct, PaletteOptions(visibility: VisibilityRule(whiteAbove: 240))),
  ]

  /// Pictures of other widths, so that one ends where the next one begins.
  private static func width(_ pixels: [RGBA8]) -> Int {
    pixels.count == 12 ? 3 : pixels.count % 4 == 0 ? 4 : pixels.count
  }

  private func histogram(
    _ pixels: [RGBA8], _ question: (PaletteMethod, PaletteOptions)
  ) throws -> PaletteHistogram {
    var histogram = try PaletteHistogram(method: question.0, options: question.1)
    try withHostileView(pixels, width: Self.width(pixels)) { try histogram.add($0) }
    return histogram
  }

  private func read(_ bytes: [UInt8]) throws -> PaletteHistogram {
    try PaletteHistogram(serialized: bytes.span.bytes)
  }

  @Test(
    "parts merged in any order and sent as bytes give the palette of all pixels",
    arguments: questions.indices, PixelKind.allCases)
  func monoid(index: Int, kind: PixelKind) throws {
    let question = Self.questions[index]
    let pixels = kind.pixels(700, seed: 3)
    let pictures = [pixels[400...], pixels[..<12], pixels[12..<400]].map { Array($0) }
    var whole = try PaletteHistogram(method: question.0, options: question.1)
    for picture in pictures {
      try withHostileView(picture, width: Self.width(picture)) { try whole.add($0) }
    }
    if question.0 != .distinct { #expect(try whole == histogram(pixels, question)) }
    func add(_ body: (PixelView) -> Void) {
      for picture in pictures { withHostileView(picture, width: Self.width(picture), body) }
    }
    var merged = try PaletteHistogram(method: question.0, options: question.1)
    for picture in pictures.reversed() {
      try merged.merge(read(histogram(picture, question).serialized()))
    }
    #expect(merged == whole)
    #expect(merged.serialized() == whole.serialized())
    #expect(merged.tally.total == 700)
    let builder = PaletteBuilder(method: question.0, options: question.1)
    add { builder.add($0) }
    let counting = try PaletteHistogramBuilder(method: question.0, options: question.1)
    add { counting.add($0) }
    #expect(counting.histogram() == whole)
    #expect(merged.palette() == builder.palette())
    let first = PaletteBuilder(
      method: question.0,
      options: PaletteOptions(
        count: 1, visibility: question.1.visibility, precision: question.1.precision,
        hue: question.1.hue))
    add { first.add($0) }
    #expect(merged.palette(count: 1) == first.palette())
  }

  @Test("an empty histogram is a neutral element, and its bytes are the header")
  func empty() throws {
    for question in Self.questions {
      let empty = try histogram([], question)
      let bytes = empty.serialized()
      #expect(bytes.count == 16 + (question.0 == .hue ? 4 : 3) + 4)
      #expect(try read(bytes) == empty)
      let some = try histogram(PixelKind.noise.pixels(90, seed: 4), question)
      var merged = some
      try merged.merge(empty)
      #expect(merged == some)
      #expect(empty.palette().absence == .noPixels)
    }
  }

  @Test("the format is the documented one, byte by byte")
  func format() throws {
    let pixels = Array(
      repeating: RGBA8(red: 0x12, green: 0, blue: 0xFF, alpha: 255), count: 200)
    let bytes = try histogram(
      pixels + [RGBA8(red: 9, green: 9, blue: 9, alpha: 1)],
      (.histogram, PaletteOptions(visibility: VisibilityRule(blackBelow: 7)))
    ).serialized()
    // Cell (1, 0, 15) of 16³ is number 271; red is 2 above its lowest level, blue 15.
    let header: [UInt8] = Array("DCHG".utf8) + [1, 1, 128, 2, 0, 7, 0, 0, 0, 0, 0, 0]
    let body: [UInt8] = [1, 0, 1, 0x8F, 2, 0xC8, 1, 0x90, 3, 0, 0xB8, 0x17]
    let expected = header + body
    #expect(Array(bytes.dropLast(4)) == expected)
    #expect(sealed(expected + [0, 0, 0, 0]) == bytes)
  }

  @Test("only like merges with like, and the message says what differs")
  func unlike() throws {
    for (first, one) in Self.questions.enumerated() {
      for (second, other) in Self.questions.enumerated() where first != second {
        var histogram = try histogram(PixelKind.noise.pixels(50, seed: 5), one)
        let before = histogram
        let added = try self.histogram(PixelKind.noise.pixels(50, seed: 6), other)
        let error = #expect(throws: HistogramError.self) { try histogram.merge(added) }
        #expect(error?.description.contains("different rules") == true)
        #expect(histogram == before)
      }
    }
    let error = #expect(throws: HistogramError.self) {
      try PaletteHistogram(method: .kmeans)
    }
    #expect(
      error?.description == "Method kmeans has no histogram. Use method histogram, hue or distinct."
    )
    #expect(throws: HistogramError.methodWithoutHistogram(.kmeans)) {
      try PaletteHistogramBuilder(method: .kmeans)
    }
  }

  /// Corrects the checksum, computed bit by bit, so that what is behind it is put to the test.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let content = Array(bytes.dropLast(4))
    var crc = UInt32.max
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
    }
    crc = ~crc
    let end: [UInt8] = (0..<4).map { (index: UInt32) in
      UInt8(truncatingIfNeeded: crc >> (8 * index))
    }
    return content + end
  }

  @Test(
    "changed bytes are refused, or are a histogram whose own bytes they are",
    arguments: questions.indices)
  func hostile(index: Int) throws {
    let pixels = PixelKind.masked.pixels(24, seed: 7)
    let bytes = try histogram(pixels, Self.questions[index]).serialized()
    for end in bytes.indices {
      #expect(throws: HistogramError.self) { try read(Array(bytes[..<end])) }
    }
    #expect(throws: HistogramError.self) { try read(bytes + [0]) }
    for place in bytes.indices {
      for flip: UInt8 in [1, 2, 0x40, 0x80, 0xFF] {
        var changed = bytes
        changed[place] ^= flip
        #expect(throws: HistogramError.self) { try read(changed) }
        guard place < bytes.count - 4 else { continue }
        changed = sealed(changed)
        if let accepted = try? read(changed) {
          #expect(accepted.serialized() == changed)
          #expect(accepted.palette(count: 64).swatches.count <= 64)
        }
      }
    }
  }

  @Test("each rule of the format has an error with words")
  func rules() throws {
    let header: [UInt8] = Array("DCHG".utf8) + [1, 1, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    func refusal(_ body: [UInt8], header: [UInt8]) -> String {
      do {
        _ = try read(sealed(header + body + [0, 0, 0, 0]))
        return "accepted"
      } catch {
        return "\(error)"
      }
    }
    func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
      var bytes = header
      bytes[place] = value
      return bytes
    }
    let none: [UInt8] = [0, 0, 0]
    #expect(refusal(none, header: header) == "accepted")
    #expect(refusal(none, header: changed(0, 0)).contains("does not begin with DCHG"))
    #expect(refusal(none, header: changed(4, 2)).contains("format version 2"))
    #expect(refusal(none, header: changed(5, 9)).contains("9 is not a kind of histogram"))
    #expect(refusal(none, header: changed(7, 8)).contains("not a set of filters"))
    #expect(refusal(none, header: changed(8, 1)).contains("not in use has a threshold"))
    #expect(refusal(none, header: changed(11, 1)).contains("no hue bins"))
    #expect(refusal(none, header: changed(15, 1)).contains("are not 0"))
    #expect(refusal(none, header: changed(5, 3)).contains("1 to 1536 hue bins, not 0"))
    #expect(refusal(none, header: Array(header.dropLast(8))).contains("ends in its header"))
    #expect(refusal([0x80, 0, 0, 0], header: header).contains("longer than it needs"))
    #expect(
      refusal(Array(repeating: 0xFF, count: 10), header: header).contains("over 64 bits"))
    #expect(refusal([0, 0, 1, 0, 0], header: header).contains("occupied cell has no pixels"))
    #expect(refusal([0, 0, 1, 0, 1, 16, 0, 0], header: header).contains("too large"))
    #expect(refusal([0, 0, 1, 0x80, 0x20], header: header).contains("past the last of 4096"))
    #expect(refusal([0, 0, 0x81, 0x20], header: header).contains("cannot be occupied"))
    #expect(refusal([0, 0, 0, 0], header: header).contains("after the last cell"))
    #expect(refusal([0, 0], header: header).contains("ends in the middle"))
    let hues: [UInt8] = Array("DCHG".utf8) + [1, 3, 128, 0, 0, 0, 0, 16, 6, 0, 0, 0]
    let red: [UInt8] = [0, 0, 0, 1, 0, 1, 9, 0, 0, 0xFF, 1, 9]
    #expect(refusal(red, header: hues) == "accepted")
    let dark = refusal([0, 0, 0, 1, 0, 1, 0xFF, 1, 0, 0, 9, 9], header: hues)
    #expect(dark.contains("darker than one of its channels"))
  }

  @Test("pixels beyond the limit are refused, and nothing overflows")
  func tooMany() throws {
    let header: [UInt8] = Array("DCHG".utf8) + [1, 1, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    // 2⁵⁵ transparent pixels: the limit.
    let most: [UInt8] = Array(repeating: 0x80, count: 7) + [0x40]
    var full = try read(sealed(header + most + [0, 0, 0, 0, 0, 0]))
    #expect(full.tally.total == PaletteHistogram.pixelLimit)
    #expect(throws: HistogramError.tooManyPixels) {
      try read(sealed(header + most + [1, 0, 0, 0, 0, 0]))
    }
    let copy = full
    #expect(throws: HistogramError.tooManyPixels) { try full.merge(copy) }
    let pixel = [RGBA8(red: 1, green: 2, blue: 3, alpha: 255)]
    #expect(throws: HistogramError.tooManyPixels) {
      try withHostileView(pixel, width: 1) { try full.add($0) }
    }
    #expect(full == copy)
    #expect("\(HistogramError.tooManyPixels)".contains("36028797018963968"))
  }
}
