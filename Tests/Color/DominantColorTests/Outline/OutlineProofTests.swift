internal import Hashing
import Pixels
import Testing

@testable import DominantColor

/// Pictures made of tiles, of which the outline says something else now and then.
@Suite("Palettes proved by an outline and tiles")
struct OutlineProofTests {
  private static func word(_ color: RGB8) -> UInt32 {
    (UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000)
      .littleEndian
  }

  private static let red = RGB8(red: 200, green: 40, blue: 40)
  private static let blue = RGB8(red: 40, green: 40, blue: 200)
  private static let purple = RGB8(red: 120, green: 40, blue: 120)

  /// A picture of some pixels of the outline, each drawn from once: what the outline says of it, and
  /// its pixels.
  private func palette(
    count: Int = 12_000, options: PaletteOptions = PaletteOptions(), colorTolerance: Double = 1,
    _ pixel: (Int) -> (outline: RGB8, tile: [RGB8])
  ) -> OutlinePalette? {
    var rows: [UInt32] = []
    var tiles: [UInt32] = []
    for index in 0..<count {
      let (outline, tile) = pixel(index)
      rows.append(Self.word(outline))
      tiles.append(Self.word(outline))
      tiles += (0..<16).map { Self.word(tile[$0 % tile.count]) }
    }
    func look(mostDraws: Double) -> OutlineProof.Look {
      let proof = OutlineProof(
        options: options, pixelCount: 64 * count, population: count,
        colorTolerance: colorTolerance)
      rows.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        proof.add(PixelView(baseAddress: base, width: count, height: 1))
      }
      return proof.look(adding: tiles, draws: count, mostDraws: mostDraws)
    }
    let (whole, last) = (look(mostDraws: .infinity), look(mostDraws: Double(count)))
    switch (whole, last) {
    case (.settled(let found), _):
      // A look that may be the last one comes to the same.
      #expect(last == whole)
      return found
    case (.open, .settled): Issue.record("a look that ends early proves nothing more")
    case (.open, .open(let needed)): #expect(needed > Double(count))
    }
    return nil
  }

  @Test("a clear winner that the outline shows is settled, with its share")
  func clear() throws {
    let found = try #require(
      palette { $0 % 3 == 0 ? (Self.blue, [Self.blue]) : (Self.red, [Self.red]) })
    #expect(found.palette.dominant?.color == Self.red)
    #expect(found.palette.dominant?.count == UInt64(64 * 8000))
    #expect(found.palette.tally.counted == 64 * 12_000)
    #expect(found.estimate.populationRange.contains(2.0 / 3))
    #expect(found.estimate.colorDifference <= 1)
  }

  @Test("a colour that only means have is not answered")
  func texture() {
    // Red and blue in turn, within every tile: the outline is all purple, which no pixel is.
    #expect(palette { _ in (Self.purple, [Self.red, Self.blue, Self.red]) } == nil)
  }

  @Test("a near tie is left to counting")
  func tie() {
    #expect(palette { $0 % 1001 < 501 ? (Self.red, [Self.red]) : (Self.blue, [Self.blue]) } == nil)
  }

  @Test("the colour is that of the pixels, not of the outline")
  func shifted() throws {
    let outline = RGB8(red: 201, green: 41, blue: 41)
    let found = try #require(palette { _ in (outline, [Self.red]) })
    #expect(found.palette.dominant?.color == Self.red)
  }

  @Test("a smaller tolerance is kept, or nothing is settled")
  func tolerances() throws {
    var isSettled: [Bool] = []
    for tolerance in [1, 0.5, 0.25, 0.1] {
      var random = SplitMix64(seed: 3)
      let found = palette(count: 3_000, colorTolerance: tolerance) { _ in
        let color = RGB8(red: UInt8.random(in: 194...206, using: &random), green: 40, blue: 40)
        return (Self.red, [color])
      }
      if let found { #expect(found.estimate.colorDifference <= tolerance) }
      isSettled.append(found != nil)
    }
    #expect(isSettled == [true, true, true, false])
  }

  @Test("a smaller tolerance takes more draws, up to a limit")
  func draws() {
    func draws(_ tolerance: Double, _ pixelCount: Int) -> Int {
      OutlineProof.recommendedDraws(colorTolerance: tolerance, pixelCount: pixelCount)
    }
    #expect([1, 0.5, 0.1].map { draws($0, 24_000_000) } == [8_192, 32_768, 32_768])
    // A small picture has fewer places to draw from.
    #expect(draws(1, 1 << 21) == 8_192 && draws(0.5, 1 << 21) == 16_384 && draws(1, 1) == 1)
  }

  @Test("a rare tile that the outline hides is within the stated share")
  func hidden() throws {
    var random = SplitMix64(seed: 1)
    let found = try #require(
      palette { _ in
        (Self.red, Int.random(in: 0..<50, using: &random) == 0 ? [Self.blue] : [Self.red])
      })
    #expect(found.estimate.populationRange.contains(0.98))
    #expect(found.estimate.populationRange.upperBound < 1)
  }

  @Test("filtered pixels do not count, nor do those past the edges")
  func filters() throws {
    let white = RGB8(red: 255, green: 255, blue: 255)
    let options = PaletteOptions(visibility: VisibilityRule(whiteAbove: 250))
    let found = try #require(
      palette(options: options) { $0 % 4 < 3 ? (white, [white]) : (Self.red, [Self.red]) })
    #expect(found.palette.dominant?.color == Self.red)
    #expect(found.palette.tally.counted == 64 * 3000)
    #expect(found.palette.tally.filtered == 64 * 9000)
    #expect(palette(options: options) { _ in (white, [white]) } == nil)
  }
}
