/// The largest picture that a HEIC or AVIF file composes of others.
///
/// Grids and overlays say how large they are in their data, and no box has to agree: memory is taken for that
/// size, whatever size the file's own box claims (ISO/IEC 14496-12, 8.11; 23008-12, 6.6.2).
struct HEIFCanvas {
  /// Pixels a row; 0 where nothing is composed.
  private(set) var width = 0
  /// Rows.
  private(set) var height = 0
  /// Whether every coded picture of the file has one channel.
  private(set) var isMonochrome = false

  /// Pixels in all; both sides have 32 bits at most.
  var pixelCount: UInt64 { UInt64(width) * UInt64(height) }

  /// The bytes of a picture's data that its size is in: version, flags, four levels, two numbers of 32 bits.
  private static let headBytes = 18

  /// Finds the sizes of all grids and overlays, without looking at what they consist of.
  ///
  /// - Complexity: O(items).
  init(_ file: HEIFFile) {
    for meta in file.metas {
      readChannels(meta.properties, file.bytes)
      var kinds: [Int: Kind] = [:]
      for item in meta.items { kinds[item.number] = Kind(rawValue: item.kind) }
      guard !kinds.isEmpty, let places = meta.data(file.bytes) else { continue }
      for data in places {
        if let kind = kinds[data.number] { take(data.read(from: 0, count: Self.headBytes), kind) }
      }
    }
  }

  /// What composes pictures.
  private enum Kind: String {
    case grid
    case overlay = "iovl"

    //     grid      | version | flags | rows − 1 | columns − 1 | width | height |
    //     overlay   | version | flags | four levels, 2 each    | width | height |
    //
    // Bit 0 of the flags says that numbers have four bytes instead of two.
    /// Where the width stands in the data.
    var sizeOffset: Int {
      switch self {
      case .grid: 4
      case .overlay: 10
      }
    }
  }

  /// Reads how many channels the coded pictures have, in what their decoders are given (AV1-ISOBMFF, 2.3.3;
  /// ISO/IEC 14496-15, 8.3.3).
  private mutating func readChannels(_ properties: [HEIFBox], _ bytes: EncodedBytes) {
    let areMonochrome = properties.compactMap { box in
      let start = box.body.lowerBound
      return switch box.name {
      case "av1C": (bytes.uint8(at: start + 2) ?? 0) & 0x10 != 0
      case "hvcC": (bytes.uint8(at: start + 16) ?? 3) & 3 == 0
      default: nil
      }
    }
    isMonochrome = !areMonochrome.isEmpty && areMonochrome.allSatisfy { $0 }
  }

  /// Takes a size, if it is the largest.
  private mutating func take(_ head: [UInt8], _ kind: Kind) {
    head.withUnsafeBytes { head in
      let cursor = ByteCursor(head)
      guard let flags = cursor.uint8(at: 1) else { return }
      let offset = kind.sizeOffset
      let (width, height) =
        flags & 1 == 0
        ? (cursor.uint16(at: offset).map(Int.init), cursor.uint16(at: offset + 2).map(Int.init))
        : (cursor.uint32(at: offset).map(Int.init), cursor.uint32(at: offset + 4).map(Int.init))
      guard let width, let height, UInt64(width) * UInt64(height) > pixelCount else { return }
      (self.width, self.height) = (width, height)
    }
  }
}
