internal import Files
internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import Testing

/// libpng is the oracle: pixels, missing rows, warnings and errors are compared with its own.
@Suite("Rows of PNG files are libpng's, whoever reads them")
struct PlainRowsTests {
  /// What reading a file comes to.
  private struct Reading: Equatable {
    var pixels: [UInt8] = []
    var missingRows = 0
    var warnings: [ImageWarning] = []
    var error: ImageCodecError?

    /// Reads some rows at a time, or the whole picture at once where that is 0.
    init(
      _ bytes: [UInt8], by rows: RowDecoding, rowsAtATime: Int, allowsPartialImages: Bool,
      limits: DecodingLimits = DecodingLimits()
    ) {
      var decoder = ImageDecoder(
        limits: limits, allowsPartialImages: allowsPartialImages, threads: 2)
      decoder.rows = rows
      do {
        if rowsAtATime == 0 {
          let decoded = try decoder.decode(bytes)
          missingRows = decoded.missingRows
          warnings = decoded.warnings
          decoded.image.withPixels { view in
            pixels = Array(
              UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
          }
        } else {
          try readRows(bytes, decoder, rowsAtATime)
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
        missingRows = reader.missingRows
        warnings = reader.warnings
      }
    }
  }

  private func expectEqual(_ bytes: [UInt8], _ name: String, rowsAtATime: [Int] = [0, 3]) {
    for count in rowsAtATime {
      for partial in [false, true] {
        let expected = Reading(
          bytes, by: .libraries, rowsAtATime: count, allowsPartialImages: partial)
        for rows in [RowDecoding.ownFirst, .ownAlways] {
          let found = Reading(
            bytes, by: rows, rowsAtATime: count, allowsPartialImages: partial)
          #expect(found == expected, "\(name), \(count) rows at a time, \(rows)")
        }
      }
    }
  }

  /// A photo-like picture, whose rows libpng's heuristic gives all filters.
  private static func picture(
    width: Int = 61, height: Int = 43, opaque: Bool
  ) throws -> ImageBuffer {
    let noise = try makeNoise(width: width, height: height, seed: 5, opaque: opaque)
    let gradient = try makeGradient(width: width, height: height)
    return try makeImage(width: width, height: height) { x, y in
      gradient.withPixels { smooth in
        noise.withPixels { rough in
          var pixel = smooth[x, y]
          pixel.red &+= rough[x, y].red & 7
          pixel.alpha = opaque ? 255 : rough[x, y].alpha
          return y > height / 2 ? rough[x, y] : pixel
        }
      }
    }
  }

  @Test("every PNG of the corpus, whole or damaged")
  func corpus() throws {
    let files = Corpus.current.entries.filter { $0.file.hasSuffix(".png") }
    #expect(files.count > 20)
    for file in files {
      try expectEqual(readFile(at: file.path), file.file, rowsAtATime: [0, 1, 8])
    }
  }

  @Test("a file cut at its bytes", arguments: [true, false])
  func cuts(opaque: Bool) throws {
    let file = try splittingPixelData(
      of: PNGEncoder().encode(Self.picture(width: 17, height: 13, opaque: opaque)), every: 150)
    // Unoptimised, every second cut: those of the release tests are the same.
    #if DEBUG
      let step = 2
    #else
      let step = 1
    #endif
    for count in stride(from: opaque ? 0 : 1, through: file.count, by: step) {
      expectEqual(Array(file[..<count]), "cut at \(count)")
    }
  }

  @Test("a bit turned over, in a chunk whose checksum is then wrong")
  func flips() throws {
    let file = try splittingPixelData(
      of: PNGEncoder().encode(Self.picture(opaque: true)), every: 1000)
    var generator = SplitMix64(seed: 3)
    for _ in 0..<150 {
      var bytes = file
      let place = Int(generator.next() % UInt64(bytes.count * 8))
      bytes[place / 8] ^= 1 << UInt8(place % 8)
      expectEqual(bytes, "bit \(place)", rowsAtATime: [5])
    }
  }

  @Test("a bit turned over in the compressed data, with checksums of chunks that are right")
  func craftedFlips() throws {
    let data = try pixelData(of: PNGEncoder().encode(Self.picture(opaque: true)))
    let header = try Array(PNGEncoder().encode(Self.picture(opaque: true))[..<33])
    var generator = SplitMix64(seed: 4)
    for round in 0..<200 {
      var data = data
      // Half of them where the codes are written.
      let bits = round % 2 == 0 ? data.count * 8 : 800
      let place = Int(generator.next() % UInt64(bits))
      data[place / 8] ^= 1 << UInt8(place % 8)
      expectEqual(file(header, [data]), "bit \(place)", rowsAtATime: [0, 5])
    }
  }

  @Test("chunks split at every byte, empty ones, and one for each byte")
  func splits() throws {
    let whole = try PNGEncoder().encode(makeGradient(width: 20, height: 11))
    let (data, header) = (pixelData(of: whole), Array(whole[..<33]))
    for split in 0...data.count {
      let parts = [Array(data[..<split]), [], Array(data[split...])]
      expectEqual(file(header, parts), "split at \(split)", rowsAtATime: [4])
    }
    expectEqual(file(header, data.map { [$0] }), "bytes")
    expectEqual(file(header, Array(repeating: [], count: 5000) + [data]), "empty chunks first")
    expectEqual(file(header, [data] + Array(repeating: [], count: 5000)), "empty chunks last")
  }

  @Test("palettes: short and full, some of it transparent, indices beyond it")
  func palettes() throws {
    let (width, height) = (30, 20)
    // Indices 0 to 59, unfiltered.
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows.append(UInt8((x * 7 + y) % 60)) }
    }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let size: [UInt8] = [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height)]
    let kind: [UInt8] = [8, 3, 0, 0, 0]
    let head = signature + chunk(named: Array("IHDR".utf8), size + kind)
    let data = Self.stored(rows)
    for count in [1, 40, 59, 60, 256] {
      let colors = (0..<3 * count).map { UInt8(truncatingIfNeeded: $0 * 37) }
      let palette = head + chunk(named: Array("PLTE".utf8), colors)
      for alphaCount in [0, 1, count / 2, count, count + 1] {
        var header = palette
        if alphaCount > 0 {
          let alphas = (0..<alphaCount).map { UInt8(truncatingIfNeeded: $0 * 91) }
          header += chunk(named: Array("tRNS".utf8), alphas)
        }
        expectEqual(
          file(header, [data]), "\(count) colours, \(alphaCount) alphas", rowsAtATime: [0, 3, 8])
      }
    }
  }

  /// A zlib stream that holds some bytes as they are.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    let (count, sum) = (UInt16(bytes.count), high << 16 | low)
    var stream: [UInt8] = [0x78, 0x01, 1]
    for word in [count, ~count] { stream += [UInt8(word & 255), UInt8(word >> 8)] }
    stream += bytes
    for shift in [24, 16, 8, 0] { stream.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
    return stream
  }

  @Test("what libpng complains about: more data, less data, other chunks between and after")
  func oddities() throws {
    let whole = try PNGEncoder().encode(Self.picture(opaque: true))
    let (data, header) = (pixelData(of: whole), Array(whole[..<33]))
    let text = chunk(named: Array("tEXt".utf8), Array("a".utf8) + [0, 65])
    let idat = Array("IDAT".utf8)
    let end = chunk(named: Array("IEND".utf8), [])
    let half = data.count / 2
    let (first, second) = (Array(data[..<half]), Array(data[half...]))
    var badText = text
    badText[badText.count - 1] ^= 1
    let files: [(String, [UInt8])] = [
      ("more in the chunk", file(header, [data + [1, 2, 3]])),
      ("more in a chunk of its own", file(header, [data, [0]])),
      ("no checksum", file(header, [Array(data.dropLast(4))])),
      ("half a checksum", file(header, [Array(data.dropLast(2))])),
      ("a wrong checksum", file(header, [data.dropLast() + [(data.last ?? 0) ^ 1]])),
      ("half the data", file(header, [first])),
      ("a small window", file(header, [[0x48, 0x0D] + data[2...]])),
      ("another method", file(header, [[0x77, 0x85] + data[2...]])),
      ("a dictionary", file(header, [[0x78, 0x20] + data[2...]])),
      (
        "text between",
        header + chunk(named: idat, first) + text + chunk(named: idat, second) + end
      ),
      ("text after", header + chunk(named: idat, data) + text + end),
      ("damaged text after", header + chunk(named: idat, data) + badText + end),
      (
        "transparency after",
        header + chunk(named: idat, data) + chunk(named: Array("tRNS".utf8), [0, 1, 0, 1, 0, 1])
          + end
      ),
      (
        "a palette after",
        header + chunk(named: idat, data) + chunk(named: Array("PLTE".utf8), [1, 2, 3]) + end
      ),
      (
        "an unknown critical chunk after",
        header + chunk(named: idat, data) + chunk(named: Array("ABCD".utf8), [1]) + end
      ),
      ("no end", header + chunk(named: idat, data)),
      (
        "an end with bytes",
        header + chunk(named: idat, data) + chunk(named: Array("IEND".utf8), [1])
      ),
      (
        "data again after text",
        header + chunk(named: idat, data) + text + chunk(named: idat, [1, 2]) + end
      ),
      ("bytes after the end", file(header, [data]) + [1, 2, 3]),
      ("no data", header + end),
    ]
    for (name, bytes) in files { expectEqual(bytes, name) }
  }

  @Test("limits of time and of memory hold for them too")
  func limits() throws {
    let bytes = try PNGEncoder().encode(makeGradient(width: 300, height: 200))
    for memory in [1, 100_000, 400_000, 1_000_000, 10_000_000, 100_000_000] {
      for seconds in [1e-9, 60] {
        let limits = DecodingLimits(memoryBytes: memory, seconds: seconds)
        for count in [0, 10] {
          let expected = Reading(
            bytes, by: .libraries, rowsAtATime: count, allowsPartialImages: false, limits: limits)
          for rows in [RowDecoding.ownFirst, .ownAlways] {
            let found = Reading(
              bytes, by: rows, rowsAtATime: count, allowsPartialImages: false, limits: limits)
            #expect(found.error == expected.error, "\(memory) bytes, \(seconds) s, \(rows)")
          }
        }
      }
    }
  }

  private func file(_ header: [UInt8], _ parts: [[UInt8]]) -> [UInt8] {
    header + parts.flatMap { chunk(named: Array("IDAT".utf8), $0) }
      + chunk(named: Array("IEND".utf8), [])
  }

  /// What the `IDAT` chunks hold.
  private func pixelData(of png: [UInt8]) -> [UInt8] {
    var (data, offset): ([UInt8], Int) = ([], 8)
    while offset + 12 <= png.count {
      let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      if Array(png[offset + 4..<offset + 8]) == Array("IDAT".utf8) {
        data += png[offset + 8..<offset + 8 + length]
      }
      offset += 12 + length
    }
    return data
  }
}
