internal import ImageCodecs
internal import Testing

@Suite("JPEGs that would decode to garbage are refused")
struct ContradictoryJPEGTests {
  /// The segments of a JPEG up to its first scan, as marker and body with length.
  private func segments(_ jpeg: [UInt8]) -> (segments: [(UInt8, [UInt8])], rest: [UInt8]) {
    var offset = 2
    var found: [(UInt8, [UInt8])] = []
    while offset + 4 <= jpeg.count, jpeg[offset + 1] != 0xDA {
      let length = Int(jpeg[offset + 2]) << 8 | Int(jpeg[offset + 3])
      found.append((jpeg[offset + 1], Array(jpeg[offset + 2..<offset + 2 + length])))
      offset += 2 + length
    }
    return (found, Array(jpeg[offset...]))
  }

  private func join(_ segments: [(UInt8, [UInt8])], _ rest: [UInt8]) -> [UInt8] {
    [0xFF, 0xD8] + segments.flatMap { [0xFF, $0] + $1 } + rest
  }

  @Test("Without Huffman tables, as a whole and in outline", arguments: [false, true])
  func noTables(isProgressive: Bool) throws {
    let jpeg = try JPEGEncoder(isProgressive: isProgressive)
      .encode(makeGradient(width: 64, height: 64))
    let (segments, rest) = segments(jpeg)
    let bytes = join(segments.filter { $0.0 != 0xC4 }, rest)
    let expected = ImageCodecError.damaged(
      .jpeg, reason: "it has no Huffman tables for its first scan", rows: 0, height: 64)
    #expect(codecError { try ImageDecoder().decode(bytes) } == expected)
    let outline = codecError {
      try bytes.withUnsafeBytes { _ = try ImageRowReader($0) { _ in .outline } }
    }
    #expect(outline == expected)
  }

  @Test("A picture out of Motion JPEG, which never has the tables, is read with the usual ones")
  func motionJPEG() throws {
    let image = try makeGradient(width: 64, height: 64)
    let (segments, rest) = segments(try JPEGEncoder().encode(image))
    let mark: (UInt8, [UInt8]) = (
      0xE0, [0, 16] + Array("AVI1".utf8) + [UInt8](repeating: 0, count: 10)
    )
    let bytes = join([mark] + segments.filter { $0.0 != 0xC4 && $0.0 != 0xE0 }, rest)
    #expect(try largestDifference(ImageDecoder().decode(bytes).image, image) < 40)
  }

  @Test("One that says its Huffman codes were arithmetic ones")
  func arithmetic() throws {
    let (segments, rest) = segments(
      try JPEGEncoder().encode(makeGradient(width: 64, height: 64)))
    let bytes = join(segments.map { ($0.0 == 0xC0 ? 0xC9 : $0.0, $0.1) }, rest)
    let error = codecError { try ImageDecoder().decode(bytes) }
    // No row is whole, so partial images would be of no use.
    #expect(
      error?.description.hasSuffix(
        "arithmetic, but has Huffman tables). Fetch the file again.") == true)
  }

  @Test("The outline of a progressive JPEG cut anywhere ends as the whole picture does")
  func cutAnywhere() throws {
    let jpeg = try JPEGEncoder(isProgressive: true).encode(
      makeNoise(width: 64, height: 48, seed: 5, opaque: true))
    for length in stride(from: 2, through: jpeg.count, by: 7) {
      let bytes = Array(jpeg.prefix(length))
      let whole = codecError { try ImageDecoder().decode(bytes) }
      let outline = codecError {
        try bytes.withUnsafeBytes { bytes in
          var reader = try ImageRowReader(bytes) { _ in .outline }
          let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: reader.bytesPerRow * reader.rowCount, alignment: 4)
          defer { room.deallocate() }
          while try reader.readRows(into: room) > 0 {}
        }
      }
      #expect((whole == nil) == (outline == nil), "\(length) of \(jpeg.count) bytes")
    }
  }
}
