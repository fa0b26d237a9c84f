/// The references of a HEIC or AVIF file from one picture to another (ISO/IEC 14496-12, 8.11.12).
enum HEIFReferences {
  /// Where the name of the box of references stands, if one of them makes a picture the transparency or depth of a
  /// picture that is not there: libheif refuses such a file, whose primary picture may be whole.
  ///
  /// - Parameter file: the file.
  /// - Returns: the place; `nil` where all those references lead to a picture.
  /// - Complexity: O(items + references).
  static func placeOfBroken(_ file: HEIFFile) -> Int? {
    for meta in file.metas {
      guard let references = meta.references,
        leadsNowhere(references, Set(meta.items.map(\.number)), file.bytes)
      else { continue }
      return references.lowerBound - 4
    }
    return nil
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
