internal import OrderedJSON

/// JSON with comments and commas before closing brackets, as people write settings.
enum CommentedJSON {
  /// The value of a text; `nil` where it is none.
  static func value(of bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: plain(bytes)) }

  /// The text without comments and without commas that nothing follows.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    func next(_ ahead: Int = 1) -> UInt8? {
      index + ahead < bytes.count ? bytes[index + ahead] : nil
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        result.append(byte)
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\"), let escaped = next() {
            result += [bytes[index], escaped]
            index += 2
          } else {
            result.append(bytes[index])
            index += 1
          }
        }
        if index < bytes.count { result.append(bytes[index]) }
        index += 1
      } else if byte == UInt8(ascii: "/"), next() == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if byte == UInt8(ascii: "/"), next() == UInt8(ascii: "*") {
        index += 2
        while index < bytes.count,
          !(bytes[index] == UInt8(ascii: "*") && next() == UInt8(ascii: "/"))
        {
          index += 1
        }
        index += 2
      } else {
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"),
          let last = result.lastIndex(where: { !" \t\r\n".utf8.contains($0) }),
          result[last] == UInt8(ascii: ",")
        {
          result.remove(at: last)
        }
        result.append(byte)
        index += 1
      }
    }
    return result
  }
}
