internal import CommandText

/// Shows colors beside their names in a text for a terminal.
enum AnswerColors {
  /// A text in which each word `#rrggbb` behind a space has a block of that color before it, in place
  /// of the space.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - screen: what the reader's screen can show.
  /// - Returns: the text, as wide as before.
  static func shown(in text: String, on screen: Terminal) -> String {
    guard screen.swatch(red: 0, green: 0, blue: 0, columns: 1) != nil else { return text }
    let bytes = Array(text.utf8)
    var shown = ""
    var written = 0
    var place = 0
    while place + 8 <= bytes.count {
      if bytes[place] == UInt8(ascii: " "), bytes[place + 1] == UInt8(ascii: "#"),
        bytes[place + 2] != UInt8(ascii: "+"),
        let value = UInt32(
          String(decoding: bytes[(place + 2)..<(place + 8)], as: UTF8.self), radix: 16),
        place + 8 == bytes.count
          || [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[place + 8]),
        let block = screen.swatch(
          red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
          blue: UInt8(truncatingIfNeeded: value), columns: 1)
      {
        shown += String(decoding: bytes[written..<place], as: UTF8.self) + block
        written = place + 1
        place += 8
      } else {
        place += 1
      }
    }
    return shown + String(decoding: bytes[written...], as: UTF8.self)
  }
}
