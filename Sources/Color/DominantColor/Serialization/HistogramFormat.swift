/// The byte format of a serialised ``PaletteHistogram``, version 1.
///
/// Little-endian. A number in the body is a *varint*: seven bits a byte, the lowest first, the top
/// bit set on all bytes but the last, in as few bytes as the number needs.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | `DCHG` |
/// | 4 | 1 | format version, 1 |
/// | 5 | 1 | what was counted: 1 colours in 16 cells a channel, 2 in 32, 3 hues, 4 colours in 32 cells with places |
/// | 6 | 1 | the least alpha of a visible pixel |
/// | 7 | 1 | filters in use: bit 0 near-white, bit 1 near-black, bit 2 near-grey |
/// | 8 | 3 | near-white, near-black and near-grey threshold; 0 where the filter is not in use |
/// | 11 | 1 | hues: the grey threshold; colours: 0 |
/// | 12 | 2 | hues: the number of bins, 1 to 1536; colours: 0 |
/// | 14 | 2 | 0 |
/// | 16 | – | varints: transparent pixels, filtered pixels, for hues grey pixels, occupied cells |
/// | | – | for each occupied cell, in rising order, the varints below |
/// | | 4 | CRC-32 (ISO 3309, as in PNG and gzip) of all bytes before |
///
/// A cell is: the number of empty cells skipped since the last occupied one, its pixels (1 or
/// more), then for colours the sums of red, green and blue, each less the pixels times the cell's
/// lowest level, with places also those of its pixels that lie alone; for hues the sums of red,
/// green, blue, saturation and brightness.
///
/// The format is **canonical**: equal histograms have equal bytes, and every accepted byte string
/// is the one that its histogram is written as. All pixels together are at most 2⁵⁵.
enum HistogramFormat {
  static let magic: [UInt8] = Array("DCHG".utf8)
  static let version = 1
  static let headerLength = 16
  static let checksumLength = 4

  /// The codes of byte 5.
  enum Kind: UInt8 {
    case standardColors = 1
    case fineColors = 2
    case hues = 3
    case places = 4
  }

  /// The bits of byte 7, in the order of the thresholds after it.
  static let filterBits: [UInt8] = [1, 2, 4]

  /// The checksum of bytes: CRC-32 with the reflected polynomial 0xEDB88320.
  ///
  /// - Complexity: O(*n*) in bytes.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      // Eight steps of the division at once: the table has what eight shifts of each low byte
      // leave.
      value = table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8
    }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
