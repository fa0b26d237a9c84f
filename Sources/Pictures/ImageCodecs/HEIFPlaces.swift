/// Where the data of a HEIC's or AVIF's items are, one item after the other (ISO/IEC 14496-12, 8.11.3).
struct HEIFPlaces: Sequence, IteratorProtocol {
  private let bytes: EncodedBytes
  private let ownData: Int?
  private var numbers: HEIFNumbers
  private var left = 0
  private let version: Int
  private let sizes: (offset: Int, length: Int, base: Int, index: Int)

  /// libheif refuses an item in more pieces than 32.
  private static let mostPieces = 64

  /// Reads how the box is made.
  ///
  /// - Parameters:
  ///   - body: of the box.
  ///   - bytes: the file.
  ///   - ownData: where the data begin that are in the box of metadata itself.
  init?(_ body: Range<Int>, of bytes: EncodedBytes, ownData: Int?) {
    guard var numbers = HEIFNumbers(body, bytes), let version = numbers.next(1),
      numbers.next(3) != nil, let first = numbers.next(1), let second = numbers.next(1),
      let count = numbers.next(version < 2 ? 2 : 4)
    else { return nil }
    (self.bytes, self.ownData, self.numbers) = (bytes, ownData, numbers)
    (self.version, left) = (version, count)
    //     iloc     | version | flags, 3 | offset: length | base: index | items | …
    //     item     | number | method, 2 | file, 2 | base | pieces, 2 | index | offset | length | …
    // In version 0 there is no method and no index. Sizes have 4 bits; one of 0 makes numbers of 0.
    sizes = (first >> 4, first & 15, second >> 4, version > 0 ? second & 15 : 0)
  }

  mutating func next() -> HEIFItemData? {
    guard left > 0, let number = numbers.next(version < 2 ? 2 : 4),
      let method = version > 0 ? numbers.next(2) : 0, numbers.next(2) != nil,
      let base = numbers.next(sizes.base), let count = numbers.next(2)
    else { return nil }
    left -= 1
    // 0: from the start of the file; 1: from that of `idat`; 2: in another item, which is not
    // followed.
    let start = method & 15 == 0 ? 0 : method & 15 == 1 ? ownData : nil
    var pieces: [Range<Int>] = []
    // Pieces whose numbers take no bytes are all the same: a few bytes would claim thousands.
    let takesBytes = sizes.index + sizes.offset + sizes.length > 0
    for _ in 0..<(takesBytes ? count : Swift.min(count, 1)) {
      guard numbers.next(sizes.index) != nil, let offset = numbers.next(sizes.offset),
        let length = numbers.next(sizes.length)
      else { return nil }
      guard let start, pieces.count < Self.mostPieces,
        let place = Self.sum(start, base, offset), place < bytes.count
      else { continue }
      // A length of 0 is all that follows.
      let rest = bytes.count - place
      pieces.append(place..<place + (length == 0 ? rest : Swift.min(length, rest)))
    }
    return HEIFItemData(number: number, pieces: pieces, bytes: bytes)
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

/// The data of an item, which may be in several pieces.
struct HEIFItemData {
  /// The item's number.
  let number: Int
  /// Where they are in the file.
  let pieces: [Range<Int>]
  let bytes: EncodedBytes

  /// Copies bytes; fewer than asked for at the end.
  func read(from offset: Int, count: Int) -> [UInt8] {
    var result: [UInt8] = []
    var skipped = offset
    for piece in pieces where result.count < count {
      guard skipped < piece.count else {
        skipped -= piece.count
        continue
      }
      let place = piece.lowerBound + skipped
      let wanted = min(count - result.count, piece.upperBound - place)
      result += bytes.withBytes(from: place, count: wanted) { Array($0) } ?? []
      skipped = 0
    }
    return result
  }
}
