internal import CLibrary

/// The pixels of a BMP that are coded in runs of equal ones (BI_RLE8, BI_RLE4), decoded here.
final class BMPRunSource: WholePictureSource {
  let header: ImageHeader
  private let bytes: EncodedBytes
  private let layout: BMPLayout
  private let limits: DecodingLimits
  private var block: [UInt8] = []
  private var place = 0
  private var next: Int

  private static let blockBytes = 1 << 14

  init(_ bytes: EncodedBytes, _ layout: BMPLayout, limits: DecodingLimits) {
    (self.bytes, self.layout, self.limits) = (bytes, layout, limits)
    next = layout.pixelStart
    // Two bytes end a picture of any size: what is left out is transparent.
    header = layout.header(leastByteCount: 2, workingByteCount: Self.blockBytes)
  }

  var warnings: [ImageWarning] { [] }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    try layout.profile(in: bytes, limit: limit)
  }

  /// The next byte; `nil` at the end.
  private func byte() -> UInt8? {
    if place == block.count {
      block = [UInt8](repeating: 0, count: Self.blockBytes)
      let count = block.withUnsafeMutableBytes { bytes.copy(from: next, into: $0) }
      guard count > 0 else {
        block = []
        place = 0
        return nil
      }
      block.removeLast(block.count - count)
      (next, place) = (next + count, 0)
    }
    place += 1
    return block[place - 1]
  }

  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery {
    let time = DecodingTime(limits)
    var (x, y) = (0, 0)
    // The upper rows come last: those that are missing are transparent.
    func failed(_ make: (_ rows: Int) -> ImageCodecError) -> RowDelivery {
      let rows = min(y, layout.height)
      if rows < layout.height {
        // SAFETY: the memory holds `header.height` rows.
        memset(base + (layout.height - 1 - rows) * bytesPerRow, 0, bytesPerRow)
      }
      return RowDelivery(
        rows: rows > 0 ? layout.height : 0, failure: bytes.readFailure ?? make(rows))
    }
    func put(_ index: UInt8) {
      // Past the end of a row pixels are cut off.
      guard x < layout.width else { return }
      // SAFETY: the memory holds `header.height` rows, `y` counts them from the lowest on and is below
      // their number, and `x` is below the width.
      (base + (layout.height - 1 - y) * bytesPerRow).assumingMemoryBound(to: UInt32.self)[x] =
        layout.colors[Int(index)]
      x += 1
    }
    let isHalf = layout.bitsPerPixel == 4
    var codes = 0
    while let count = byte(), let value = byte() {
      codes += 1
      if codes % 4096 == 0, let failure = time.failure() { return failed { _ in failure } }
      // Two bytes (Microsoft, "Bitmap Compression"):
      //
      //     n v          n pixels of v, or of its two halves in turn
      //     0 0          end of the row
      //     0 1          end of the picture
      //     0 2 x y      go x to the right and y up
      //     0 n …        n pixels as they are, filled up to two bytes
      switch (count, value) {
      case (0, 0):
        (x, y) = (0, y + 1)
        continue
      case (0, 1): return RowDelivery(rows: layout.height, failure: nil)
      case (0, 2):
        guard let right = byte(), let up = byte() else { break }
        (x, y) = (x + Int(right), y + Int(up))
        continue
      default: break
      }
      guard y < layout.height else {
        return failed { rows in
          .damaged(.bmp, reason: "a run lies outside", rows: rows, height: layout.height)
        }
      }
      if count > 0 {
        for number in 0..<Int(count) {
          put(isHalf ? (number % 2 == 0 ? value >> 4 : value & 0xF) : value)
        }
      } else if value > 2 {
        guard putLiterals(Int(value), isHalf: isHalf, put) else { break }
      }
    }
    // Many writers leave out the end.
    return y >= layout.height || (y == layout.height - 1 && x >= layout.width)
      ? RowDelivery(rows: layout.height, failure: nil)
      : failed { rows in .truncated(.bmp, rows: rows, height: layout.height) }
  }

  /// Puts pixels that are no run, padded to two bytes; `false` where the file ends.
  private func putLiterals(_ count: Int, isHalf: Bool, _ put: (UInt8) -> Void) -> Bool {
    let byteCount = isHalf ? (count + 1) / 2 : count
    for index in 0..<byteCount {
      guard let value = byte() else { return false }
      guard isHalf else {
        put(value)
        continue
      }
      put(value >> 4)
      if 2 * index + 1 < count { put(value & 0xF) }
    }
    return byteCount % 2 == 0 || byte() != nil
  }
}
