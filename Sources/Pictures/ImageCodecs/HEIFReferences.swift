/// The references of a HEIC or AVIF file from one picture to another (ISO/IEC 14496-12, 8.11.12).
enum HEIFReferences {
  /// Where the name of the box of references stands, if one of them makes a picture the transparency or depth of a
  /// picture that is not there: libheif refuses such a file, whose primary picture may be whole.
  ///
  /// - Parameter bytes: the file.
  /// - Returns: the place; `nil` where all those references lead to a picture.
  /// - Complexity: O(boxes + references).
  static func placeOfBroken(_ bytes: EncodedBytes) -> Int? {
    for box in HEIFBoxes(in: 0..<bytes.count, of: bytes) where box.name == "meta" {
      let inside = HEIFBoxes(in: box.body.dropFirst(4), of: bytes)
      guard let references = inside.first(where: { $0.name == "iref" }),
        let known = inside.first(where: { $0.name == "iinf" }).map({ items($0.body, bytes) }),
        leadsNowhere(references.body, known, bytes)
      else { continue }
      return references.body.lowerBound - 4
    }
    return nil
  }

  /// The numbers of the items (8.11.6); of a hostile file the first of them.
  private static func items(_ body: Range<Int>, _ bytes: EncodedBytes) -> Set<Int> {
    guard let version = bytes.uint8(at: body.lowerBound) else { return [] }
    let entries = HEIFBoxes(in: body.dropFirst(version == 0 ? 6 : 8), of: bytes)
    return Set(
      entries.prefix(1 << 16).compactMap { entry in
        guard var numbers = HEIFNumbers(entry.body, bytes), let version = numbers.next(1),
          numbers.next(3) != nil
        else { return nil }
        return numbers.next(version < 3 ? 2 : 4)
      })
  }

  private static func leadsNowhere(
    _ body: Range<Int>, _ known: Set<Int>, _ bytes: EncodedBytes
  ) -> Bool {
    guard let version = bytes.uint8(at: body.lowerBound) else { return false }
    let size = version == 0 ? 2 : 4
    for reference in HEIFBoxes(in: body.dropFirst(4), of: bytes) where reference.name == "auxl" {
      guard var numbers = HEIFNumbers(reference.body, bytes), numbers.next(size) != nil,
        let count = numbers.next(2)
      else { return false }
      for _ in 0..<count {
        guard let item = numbers.next(size) else { return false }
        if !known.contains(item) { return true }
      }
    }
    return false
  }
}
