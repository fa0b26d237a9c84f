internal import CImageShims
internal import Hashing
internal import PNGRows
internal import Testing

@Suite("Rows are unfiltered as the PNG specification says")
struct PNGRowsTests {
  /// Filtered rows of random bytes, compressed by zlib.
  private struct Picture {
    let width, height: Int
    let samples: PNGSamples
    /// Each row after the byte that names its filter.
    var filtered: [UInt8]
    /// Of a palette, one for every index.
    var colors: [UInt32] = []

    init(
      width: Int, height: Int, samples: PNGSamples, filters: ClosedRange<UInt64> = 0...4,
      _ generator: inout SplitMix64
    ) {
      (self.width, self.height, self.samples) = (width, height, samples)
      var bytes: [UInt8] = []
      for _ in 0..<height {
        bytes.append(
          UInt8(filters.lowerBound + generator.next() % UInt64(filters.count)))
        for _ in 0..<width * samples.byteCount {
          let bits = generator.next()
          // Many small numbers, as differences are, and some of any size.
          bytes.append(UInt8(truncatingIfNeeded: bits & 7 == 0 ? bits >> 8 : bits >> 8 & 3))
        }
      }
      filtered = bytes
      if samples == .palette {
        colors = (0..<256).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
      }
    }

    func stream() -> [UInt8] {
      filtered.withUnsafeBufferPointer { block in
        var report = cimage_report()
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = cimage_deflate_block(
          cimage_block(bytes: block.baseAddress, count: block.count), &bytes, &count, &report)
        defer { cimage_free(bytes) }
        #expect(status == CIMAGE_OK)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
      }
    }

    /// The pixels, byte by byte as the specification has it.
    func pixels() -> [UInt8] {
      let (size, rowBytes) = (samples.byteCount, width * samples.byteCount)
      var above = [UInt8](repeating: 0, count: rowBytes)
      var result: [UInt8] = []
      for y in 0..<height {
        let start = y * (rowBytes + 1)
        var row = Array(filtered[start + 1...start + rowBytes])
        for x in 0..<rowBytes {
          let a = x >= size ? Int(row[x - size]) : 0
          let (b, c) = (Int(above[x]), x >= size ? Int(above[x - size]) : 0)
          let predicted =
            switch filtered[start] {
            case 0: 0
            case 1: a
            case 2: b
            case 3: (a + b) / 2
            default: Self.paeth(a, b, c)
            }
          row[x] = UInt8((Int(row[x]) + predicted) % 256)
        }
        for x in 0..<width { result += rgba(Array(row[x * size..<(x + 1) * size])) }
        above = row
      }
      return result
    }

    private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
      let p = a + b - c
      let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
      if pa <= pb && pa <= pc { return a }
      return pb <= pc ? b : c
    }

    private func rgba(_ pixel: [UInt8]) -> [UInt8] {
      switch samples {
      case .grey: [pixel[0], pixel[0], pixel[0], 255]
      case .greyAlpha: [pixel[0], pixel[0], pixel[0], pixel[1]]
      case .rgb: pixel + [255]
      case .rgba: pixel
      case .palette: withUnsafeBytes(of: colors[Int(pixel[0])], Array.init)
      case .grey16, .greyAlpha16, .rgb16, .rgba16: wide(pixel)
      }
    }

    /// Of samples of 16 bits the nearest of 8: round(255 · sample / 65535).
    private func wide(_ pixel: [UInt8]) -> [UInt8] {
      var levels: [UInt8] = []
      for place in stride(from: 0, to: pixel.count, by: 2) {
        let sample = Double(Int(pixel[place]) << 8 | Int(pixel[place + 1]))
        levels.append(UInt8((sample * 255 / 65535).rounded()))
      }
      return switch levels.count {
      case 1: [levels[0], levels[0], levels[0], 255]
      case 2: [levels[0], levels[0], levels[0], levels[1]]
      case 3: levels + [255]
      default: levels
      }
    }

    /// What the reader makes of it; `nil` where it declines.
    func read(
      _ stream: [UInt8], rowsAtATime: Int, piece: Int = .max, usesVectorExtensions: Bool,
      inflating: Inflating = .here
    ) -> [UInt8]? {
      var offset = 0
      let reader = PNGRowsReader(
        width: width, height: height, samples: samples, colors: colors,
        usesVectorExtensions: usesVectorExtensions, inflating: inflating
      ) { room in
        let count = min(room.count, stream.count - offset, piece)
        room.copyBytes(from: stream[offset..<offset + count])
        offset += count
        return count
      }
      var result = [UInt8](repeating: 0, count: 4 * width * height)
      do {
        try result.withUnsafeMutableBytes { target in
          guard let base = target.baseAddress else { return }
          for row in stride(from: 0, to: height, by: rowsAtATime) {
            try reader.readRows(
              into: base + 4 * width * row, bytesPerRow: 4 * width,
              count: min(rowsAtATime, height - row))
          }
        }
      } catch {
        return nil
      }
      return result
    }
  }

  @Test("any filters, small widths and heights, all samples, both instruction sets")
  func everyShape() {
    var generator = SplitMix64(seed: 1)
    for samples in PNGSamples.allCases {
      for width in Array(1...10) + [17, 33] {
        for height in [1, 2, 7, 8, 9, 20] {
          let picture = Picture(width: width, height: height, samples: samples, &generator)
          let (stream, pixels) = (picture.stream(), picture.pixels())
          for rows in [1, 8, 100] {
            for vectors in [true, false] {
              let found = picture.read(
                stream, rowsAtATime: rows, usesVectorExtensions: vectors)
              #expect(found == pixels, "\(samples) \(width) × \(height), \(rows) at a time")
            }
          }
        }
      }
    }
  }

  @Test("two groups of rows at once: widths around eight pixels more than both have to begin with")
  func twoGroups() {
    var generator = SplitMix64(seed: 11)
    for samples in [PNGSamples.grey, .rgb, .rgba] {
      for width in [1, 7, 15, 16, 22, 23, 24, 30, 31, 32, 39, 100] {
        for height in [16, 17, 24, 37] {
          let picture = Picture(width: width, height: height, samples: samples, &generator)
          let (stream, pixels) = (picture.stream(), picture.pixels())
          for (rows, vectors) in [(16, true), (100, true), (100, false), (20, true)] {
            let found = picture.read(stream, rowsAtATime: rows, usesVectorExtensions: vectors)
            #expect(found == pixels, "\(samples) \(width) × \(height), \(rows) at a time")
          }
        }
      }
    }
  }

  @Test("each filter alone, rows longer than any buffer, data in small pieces")
  func long() {
    var generator = SplitMix64(seed: 2)
    for filter in UInt64(0)...4 {
      let picture = Picture(
        width: 20_000, height: 9, samples: .rgb, filters: filter...filter, &generator)
      let (stream, pixels) = (picture.stream(), picture.pixels())
      for (rows, piece) in [(9, Int.max), (3, 1000)] {
        for inflating in [Inflating.here, .ahead] {
          let found = picture.read(
            stream, rowsAtATime: rows, piece: piece, usesVectorExtensions: true,
            inflating: inflating)
          #expect(found == pixels, "filter \(filter)")
        }
      }
    }
  }

  @Test("every sample of 16 bits becomes the nearest of 8")
  func rounding() {
    var generator = SplitMix64(seed: 9)
    // Rows of every sample once, without filters.
    var picture = Picture(
      width: 4096, height: 16, samples: .grey16, filters: 0...0, &generator)
    picture.filtered = []
    for sample in UInt16.min...UInt16.max {
      if sample % 4096 == 0 { picture.filtered.append(0) }
      picture.filtered += [UInt8(sample >> 8), UInt8(sample & 255)]
    }
    for vectors in [true, false] {
      let found = picture.read(picture.stream(), rowsAtATime: 5, usesVectorExtensions: vectors)
      #expect(found == picture.pixels())
    }
  }

  @Test("an index beyond the palette is declined, the last one in it is not")
  func indices() {
    var generator = SplitMix64(seed: 8)
    var picture = Picture(
      width: 9, height: 17, samples: .palette, filters: 0...0, &generator)
    let rows = stride(from: 0, to: picture.filtered.count, by: 10)
    let largest = rows.flatMap { picture.filtered[$0 + 1..<$0 + 10] }.max() ?? 0
    for (count, isRead) in [(256, true), (Int(largest) + 1, true), (Int(largest), false)] {
      picture.colors = Array(picture.colors[..<count])
      let found = picture.read(picture.stream(), rowsAtATime: 5, usesVectorExtensions: true)
      #expect(found == (isRead ? picture.pixels() : nil), "\(count) colours")
    }
  }

  @Test("strips: rows that end with them, before, behind, and many more than there are strips")
  func strips() {
    var generator = SplitMix64(seed: 6)
    // A strip holds 384 or 768 KB: at 4095 bytes a row 96 or 192 of them, whose last one often
    // continues in the next strip.
    for height in [88, 96, 97, 104, 191, 192, 193, 200, 1700] {
      let picture = Picture(width: 4095, height: height, samples: .grey, &generator)
      let (stream, pixels) = (picture.stream(), picture.pixels())
      for inflating in [Inflating.here, .ahead] {
        let found = picture.read(
          stream, rowsAtATime: 50, usesVectorExtensions: true, inflating: inflating)
        #expect(found == pixels, "\(height) rows, \(inflating)")
        #expect(
          picture.read(
            Array(stream.dropLast(5)), rowsAtATime: 50, usesVectorExtensions: true,
            inflating: inflating) == nil, "cut, \(height) rows")
      }
    }
  }

  @Test("a reader that is let go early stops reading before it is gone", arguments: [0, 1, 8, 300])
  func abandoned(rows: Int) throws {
    var generator = SplitMix64(seed: 7)
    let picture = Picture(width: 4000, height: 1000, samples: .grey, &generator)
    let stream = picture.stream()
    /// What the other thread reads from; nothing guards it but the reader's promise.
    final class Source {
      var offset = 0
      var isOpen = true
      var readsWhenClosed = 0
    }
    for _ in 0..<20 {
      let source = Source()
      try withUnsafeTemporaryAllocation(byteCount: 4 * 4000 * max(rows, 1), alignment: 64) {
        let reader = PNGRowsReader(
          width: picture.width, height: picture.height, samples: .grey, inflating: .ahead
        ) { room in
          if !source.isOpen { source.readsWhenClosed += 1 }
          let count = min(room.count, stream.count - source.offset, 5000)
          room.copyBytes(from: stream[source.offset..<source.offset + count])
          source.offset += count
          return count
        }
        let base = try #require($0.baseAddress)
        if rows > 0 { try reader.readRows(into: base, bytesPerRow: 4 * 4000, count: rows) }
      }
      source.isOpen = false
      #expect(source.readsWhenClosed == 0)
      #expect(rows > 0 ? source.offset > 0 : source.offset == 0)
    }
  }

  @Test("no filter above 4")
  func unknownFilters() {
    var generator = SplitMix64(seed: 3)
    for filter in [UInt64(5), 6, 255] {
      let picture = Picture(
        width: 3, height: 9, samples: .rgb, filters: filter...filter, &generator)
      #expect(
        picture.read(picture.stream(), rowsAtATime: 9, usesVectorExtensions: true) == nil)
    }
  }

  @Test("stored blocks that begin where the next piece of the file is read")
  func storedBlocks() {
    var generator = SplitMix64(seed: 9)
    let picture = Picture(width: 4095, height: 50, samples: .grey, filters: 1...1, &generator)
    let (pixels, end) = (picture.pixels(), picture.stream().suffix(4))
    for length in 20..<180 {
      var stream: [UInt8] = [0x78, 0x9C]
      for start in stride(from: 0, to: picture.filtered.count, by: length) {
        let part = picture.filtered[start...].prefix(length)
        let isLast: UInt8 = part.endIndex == picture.filtered.endIndex ? 1 : 0
        let count = UInt8(part.count)
        // A block of fixed codes with nothing but its end, and a stored one.
        stream += [0x02, isLast << 2, count, 0, ~count, 255] + part
      }
      let found = picture.read(stream + end, rowsAtATime: 50, usesVectorExtensions: true)
      #expect(found == pixels, "blocks of \(length)")
    }
  }

  @Test("a stream that ends early, goes on, or whose checksum is wrong is declined")
  func streams() {
    var generator = SplitMix64(seed: 4)
    let picture = Picture(width: 40, height: 30, samples: .rgba, &generator)
    let stream = picture.stream()
    func isDeclined(_ stream: [UInt8]) -> Bool {
      picture.read(stream, rowsAtATime: 30, usesVectorExtensions: true) == nil
    }
    #expect(!isDeclined(stream))
    for count in 0..<stream.count { #expect(isDeclined(Array(stream[..<count])), "\(count)") }
    for extra in 1...9 { #expect(isDeclined(stream + Array(repeating: 0, count: extra))) }
    for bit in 0..<32 {
      var stream = stream
      stream[stream.count - 1 - bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(isDeclined(stream))
    }
  }
}
