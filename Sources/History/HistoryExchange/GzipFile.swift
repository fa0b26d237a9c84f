/// Files compressed with gzip (RFC 1952), decompressed in memory.
public enum GzipFile {
  /// Whether bytes start as such a file does.
  public static func isCompressed(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Why a file that holds more than a limit is not decompressed.
  public static func tooLarge(limit: Int) -> ExchangeError {
    ExchangeError("Decompressed, the file has more than \(limit) bytes, the limit.")
  }

  /// What a file holds: all its members, one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limit: The most bytes that it may hold.
  /// - Returns: Its contents.
  /// - Throws: ``ExchangeError`` when it is damaged or holds more.
  /// - Complexity: O(*n*) in the bytes that it holds.
  public static func decompressed(
    _ bytes: [UInt8], limit: Int
  ) throws(ExchangeError) -> [UInt8] {
    var output: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let start = try headerEnd(bytes, from: place)
      let first = output.count
      var inflation = Inflation(bytes, from: start, into: output, limit: limit)
      output = []
      try inflation.run()
      output = inflation.output
      place = inflation.place
      guard place + 8 <= bytes.count else { throw damaged }
      func number(_ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
      }
      guard number(place) == checksum(output[first...]),
        number(place + 4) == UInt32(truncatingIfNeeded: output.count - first)
      else { throw damaged }
      place += 8
    }
    return output
  }

  static var damaged: ExchangeError {
    ExchangeError("The gzip file is damaged or incomplete.")
  }

  /// The place after the header of a member.
  private static func headerEnd(_ bytes: [UInt8], from start: Int) throws(ExchangeError) -> Int {
    guard bytes.count - start >= 18, bytes[start] == 0x1F, bytes[start + 1] == 0x8B,
      bytes[start + 2] == 8
    else { throw damaged }
    let flags = bytes[start + 3]
    var place = start + 10
    if flags & 4 != 0 {
      guard place + 2 <= bytes.count else { throw damaged }
      place += 2 + Int(bytes[place]) + Int(bytes[place + 1]) << 8
    }
    // A name and a comment, each ended by zero.
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { throw damaged }
      place = end + 1
    }
    if flags & 2 != 0 { place += 2 }
    guard place < bytes.count else { throw damaged }
    return place
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }

  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in bytes { rest = remainders[Int((rest ^ UInt32(byte)) & 0xFF)] ^ rest >> 8 }
    return ~rest
  }
}
