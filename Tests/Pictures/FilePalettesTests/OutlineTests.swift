internal import DominantColor
internal import FilePalettes
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Palettes of files")
struct OutlineTests {
  private let side = 2048  // 2048² = 2²², the fewest pixels that are sampled

  private func answer(
    _ image: ImageBuffer, _ encoder: JPEGEncoder = JPEGEncoder(),
    reader: FilePaletteReader = FilePaletteReader(method: .histogram)
  ) throws -> FilePalette {
    let bytes = try encoder.encode(image)
    return try bytes.withUnsafeBytes { try reader.palette(of: $0) }
  }

  private func image(_ name: String, side: Int) throws -> ImageBuffer {
    try #require(SyntheticImage.named(name)).makeImage(width: side, height: side)
  }

  @Test("a flat baseline picture is proved, with counts of the picture")
  func flat() throws {
    let fast = try answer(image("flat", side: side))
    let exact = try answer(
      image("flat", side: side), reader: FilePaletteReader(method: .histogram, isExact: true))
    #expect(!fast.isExact && fast.estimate != nil && exact.isExact)
    #expect(fast.palette.dominant?.color == exact.palette.dominant?.color)
    #expect(fast.palette.tally == exact.palette.tally)
  }

  @Test("small and progressive pictures, PNGs, other methods and --exact count every pixel")
  func exactWays() throws {
    #expect(try answer(image("flat", side: side - 1)).isExact)
    let progressive = try answer(image("flat", side: side), JPEGEncoder(isProgressive: true))
    #expect(progressive.isExact && progressive.estimate == nil)
    for method in [PaletteMethod.kmeans, .hue] {
      let reader = FilePaletteReader(method: method)
      #expect(try answer(image("flat", side: side), reader: reader).isExact)
    }
    let png = try PNGEncoder(compressionLevel: 1).encode(image("flat", side: side))
    #expect(
      try png.withUnsafeBytes { try FilePaletteReader(method: .histogram).palette(of: $0) }.isExact)
  }

  @Test("noise, whose means are not its colours, counts every pixel")
  func noise() throws {
    for progressive in [false, true] {
      let fast = try answer(
        image("noise", side: side),
        JPEGEncoder(quality: 95, chromaSubsampling: .none, isProgressive: progressive))
      #expect(fast.isExact)
    }
  }

  @Test("what a failed attempt has found of a file changes no answer", arguments: 1...3)
  func failedAttempts(threads: Int) throws {
    for (name, sampling) in [
      ("noise", JPEGEncoder.ChromaSubsampling.none), ("noise", .half), ("photo", .half),
    ] {
      let bytes = try JPEGEncoder(quality: 90, chromaSubsampling: sampling).encode(
        image(name, side: side))
      var reader = FilePaletteReader(method: .histogram, decoder: ImageDecoder(threads: threads))
      // Few samples prove a colour to a tenth of a ΔE00.
      reader.colorTolerance = 0.1
      let found = try bytes.withUnsafeBytes { try reader.palette(of: $0) }
      reader.isExact = true
      #expect(found.isExact)
      #expect(try bytes.withUnsafeBytes { try reader.palette(of: $0) } == found)
    }
  }

  @Test("two halves of nearly equal size count every pixel")
  func closeRace() throws {
    var picture = try ImageBuffer(width: side, height: side)
    let border = side / 2 + 1
    picture.withMutableBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
      for y in 0..<side {
        for x in 0..<side { base[y * side + x] = y < border ? 0xFF20_20E0 : 0xFFE0_2020 }
      }
    }
    let answer = try answer(picture)
    #expect(answer.isExact)
    #expect(answer.palette.dominant?.color.red ?? 0 > 200)
  }

  @Test("files on disk and in memory give the same answer, damaged or not")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "picture").path()
    let picture = try image("photo", side: side)
    let whole = try JPEGEncoder().encode(picture)
    for bytes in [
      whole, Array(whole[..<(whole.count / 2)]),
      try PNGEncoder(compressionLevel: 1).encode(picture),
      [], Array("no picture".utf8),
    ] {
      try Data(bytes).write(to: URL(filePath: path))
      let held = outcome {
        try bytes.withUnsafeBytes { try FilePaletteReader(method: .histogram).palette(of: $0) }
      }
      let streamed = outcome {
        try FilePaletteReader(method: .histogram).palette(of: ImageFile(opening: path))
      }
      #expect(held == streamed)
    }
  }

  @Test("an overview's palette is the palette, proved or exact; its colours are counted alike")
  func overviews() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "picture.jpg").path()
    for (name, isProgressive, isProved) in [
      ("flat", false, true), ("noise", false, false), ("flat", true, false),
    ] {
      let encoder = JPEGEncoder(chromaSubsampling: .none, isProgressive: isProgressive)
      try Data(encoder.encode(image(name, side: side))).write(to: URL(filePath: path))
      let found = try FilePaletteReader(method: .histogram).overview(of: ImageFile(opening: path))
      #expect(
        try found.palette
          == FilePaletteReader(method: .histogram).palette(of: ImageFile(opening: path)))
      #expect(found.palette.isExact != isProved && (found.palette.estimate != nil) == isProved)
      let counted = isProved ? (side + 7) / 8 * ((side + 7) / 8) : side * side
      #expect(found.colors.tally.counted == UInt64(counted), "\(name)")
    }
  }

  private func outcome(_ body: () throws -> FilePalette) -> String {
    do {
      return "\(try body())"
    } catch {
      return "\(error)"
    }
  }
}
