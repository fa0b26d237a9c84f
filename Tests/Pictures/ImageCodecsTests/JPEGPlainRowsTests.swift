internal import Files
internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import Testing

/// libjpeg is the oracle: pixels, missing rows, warnings and errors are compared with its own.
@Suite("Rows of JPEG files are libjpeg's, whoever reads them")
struct JPEGPlainRowsTests {
  /// What reading a file comes to.
  private struct Reading: Equatable {
    var pixels: [UInt8] = []
    var missingRows = 0
    var warnings: [ImageWarning] = []
    var error: ImageCodecError?

    /// Reads some rows at a time, or the whole picture at once where that is 0.
    init(
      _ bytes: [UInt8], by rows: RowDecoding, threads: Int = 1, rowsAtATime count: Int,
      allowsPartialImages: Bool
    ) {
      var decoder = ImageDecoder(
        limits: DecodingLimits(pixels: 4_000_000), allowsPartialImages: allowsPartialImages,
        threads: threads)
      decoder.rows = rows
      do {
        if count == 0 {
          let decoded = try decoder.decode(bytes)
          (missingRows, warnings) = (decoded.missingRows, decoded.warnings)
          decoded.image.withPixels { view in
            pixels = Array(
              UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
          }
        } else {
          try readRows(bytes, decoder, count)
        }
      } catch {
        self.error = error as? ImageCodecError
      }
    }

    private mutating func readRows(
      _ bytes: [UInt8], _ decoder: ImageDecoder, _ count: Int
    ) throws {
      try bytes.withUnsafeBytes { bytes in
        var reader = try ImageRowReader(bytes, decoder: decoder)
        var band = [UInt8](repeating: 0, count: count * reader.bytesPerRow)
        while true {
          let rows = try band.withUnsafeMutableBytes { try reader.readRows(into: $0) }
          if rows == 0 { break }
          pixels += band[..<(rows * reader.bytesPerRow)]
        }
        (missingRows, warnings) = (reader.missingRows, reader.warnings)
      }
    }
  }

  private func expectEqual(_ bytes: [UInt8], _ name: String, rowsAtATime: [Int] = [0, 3]) {
    for count in rowsAtATime {
      for partial in [false, true] {
        let expected = Reading(
          bytes, by: .libraries, rowsAtATime: count, allowsPartialImages: partial)
        for (rows, threads) in [(RowDecoding.ownFirst, 2), (.ownAlways, 2), (.ownAlways, 1)] {
          let found = Reading(
            bytes, by: rows, threads: threads, rowsAtATime: count, allowsPartialImages: partial)
          #expect(
            found == expected, "\(name), \(count) rows at a time, \(rows), \(threads) threads")
        }
      }
    }
  }

  @Test("every JPEG of the corpus, whole or damaged")
  func corpus() throws {
    let files = Corpus.current.entries.filter { $0.file.hasSuffix(".jpg") }
    #expect(files.count > 10)
    for file in files { try expectEqual(readFile(at: file.path), file.file, rowsAtATime: [0, 8]) }
  }

  /// Files of 2¹⁶ pixels and more, with a rough half.
  private static func files() throws -> [[UInt8]] {
    let (width, height) = (300, 223)
    let noise = try makeNoise(width: width, height: height, seed: 5, opaque: true)
    let gradient = try makeGradient(width: width, height: height)
    let image = try makeImage(width: width, height: height) { x, y in
      (x + y > 260 ? noise : gradient)[x, y]
    }
    return try [
      JPEGEncoder(quality: 85), JPEGEncoder(quality: 95, chromaSubsampling: .none),
      JPEGEncoder(quality: 85, isProgressive: true),
    ].map { try $0.encode(image) }
  }

  @Test("whole, cut and changed files")
  func damage() throws {
    var random = SplitMix64(seed: 44)
    for (number, file) in try Self.files().enumerated() {
      expectEqual(file, "file \(number)", rowsAtATime: [0, 1, 16, 50])
      for round in 0..<40 {
        var bytes = file
        switch round % 4 {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        case 1:
          bytes[Int.random(in: 2..<600, using: &random)] = UInt8.random(in: 0...255, using: &random)
        default:
          let place = Int.random(in: 600..<bytes.count, using: &random)
          bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        expectEqual(bytes, "file \(number), round \(round)")
      }
    }
  }
}
