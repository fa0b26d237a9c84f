/// Where the first picture of a GIF is, and what its numbers stand for: found by walking the blocks
/// without decoding any.
struct GIFLayout {
  /// Pixels a row: of the screen, or as many as the picture takes.
  private(set) var width = 0
  /// Rows.
  private(set) var height = 0
  /// The place of the first picture.
  private(set) var frame = (left: 0, top: 0, width: 0, height: 0)
  /// Whether its rows come in four passes.
  private(set) var isInterlaced = false
  /// The number of the colour that is transparent; `nil` without one.
  private(set) var transparentIndex: Int?
  /// The colours of all 256 numbers, as RGBA lies in memory; those that the file does not say are
  /// transparent.
  private(set) var colors = [UInt32](repeating: 0, count: 256)
  /// Where the picture's data begins: the size of its codes, then its blocks.
  private(set) var dataStart = 0
  /// Pictures in the file.
  private(set) var frameCount = 0

  /// Reads a file.
  ///
  /// - Throws: ``ImageCodecError/truncated(_:rows:height:)`` where it has no picture.
  /// - Complexity: O(*n*) in blocks.
  init(_ bytes: EncodedBytes) throws(ImageCodecError) {
    guard let screen = bytes.withBytes(from: 6, count: 7, { Array($0) }) else {
      throw .truncated(.gif, rows: 0, height: 0)
    }
    (width, height) = (Self.number(screen, at: 0), Self.number(screen, at: 2))
    var offset = 13
    readColors(screen[4], bytes, &offset)
    while let kind = bytes.uint8(at: offset) {
      offset += 1
      switch kind {
      case 0x21: readExtension(bytes, &offset)
      case 0x2C:
        guard readPicture(bytes, &offset) else { break }
      case 0x3B: offset = bytes.count
      default: break  // what stands between blocks
      }
    }
    guard frameCount > 0 else { throw .truncated(.gif, rows: 0, height: 0) }
    // As browsers do it: a screen that is too small grows.
    width = max(width, frame.left + frame.width)
    height = max(height, frame.top + frame.height)
    guard frame.width > 0, frame.height > 0 else {
      throw .damaged(.gif, reason: "its first picture has no size", rows: 0, height: 0)
    }
    if let transparentIndex { colors[transparentIndex] = 0 }
  }

  /// The row of the picture that the data bring as the one of a number.
  func row(of number: Int) -> Int {
    guard isInterlaced else { return number }
    var number = number
    // Every eighth row, those in the middle between them, and so on (GIF89a, appendix E):
    //
    //     row    0   1   2   3   4   5   6   7   8
    //     pass   1   4   3   4   2   4   3   4   1
    for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      let rows = max(0, (frame.height - first + step - 1) / step)
      if number < rows { return first + number * step }
      number -= rows
    }
    return frame.height - 1
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  /// Reads a table of colours, if the flags before it say that one follows.
  private mutating func readColors(_ flags: UInt8, _ bytes: EncodedBytes, _ offset: inout Int) {
    guard flags & 0x80 != 0 else { return }
    // Three bits say the number of colours: 2 to the power of one more.
    let count = 2 << Int(flags & 7)
    if frameCount == 0, let table = bytes.withBytes(from: offset, count: 3 * count, { Array($0) }) {
      colors = [UInt32](repeating: 0, count: 256)
      for index in 0..<count {
        let (red, green, blue) = (table[3 * index], table[3 * index + 1], table[3 * index + 2])
        colors[index] =
          (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
      }
    }
    offset += 3 * count
  }

  private mutating func readExtension(_ bytes: EncodedBytes, _ offset: inout Int) {
    let label = bytes.uint8(at: offset)
    offset += 1
    if label == 0xF9, frameCount == 0,
      let control = bytes.withBytes(from: offset, count: 5, { Array($0) }), control[0] >= 4
    {
      transparentIndex = control[1] & 1 == 1 ? Int(control[4]) : nil
    }
    Self.skipBlocks(bytes, &offset)
  }

  /// Reads a picture; `false` where the file ends in its description.
  private mutating func readPicture(_ bytes: EncodedBytes, _ offset: inout Int) -> Bool {
    guard let place = bytes.withBytes(from: offset, count: 9, { Array($0) }) else { return false }
    offset += 9
    if frameCount == 0 {
      frame = (
        Self.number(place, at: 0), Self.number(place, at: 2), Self.number(place, at: 4),
        Self.number(place, at: 6)
      )
      isInterlaced = place[8] & 0x40 != 0
    }
    readColors(place[8], bytes, &offset)
    if frameCount == 0 { dataStart = offset }
    offset += 1
    frameCount += 1
    Self.skipBlocks(bytes, &offset)
    return true
  }

  private static func skipBlocks(_ bytes: EncodedBytes, _ offset: inout Int) {
    while let count = bytes.uint8(at: offset) {
      offset += 1 + Int(count)
      if count == 0 { return }
    }
  }
}
