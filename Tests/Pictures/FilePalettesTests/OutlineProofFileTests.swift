internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("FilePalettes proved by a sample")
struct OutlineProofFileTests {
  private let side = 2048  // 2048² = 2²²

  private func answer(
    _ name: String, _ encoder: JPEGEncoder = JPEGEncoder(),
    reader: FilePaletteReader = FilePaletteReader(method: .histogram)
  ) throws -> FilePalette {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: side, height: side)
    let bytes = try encoder.encode(image)
    return try bytes.withUnsafeBytes { try reader.palette(of: $0) }
  }

  @Test("a flat picture is answered by a sample, with counts of the picture")
  func flat() throws {
    let fast = try answer("flat")
    let exact = try answer("flat", reader: FilePaletteReader(method: .histogram, isExact: true))
    #expect(!fast.isExact && exact.isExact && exact.estimate == nil)
    #expect(fast.palette.swatches.map(\.color) == exact.palette.swatches.map(\.color))
    #expect(fast.palette.tally == exact.palette.tally)
    let estimate = try #require(fast.estimate)
    #expect(estimate.populationRange.contains(1) && estimate.populationRange.lowerBound > 0.8)
    #expect(estimate.colorDifference <= 1 && estimate.errorProbability < 2e-6)
  }

  @Test("a fifth of the tolerance takes more pixels, and what is out of range counts as a bound")
  func tolerance() throws {
    let encoder = JPEGEncoder(quality: 95)
    let estimates = try [5, 1, 0.2].map { tolerance in
      let reader = FilePaletteReader(method: .histogram, colorTolerance: tolerance)
      return try #require(try answer("planted", encoder, reader: reader).estimate)
    }
    #expect(estimates[0] == estimates[1])
    #expect(estimates[2].colorDifference <= 0.2 && estimates[1].colorDifference > 0.2)
    #expect(estimates[2].pixelsRead > estimates[1].pixelsRead)
    // Not a number: as near as can be asked for.
    let nearest = try answer(
      "flat", reader: FilePaletteReader(method: .histogram, colorTolerance: .nan))
    #expect((nearest.estimate?.colorDifference ?? 0) <= 0.1)
  }

  @Test("one seed always draws the same")
  func seeds() throws {
    let encoder = JPEGEncoder(quality: 95)
    let answers = try [0, 0, 1].map {
      try answer("planted", encoder, reader: FilePaletteReader(method: .histogram, seed: $0))
    }
    #expect(answers[0] == answers[1])
    // A picture that does not settle draws nothing that could differ.
    let first = try #require(answers[0].estimate)
    let other = try #require(answers[2].estimate)
    #expect(first != other)
  }

  @Test("noise, whose means are not its colours, counts every pixel")
  func noise() throws {
    let encoder = JPEGEncoder(quality: 95, chromaSubsampling: .none)
    #expect(try answer("noise", encoder).isExact)
  }
}
