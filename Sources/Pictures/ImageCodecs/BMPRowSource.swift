internal import CLibrary

/// The rows of a BMP whose pixels are not coded, read here: there is nothing to decode.
final class BMPRowSource: RowSource {
  let header: ImageHeader
  private let bytes: EncodedBytes
  private let layout: BMPLayout
  private let limits: DecodingLimits
  private var nextRow = 0
  private let time: DecodingTime
  private var stored: [UInt8] = []
  /// Rows at the top of a file that is cut short: those of most files come from the lowest one up.
  private let lackedRows: Int

  /// Bytes that are read at a time, if a row is not longer.
  private static let blockBytes = 1 << 18

  init(_ bytes: EncodedBytes, _ layout: BMPLayout, limits: DecodingLimits) {
    (self.bytes, self.layout, self.limits) = (bytes, layout, limits)
    time = DecodingTime(limits)
    let arrived = max(bytes.count - layout.pixelStart, 0) / layout.rowByteCount
    lackedRows =
      layout.isTopDown || arrived == 0 ? 0 : max(layout.height - arrived, 0)
    header = layout.header(
      leastByteCount: layout.rowByteCount * layout.height,
      workingByteCount: max(layout.rowByteCount, Self.blockBytes), lacksRows: lackedRows > 0)
  }

  var warnings: [ImageWarning] { [] }
  var rowStep: Int { 1 }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    try layout.profile(in: bytes, limit: limit)
  }

  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError? {
    let most = max(1, Self.blockBytes / layout.rowByteCount)
    stored = [UInt8](repeating: 0, count: min(most, layout.height) * layout.rowByteCount)
    return lackedRows > 0
      ? .truncated(.bmp, rows: layout.height - lackedRows, height: layout.height) : nil
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    var done = min(count, max(lackedRows - nextRow, 0))
    // SAFETY: the caller gives room for `count` rows.
    memset(base, 0, done * bytesPerRow)
    nextRow += done
    while done < count {
      if let failure = time.failure() { return RowDelivery(rows: done, failure: failure) }
      let rows = min(count - done, stored.count / layout.rowByteCount)
      let arrived = readStored(rows)
      for row in 0..<arrived {
        // SAFETY: the caller gives room for `count` rows of `header.width` pixels.
        let target = UnsafeMutableBufferPointer(
          start: (base + (done + row) * bytesPerRow).assumingMemoryBound(to: UInt32.self),
          count: layout.width)
        // The block has the upper row first or last, as the file has.
        let place = layout.isTopDown ? row : rows - 1 - row
        stored.withUnsafeBytes { stored in
          layout.decode(
            UnsafeRawBufferPointer(
              rebasing: stored[place * layout.rowByteCount..<(place + 1) * layout.rowByteCount]),
            into: target)
        }
      }
      done += arrived
      nextRow += arrived
      if arrived < rows {
        return RowDelivery(
          rows: done,
          failure: bytes.readFailure
            ?? .truncated(.bmp, rows: nextRow, height: layout.height))
      }
    }
    return RowDelivery(rows: done, failure: nil)
  }

  /// Reads the next rows as they are stored; how many of them, from the upper one on, are whole.
  private func readStored(_ rows: Int) -> Int {
    let size = layout.rowByteCount
    // Rows are asked for from the upper one on and lie from the lowest up: the block that
    // ends where the last one began.
    let first = layout.isTopDown ? nextRow : layout.height - nextRow - rows
    let (start, overflow) = layout.pixelStart.addingReportingOverflow(first * size)
    guard !overflow else { return 0 }
    let found = stored.withUnsafeMutableBytes { stored in
      bytes.copy(
        from: start, into: UnsafeMutableRawBufferPointer(rebasing: stored[..<(rows * size)]))
    }
    // Of rows that come from the lowest up, the uppermost are those that are missing.
    return layout.isTopDown ? found / size : found == rows * size ? rows : 0
  }

  func finish() {}
}

extension BMPLayout {
  /// Makes a stored row pixels.
  func decode(_ row: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt32>) {
    switch bitsPerPixel {
    case 24:
      for x in target.indices {
        let (blue, green, red) = (row[3 * x], row[3 * x + 1], row[3 * x + 2])
        target[x] =
          (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
      }
    case 16, 32:
      for x in target.indices {
        let pixel =
          bitsPerPixel == 16
          ? UInt32(UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)))
          : UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
        let (red, green) = (channels[0].level(of: pixel), channels[1].level(of: pixel))
        let (blue, alpha) = (channels[2].level(of: pixel), channels[3].level(of: pixel))
        target[x] =
          (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
          .littleEndian
      }
    default:
      // The leftmost pixel has the highest bits.
      let (perByte, mask) = (8 / bitsPerPixel, UInt8(truncatingIfNeeded: 1 << bitsPerPixel - 1))
      for x in target.indices {
        let shift = bitsPerPixel * (perByte - 1 - x % perByte)
        target[x] = colors[Int(row[x / perByte] >> UInt8(shift) & mask)]
      }
    }
  }
}
