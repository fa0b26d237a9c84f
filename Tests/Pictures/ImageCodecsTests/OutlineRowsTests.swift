internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Outlines of JPEGs, one pixel for each 8 × 8")
struct OutlineRowsTests {
  /// All rows of an outline, and what became of reading them.
  private func outline(
    _ bytes: [UInt8], decoder: ImageDecoder = ImageDecoder()
  ) throws -> (pixels: [UInt8], width: Int, height: Int, isOutline: Bool) {
    try bytes.withUnsafeBytes { bytes in
      var reader = try ImageRowReader(bytes, decoder: decoder) { _ in .outline }
      var pixels = [UInt8](repeating: 0, count: reader.bytesPerRow * reader.rowCount)
      let count = pixels.count
      try pixels.withUnsafeMutableBytes { target in
        var filled = 0
        while filled < count {
          let rows = try reader.readRows(
            into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
          if rows == 0 { break }
          filled += rows * reader.bytesPerRow
        }
      }
      return (pixels, reader.rowWidth, reader.rowCount, reader.isOutline)
    }
  }

  @Test(
    "pixels are the means of the full picture's blocks",
    arguments: [
      JPEGEncoder(quality: 95, chromaSubsampling: .none),
      JPEGEncoder(quality: 95),
      JPEGEncoder(quality: 90, chromaSubsampling: .none, isProgressive: true),
      JPEGEncoder(quality: 50, chromaSubsampling: .none, isProgressive: true),
    ])
  func means(encoder: JPEGEncoder) throws {
    let file = try encoder.encode(makeGradient(width: 203, height: 101))
    let full = try ImageDecoder().decode(file).image
    let outline = try outline(file)
    #expect(outline.isOutline)
    #expect(outline.width == 26 && outline.height == 13)
    var worst = 0
    for y in 0..<12 {  // The last row and column are of blocks that the picture fills in part.
      for x in 0..<25 {
        var sums = [0, 0, 0]
        for row in 8 * y..<8 * y + 8 {
          for column in 8 * x..<8 * x + 8 {
            let pixel = full[column, row]
            sums[0] += Int(pixel.red)
            sums[1] += Int(pixel.green)
            sums[2] += Int(pixel.blue)
          }
        }
        for channel in 0..<3 {
          let found = Int(outline.pixels[4 * (y * outline.width + x) + channel])
          worst = max(worst, abs(found - (sums[channel] + 32) / 64))
        }
      }
    }
    #expect(worst <= 4)
  }

  /// What reading an outline three rows at a time comes to.
  private struct Reading: Equatable {
    var pixels: [UInt8] = []
    var missingRows = 0
    var warnings: [ImageWarning] = []
    var error: ImageCodecError?

    init(_ bytes: [UInt8], by rows: RowDecoding, allowsPartialImages: Bool) {
      var decoder = ImageDecoder(allowsPartialImages: allowsPartialImages, threads: 2)
      decoder.rows = rows
      bytes.withUnsafeBytes { bytes in
        do {
          var reader = try ImageRowReader(bytes, decoder: decoder) { _ in .outline }
          var band = [UInt8](repeating: 0, count: 3 * reader.bytesPerRow)
          while true {
            let rows = try band.withUnsafeMutableBytes { try reader.readRows(into: $0) }
            if rows == 0 { break }
            pixels += band[..<(rows * reader.bytesPerRow)]
          }
          missingRows = reader.missingRows
          warnings = reader.warnings
        } catch {
          self.error = error as? ImageCodecError
        }
      }
    }
  }

  @Test("the decoder of means gives what libjpeg gives, of whole and of damaged files")
  func meansFirst() throws {
    let image = try makeGradient(width: 700, height: 500)
    var state: UInt64 = 7
    for encoder in [JPEGEncoder(quality: 85), JPEGEncoder(quality: 95, chromaSubsampling: .none)] {
      let file = try encoder.encode(image)
      for round in 0..<60 {
        var bytes = file
        if round % 3 == 1 { bytes.removeLast(round * file.count / 70) }
        if round % 3 == 2 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[700 + Int(state >> 33) % (file.count - 700)] ^= UInt8(1 << (round % 8))
        }
        for partial in [false, true] {
          let expected = Reading(bytes, by: .libraries, allowsPartialImages: partial)
          for rows in [RowDecoding.ownFirst, .ownAlways] {
            let found = Reading(bytes, by: rows, allowsPartialImages: partial)
            #expect(found == expected, "round \(round), \(rows)")
          }
        }
      }
    }
  }

  @Test("a PNG has no outline and is delivered whole")
  func png() throws {
    let image = try makeGradient(width: 9, height: 5)
    let whole = try outline(PNGEncoder().encode(image))
    #expect(!whole.isOutline && whole.width == 9 && whole.height == 5)
    #expect(
      whole.pixels
        == image.withPixels { view in
          [UInt8](UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * 45))
        })
  }

  @Test("a cut baseline file is the same error as when it is read whole")
  func cut() throws {
    let file = try JPEGEncoder().encode(makeGradient(width: 200, height: 160))
    for count in stride(from: file.count / 3, to: file.count - 2, by: 97) {
      let bytes = Array(file[..<count])
      let full = codecError { try ImageDecoder().decode(bytes) }
      #expect(full == codecError { try outline(bytes) })
    }
  }

  @Test("a progressive file that is cut short is judged like a whole reading")
  func cutProgressive() throws {
    let file = try JPEGEncoder(isProgressive: true).encode(makeGradient(width: 200, height: 160))
    let half = Array(file[..<(file.count * 9 / 10)])
    let full = codecError { try ImageDecoder().decode(half) }
    #expect(full != nil)
    #expect(codecError { try outline(half) } == full)
    let partial = try outline(half, decoder: ImageDecoder(allowsPartialImages: true))
    #expect(partial.isOutline && partial.width == 25)
    let scans = try #require(firstScan(in: file))
    #expect(codecError { try outline(Array(file[..<(scans + 20)])) } != nil)
  }

  /// Where the first scan's header begins.
  private func firstScan(in file: [UInt8]) -> Int? {
    file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
  }

  @Test("changed and cut files give an outline or an error", arguments: [false, true])
  func hostile(isProgressive: Bool) throws {
    let file = try JPEGEncoder(isProgressive: isProgressive)
      .encode(makeGradient(width: 90, height: 70))
    var generator = SplitMix64(seed: 18)
    for _ in 0..<2000 {
      var changed = file
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        changed.removeLast(Int.random(in: 0..<changed.count, using: &generator))
      }
      let limits = DecodingLimits(pixels: 4_000_000, memoryBytes: 100_000_000)
      do {
        let outline = try outline(changed, decoder: ImageDecoder(limits: limits))
        #expect(outline.width * outline.height <= 4_000_000)
        #expect(outline.pixels.count == 4 * outline.width * outline.height)
      } catch {
        #expect(error is ImageCodecError)
      }
    }
  }

  @Test("a file of too many scans is refused in outline too")
  func scans() throws {
    let file = try JPEGEncoder(quality: 20, isProgressive: true)
      .encode(makeGradient(width: 64, height: 64))
    let decoder = ImageDecoder(limits: DecodingLimits(scans: 1))
    #expect(
      codecError { try outline(file, decoder: decoder) } == .limitExceeded(.scans(limit: 1)))
  }
}
