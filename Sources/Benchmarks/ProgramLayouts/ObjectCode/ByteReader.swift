/// Little-endian numbers and texts at checked places of a file.
struct ByteReader {
  private let bytes: [UInt8]
  /// How many bytes of names may still be read.
  ///
  /// Names of a well-formed file share the bytes of their table only where one is the end of
  /// another. Without a budget, a small file could ask for terabytes of names.
  private var nameBudget: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    nameBudget = 16 * bytes.count
  }

  var count: Int { bytes.count }

  /// A byte at a place that was checked before.
  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// The number at an offset.
  ///
  /// - Throws: ``ObjectFileError/malformed(_:)`` outside of the file.
  func integer<Number: FixedWidthInteger>(
    at offset: Int, as type: Number.Type
  ) throws(ObjectFileError) -> Number {
    let size = Number.bitWidth / 8
    guard offset >= 0, bytes.count >= size, offset <= bytes.count - size else {
      throw .malformed("it ends before byte \(offset)")
    }
    var value: Number = 0
    for index in stride(from: size - 1, through: 0, by: -1) {
      value = value << 8 | Number(truncatingIfNeeded: bytes[offset + index])
    }
    return value
  }

  /// The text that begins at an offset of a table and ends with a zero.
  ///
  /// - Throws: ``ObjectFileError/malformed(_:)`` outside of the table.
  mutating func text(at offset: Int, in table: Range<Int>) throws(ObjectFileError) -> String {
    guard offset < table.count else {
      throw .malformed("a name lies outside of the table of names")
    }
    let start = table.lowerBound + offset
    // The end of the budget and that of the table: which one was met says what is wrong.
    let limit = min(table.upperBound, start + nameBudget)
    guard let end = bytes[start..<limit].firstIndex(of: 0) else {
      throw .malformed(
        limit < table.upperBound ? "its names are longer than the file" : "a name has no end")
    }
    nameBudget -= end - start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
