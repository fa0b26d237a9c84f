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
  /// - Complexity: O(boxes + items).
  init(_ bytes: EncodedBytes) {
    // Of several, readers take the first or the last one.
    for box in HEIFBoxes(in: 0..<bytes.count, of: bytes) where box.name == "meta" {
      let inside = HEIFBoxes(in: box.body.dropFirst(4), of: bytes)
      for box in inside where box.name == "iprp" { readChannels(box.body, bytes) }
      var kinds: [UInt32: Kind] = [:]
      var data: Int?
      for box in inside {
        if box.name == "iinf" { Self.readItems(box.body, bytes, into: &kinds) }
        if box.name == "idat", data == nil { data = box.body.lowerBound }
      }
      guard !kinds.isEmpty else { continue }
      for box in inside where box.name == "iloc" { readPlaces(box.body, bytes, kinds, data: data) }
    }
  }

  /// What composes pictures.
  private enum Kind {
    case grid
    case overlay

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
  private mutating func readChannels(_ body: Range<Int>, _ bytes: EncodedBytes) {
    for container in HEIFBoxes(in: body, of: bytes) where container.name == "ipco" {
      var areMonochrome: [Bool] = []
      for box in HEIFBoxes(in: container.body, of: bytes) {
        let start = box.body.lowerBound
        switch box.name {
        case "av1C": areMonochrome.append((bytes.uint8(at: start + 2) ?? 0) & 0x10 != 0)
        case "hvcC": areMonochrome.append((bytes.uint8(at: start + 16) ?? 3) & 3 == 0)
        default: break
        }
      }
      isMonochrome = !areMonochrome.isEmpty && areMonochrome.allSatisfy { $0 }
    }
  }

  /// Reads which items are grids and overlays.
  private static func readItems(
    _ body: Range<Int>, _ bytes: EncodedBytes, into kinds: inout [UInt32: Kind]
  ) {
    guard let version = bytes.uint8(at: body.lowerBound) else { return }
    for entry in HEIFBoxes(in: body.dropFirst(version == 0 ? 6 : 8), of: bytes) {
      let start = entry.body.lowerBound
      guard entry.name == "infe", let version = bytes.uint8(at: start) else { continue }
      let isLong = version >= 3
      let number =
        isLong ? bytes.uint32(at: start + 4) : bytes.uint16(at: start + 4).map(UInt32.init)
      let name = bytes.withBytes(from: start + (isLong ? 10 : 8), count: 4) {
        String(decoding: $0, as: UTF8.self)
      }
      guard version >= 2, let number else { continue }
      switch name {
      case "grid": kinds[number] = .grid
      case "iovl": kinds[number] = .overlay
      default: break
      }
    }
  }

  /// Reads where the data of items is, and the sizes in those of grids and overlays.
  private mutating func readPlaces(
    _ body: Range<Int>, _ bytes: EncodedBytes, _ kinds: [UInt32: Kind], data: Int?
  ) {
    guard var numbers = HEIFNumbers(body, bytes), let version = numbers.next(1),
      numbers.next(3) != nil,
      let sizes = numbers.next(1), let moreSizes = numbers.next(1)
    else { return }
    let (offsetBytes, lengthBytes) = (sizes >> 4, sizes & 15)
    let (baseBytes, indexBytes) = (moreSizes >> 4, version > 0 ? moreSizes & 15 : 0)
    let numberBytes = version < 2 ? 2 : 4
    guard let count = numbers.next(numberBytes) else { return }
    for _ in 0..<count {
      guard let number = numbers.next(numberBytes),
        let method = version > 0 ? numbers.next(2) : 0, numbers.next(2) != nil,
        let base = numbers.next(baseBytes), let extents = numbers.next(2)
      else { return }
      let kind = kinds[UInt32(truncatingIfNeeded: number)]
      var head: [UInt8] = []
      for _ in 0..<extents {
        guard numbers.next(indexBytes) != nil, let offset = numbers.next(offsetBytes),
          let length = numbers.next(lengthBytes)
        else { return }
        guard kind != nil, head.count < Self.headBytes else { continue }
        let start = method & 15 == 1 ? data : 0
        guard let start, let place = Self.sum(start, base, offset) else { continue }
        // A length of 0 is all that follows.
        let most = length == 0 ? Self.headBytes : min(length, Self.headBytes)
        let wanted = min(most, Self.headBytes - head.count, max(bytes.count - place, 0))
        head += bytes.withBytes(from: place, count: wanted) { Array($0) } ?? []
      }
      if let kind { take(head, kind) }
    }
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

  private static func sum(_ terms: Int...) -> Int? {
    var total = 0
    for term in terms {
      let (sum, isTooLarge) = total.addingReportingOverflow(term)
      if isTooLarge { return nil }
      total = sum
    }
    return total
  }
}
