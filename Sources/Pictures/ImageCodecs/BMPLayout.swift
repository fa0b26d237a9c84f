/// What the headers of a BMP say (Microsoft's BITMAPFILEHEADER, BITMAPCOREHEADER and BITMAPINFOHEADER to
/// BITMAPV5HEADER): where its pixels are, and what their bits stand for.
struct BMPLayout {
  /// Bytes that a header may have: OS/2's, Windows 3's, and its extensions.
  static let headerSizes: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]

  /// Pixels a row.
  let width: Int
  /// Rows.
  let height: Int
  /// Whether the upper row comes first; usually it comes last.
  let isTopDown: Bool
  /// Bits a pixel: 1, 2, 4, 8, 16, 24 or 32.
  let bitsPerPixel: Int
  /// Whether pixels are coded in runs of equal ones.
  let hasRuns: Bool
  /// Where the pixels begin.
  let pixelStart: Int
  /// Bytes of a row that is not coded in runs.
  let rowByteCount: Int
  /// The colours of all 256 numbers of 8 bits and less, as RGBA lies in memory; those that the file
  /// does not say are black.
  private(set) var colors: [UInt32] = []
  /// Where red, green, blue and alpha are, of 16 and 32 bits.
  private(set) var channels: [BMPChannel] = []
  /// Where the ICC profile is; `nil` without one.
  private(set) var colorProfile: Range<Int>?

  /// Whether pixels can be transparent: they say so, or runs may leave some out.
  var hasTransparency: Bool { hasRuns || channels.last.map { $0.largest > 0 } ?? false }

  private enum Coding: UInt32 {
    case plain = 0
    case runsOfBytes = 1
    case runsOfHalfBytes = 2
    case masks = 3
    case masksWithAlpha = 6
  }

  /// Reads the headers of a file.
  ///
  /// - Throws: ``ImageCodecError/truncated(_:rows:height:)``,
  ///   ``ImageCodecError/damaged(_:reason:rows:height:)``, ``ImageCodecError/unsupported(_:reason:)``.
  init(_ bytes: EncodedBytes) throws(ImageCodecError) {
    let head = bytes.prefix(14 + 124) { Array($0) }
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(head[offset + $1]) << (8 * $1) }
    }
    let headerSize = head.count >= 18 ? number(14, 4) : 0
    guard head.count >= 14 + max(headerSize, 12) else { throw .truncated(.bmp, rows: 0, height: 0) }
    // The file's header has 14 bytes; behind it comes the picture's, which begins with its
    // own size:
    //
    //     byte   0    10             14          18      22       28             30
    //            BM   pixels begin   this size   width   height   bits a pixel   compression
    //
    // In OS/2's header of 12 bytes width and height have two bytes each, and the bits stand
    // at 24.
    let isOld = headerSize == 12
    let (columns, rows) =
      isOld
      ? (number(18, 2), number(20, 2))
      : (Self.signed(number(18, 4)), Self.signed(number(22, 4)))
    guard columns > 0, rows != 0 else {
      throw .damaged(.bmp, reason: "it has no pixels", rows: 0, height: 0)
    }
    (width, height, isTopDown) = (columns, abs(rows), rows < 0)
    bitsPerPixel = number(isOld ? 24 : 28, 2)
    let code = headerSize >= 40 ? UInt32(number(30, 4)) : 0
    guard let coding = Coding(rawValue: code) else {
      throw .unsupported(.bmp, reason: "compression \(code)")
    }
    hasRuns = coding == .runsOfBytes || coding == .runsOfHalfBytes
    guard Self.fits(coding, bitsPerPixel), !(hasRuns && isTopDown) else {
      throw .unsupported(.bmp, reason: "\(bitsPerPixel) bits a pixel with compression \(code)")
    }
    // At most 2³¹ × 32 bits: no number of these overflows.
    rowByteCount = (width * bitsPerPixel + 31) / 32 * 4
    pixelStart = number(10, 4)
    guard !rowByteCount.multipliedReportingOverflow(by: height).overflow else {
      throw .damaged(.bmp, reason: "its pixels take more than any file has", rows: 0, height: 0)
    }
    // The header of Windows 3 has masks behind it, the later ones have them in it.
    let maskBytes =
      headerSize == 40 ? (coding == .masks ? 12 : coding == .masksWithAlpha ? 16 : 0) : 0
    let hasMasks = coding == .masks || coding == .masksWithAlpha
    if bitsPerPixel == 16 || bitsPerPixel == 32 {
      // Without masks 16 bits are five for each channel, and 32 bits eight; what is left
      // means nothing.
      var masks = bitsPerPixel == 16 ? [0x7C00, 0x03E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
      if hasMasks {
        let count = headerSize >= 56 || maskBytes == 16 ? 4 : 3
        guard headerSize >= 40, head.count >= 54 + 4 * count else {
          throw .truncated(.bmp, rows: 0, height: 0)
        }
        masks = (0..<4).map { $0 < count ? number(54 + 4 * $0, 4) : 0 }
      }
      channels = masks.compactMap { BMPChannel(mask: UInt32($0)) }
      guard channels.count == 4 else {
        throw .unsupported(.bmp, reason: "the bits of a channel do not lie together")
      }
    }
    if bitsPerPixel <= 8 {
      readColors(
        bytes, from: 14 + headerSize + maskBytes, bytesPerColor: isOld ? 3 : 4,
        said: headerSize >= 40 ? number(46, 4) : 0)
    }
    if headerSize == 124, number(70, 4) == 0x4D42_4544 {  // "MBED"
      let start = 14 + number(126, 4)
      colorProfile = start..<start + number(130, 4)
    }
  }

  private static func signed(_ bits: Int) -> Int { Int(Int32(truncatingIfNeeded: bits)) }

  private static func fits(_ coding: Coding, _ bitsPerPixel: Int) -> Bool {
    switch coding {
    case .plain: [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel)
    case .runsOfBytes: bitsPerPixel == 8
    case .runsOfHalfBytes: bitsPerPixel == 4
    case .masks, .masksWithAlpha: bitsPerPixel == 16 || bitsPerPixel == 32
    }
  }

  /// Reads the list of colours, as far as it goes before the pixels.
  private mutating func readColors(
    _ bytes: EncodedBytes, from start: Int, bytesPerColor size: Int, said: Int
  ) {
    colors = [UInt32](repeating: UInt32(0xFF00_0000).littleEndian, count: 256)
    let all = 1 << bitsPerPixel
    let room = max(0, (min(pixelStart, bytes.count) - start) / size)
    let count = min(said > 0 ? min(said, all) : all, room)
    guard let table = bytes.withBytes(from: start, count: count * size, { Array($0) }) else {
      return
    }
    for index in 0..<count {
      let (blue, green, red) = (
        table[index * size], table[index * size + 1], table[index * size + 2]
      )
      colors[index] =
        (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
    }
  }
}

/// The bits of a pixel that one channel has.
struct BMPChannel {
  /// The value of all bits set; 0 for a channel without any.
  let largest: UInt32
  private let shift: UInt32
  /// Levels of 8 bits for values of few bits; empty for others.
  private let levels: [UInt8]

  /// Takes the bits that are set; `nil` where they do not lie together.
  init?(mask: UInt32) {
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    let largest = mask >> shift
    // Ones from the lowest bit on become a power of two with one more, and share no bit with
    // it.
    guard largest & (largest &+ 1) == 0 else { return nil }
    self.largest = largest
    levels = largest > 0 && largest < 1024 ? (0...largest).map { Self.level($0, largest) } : []
  }

  /// The channel's level in a pixel, rounded; 255 for a channel without bits.
  func level(of pixel: UInt32) -> UInt8 {
    let value = pixel >> shift & largest
    return levels.isEmpty ? Self.level(value, largest) : levels[Int(value)]
  }

  private static func level(_ value: UInt32, _ largest: UInt32) -> UInt8 {
    largest == 0
      ? 255
      : UInt8(truncatingIfNeeded: (UInt64(value) * 255 + UInt64(largest / 2)) / UInt64(largest))
  }
}

extension BMPLayout {
  /// The file's header, for both ways of coding; rows that it lacks are transparent.
  func header(
    leastByteCount: Int, workingByteCount: Int, lacksRows: Bool = false
  ) -> ImageHeader {
    ImageHeader(
      format: .bmp, width: width, height: height, bitDepth: min(bitsPerPixel, 8),
      colorModel: bitsPerPixel <= 8 ? .palette : .rgb,
      hasTransparency: hasTransparency || lacksRows,
      isProgressive: false, orientation: .up, captureTime: nil,
      hasColorProfile: colorProfile != nil, colorTags: ColorTags(),
      workingByteCount: workingByteCount, needsWholeImage: hasRuns, leastByteCount: leastByteCount)
  }

  /// Copies the profile; `nil` without one, or where the file ends before.
  func profile(in bytes: EncodedBytes, limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard let place = colorProfile else { return nil }
    guard place.count <= limit else { throw .limitExceeded(.metadataBytes(limit: limit)) }
    return bytes.withBytes(from: place.lowerBound, count: place.count) { Array($0) }
  }
}
