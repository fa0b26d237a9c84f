internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Any bytes give an image, an image with a warning, or an error with a message")
struct HostileBytesTests {
  /// Small limits: what is asked here is robustness, not patience.
  private static let limits = DecodingLimits(
    pixels: 1_000_000, fileBytes: 1_000_000, memoryBytes: 32_000_000, scans: 30,
    metadataBytes: 1_000_000)

  private static let small = [
    "png/valid/basn2c08.png", "png/valid/basi6a16.png", "png/valid/basn3p04.png",
    "png/valid/tbbn0g04.png", "png/valid/exif2c08.png", "jpeg/testorig-gray.jpg",
    "jpeg/testorig-prog.jpg", "jpeg/testorig-ari-prog.jpg", "jpeg/testorig-rst1.jpg",
    "jpeg/testorig-ycck.jpg", "jpeg/go-video-001.q50.420.jpeg", "jpeg/made-separate-scans.jpg",
  ]

  /// Everything that a caller can ask of bytes.
  private func exercise(_ bytes: [UInt8]) {
    for allowsPartialImages in [false, true] {
      let decoder = ImageDecoder(limits: Self.limits, allowsPartialImages: allowsPartialImages)
      do {
        let decoded = try decoder.decode(bytes)
        #expect(decoded.image.width == decoded.header.width)
        #expect(decoded.image.height == decoded.header.height)
        #expect(decoded.missingRows == 0 || allowsPartialImages && !decoded.warnings.isEmpty)
      } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
    _ = try? ImageDecoder(limits: Self.limits).colorProfile(of: bytes)
  }

  @Test("A file cut anywhere is an error, unless all its pixels are there", arguments: small)
  func truncations(file: String) throws {
    let bytes = try Corpus.bytes(file)
    let whole = try ImageDecoder().decode(bytes)
    // An arithmetic coder leaves off the zeros at its end, so that a few missing bytes may be none.
    let mayDiffer = file.contains("-ari-")
    // Every cut in the header, near the end, and all over the smaller files.
    let step = bytes.count < 3500 ? 1 : 29
    for count in 0..<bytes.count {
      guard count < 500 || count > bytes.count - 100 || count % step == 0 else { continue }
      let cut = Array(bytes[..<count])
      do {
        let decoded = try ImageDecoder().decode(cut)
        #expect(!decoded.warnings.isEmpty, "cut to \(count) bytes without a warning")
        #expect(decoded.image == whole.image || mayDiffer, "cut to \(count) bytes: other pixels")
        #expect(count > bytes.count - 24, "cut to \(count) bytes and still whole")
      } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
  }

  @Test("A file cut anywhere gives, as a partial image, rows of the whole one", arguments: small)
  func partialTruncations(file: String) throws {
    let bytes = try Corpus.bytes(file)
    let decoder = ImageDecoder(allowsPartialImages: true)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      guard let decoded = try? decoder.decode(Array(bytes[..<count])) else { continue }
      #expect(!decoded.warnings.isEmpty)
      #expect(decoded.missingRows < decoded.header.height)
    }
  }

  @Test("2,000 files with flipped, changed, moved or doubled bytes", arguments: 0..<20)
  func mutations(batch: Int) throws {
    var generator = SplitMix64(seed: UInt64(batch) + 1)
    for _ in 0..<100 {
      let file = try #require(Self.small.randomElement(using: &generator))
      var bytes = try Corpus.bytes(file)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 2: bytes[place] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        case 3:
          let end = min(place + Int.random(in: 1...64, using: &generator), bytes.count)
          bytes.removeSubrange(place..<end)
        default:
          let end = min(place + Int.random(in: 1...64, using: &generator), bytes.count)
          bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
        if bytes.isEmpty { break }
      }
      exercise(bytes)
    }
  }

  @Test("Noise after a valid signature is an error")
  func noise() {
    var generator = SplitMix64(seed: 99)
    for signature in [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF] as [UInt8],
    ] {
      for count in 0..<200 {
        let bytes = signature + (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        #expect(codecError { try ImageDecoder(limits: Self.limits).decode(bytes) } != nil)
      }
    }
  }
}
