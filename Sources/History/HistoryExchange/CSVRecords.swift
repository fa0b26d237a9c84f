/// The records of comma-separated values (RFC 4180) one after the other, without a copy of all.
struct CSVRecords {
  private let bytes: [UInt8]
  private var place: Int
  private var text: [UInt8] = []
  // The fields of a record one behind the other, and where each ends:
  //
  //     text    4 2 m s m a i n
  //     ends        2   4       8        "42,ms,main"
  private var ends: [Int] = []
  /// Whether a field is quoted: a lone `""` is an empty field, and no empty line.
  private var hasQuotes = false
  private var nextLine = 1
  /// The line on which the record starts, from 1.
  private(set) var line = 1

  /// The bytes that may end a field or start a quoted one.
  private static let isSpecial: [Bool] = (0..<256).map { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }

  /// Starts before the first record.
  ///
  /// A byte order mark is no part of it.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// What comes after the record.
  var rest: ArraySlice<UInt8> { bytes[place...] }

  /// How many fields the record has.
  var count: Int { ends.count }

  func field(_ index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Goes to the next record that is not an empty line; false at the end.
  ///
  /// - Throws: ``ExchangeError`` where a quoted field does not end, or goes on after its quote.
  mutating func next() throws(ExchangeError) -> Bool {
    while place < bytes.count {
      line = nextLine
      text.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      hasQuotes = false
      try read()
      if ends.count > 1 || !text.isEmpty || hasQuotes { return true }
    }
    return false
  }

  private mutating func read() throws(ExchangeError) {
    let isSpecial = Self.isSpecial
    while place < bytes.count {
      let start = place
      while place < bytes.count, !isSpecial[Int(bytes[place])] { place += 1 }
      text.append(contentsOf: bytes[start..<place])
      guard place < bytes.count else { break }
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: ","): ends.append(text.count)
      case UInt8(ascii: "\n"):
        nextLine += 1
        return ends.append(text.count)
      // The line feed behind it ends the record; a carriage return elsewhere is part of the
      // field.
      case UInt8(ascii: "\r") where place == bytes.count || bytes[place] == UInt8(ascii: "\n"):
        continue
      // Only at the beginning of a field; a quote within one stands for itself.
      case UInt8(ascii: "\"") where text.count == ends.last ?? 0: try readQuoted()
      default: text.append(byte)
      }
    }
    ends.append(text.count)
  }

  private mutating func readQuoted() throws(ExchangeError) {
    hasQuotes = true
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
        text.append(byte)
        place += 1
        continue
      }
      let isEnd =
        place == bytes.count || [UInt8(ascii: ","), 0x0A, 0x0D].contains(bytes[place])
      guard isEnd else {
        throw ExchangeError("A quoted field goes on after its closing quote.", line: nextLine)
      }
      return
    }
    throw ExchangeError("A quoted field does not end.", line: line)
  }
}
