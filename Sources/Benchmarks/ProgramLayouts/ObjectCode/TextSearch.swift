/// Finds bytes in the bytes of a file.
package enum TextSearch {
  /// Whether some bytes follow each other anywhere.
  ///
  /// - Complexity: O(*n*) in bytes for texts that begin with a rare byte.
  package static func contains(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    place(of: text, in: bytes) != nil
  }

  /// Whether some bytes follow each other anywhere but within a longer identifier that is a whole text
  /// between zero bytes: the name of a function, which names no file.
  ///
  /// - Complexity: O(*n*) in bytes for texts that begin with a rare byte.
  package static func containsFileName(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let place = place(of: text, in: rest) {
      var (start, end) = (place, place + text.count)
      while start > bytes.startIndex, isInIdentifiers(bytes[start - 1]) { start -= 1 }
      while end < bytes.endIndex, isInIdentifiers(bytes[end]) { end += 1 }
      let isIdentifier =
        end - start > text.count && (start == bytes.startIndex || bytes[start - 1] == 0)
        && (end == bytes.endIndex || bytes[end] == 0)
      if !isIdentifier { return true }
      rest = bytes[(place + 1)...]
    }
    return false
  }

  private static func isInIdentifiers(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Replaces a folder's name by as many question marks, which are no absolute path.
  ///
  /// - Parameters:
  ///   - name: the folder; nothing is done for the root.
  ///   - bytes: what holds it, as messages of failed assertions do.
  package static func hide(_ name: String, in bytes: inout [UInt8]) {
    let text = Array(name.utf8)
    guard text.count > 1 else { return }
    var start = 0
    while let place = place(of: text, in: bytes[start...]) {
      start = place + text.count
      for index in place..<start { bytes[index] = UInt8(ascii: "?") }
    }
  }

  /// Replaces the name of a commit, also where it is shortened to seven digits or more, by as many question
  /// marks, and how many commits it is after a tag, as `git describe` writes that before the name
  /// ("1.8-12-g5da182d").
  ///
  /// - Parameters:
  ///   - commit: the full name; nothing is done for a text that is shorter than seven digits.
  ///   - bytes: what holds it, as programs do that say which version they are.
  package static func hide(commit: String, in bytes: inout [UInt8]) {
    let digits = Array(commit.utf8)
    guard digits.count >= shortest else { return }
    // Seven digits that match begin a name; as many more as go on matching belong to it.
    let beginning = Array(digits.prefix(shortest))
    var start = 0
    while let place = place(of: beginning, in: bytes[start...]) {
      start = place
      while start < bytes.count, start - place < digits.count,
        bytes[start] == digits[start - place]
      {
        start += 1
      }
      for index in countStart(before: place, in: bytes)..<place where isDigit(bytes[index]) {
        bytes[index] = UInt8(ascii: "?")
      }
      for index in place..<start { bytes[index] = UInt8(ascii: "?") }
    }
  }

  /// Where a number that `git describe` writes before a commit's name begins; the name's own place where
  /// there is none.
  private static func countStart(before place: Int, in bytes: [UInt8]) -> Int {
    var start = place - 2
    guard start > 0, bytes[start] == UInt8(ascii: "-"), bytes[start + 1] == UInt8(ascii: "g") else {
      return place
    }
    while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
    return start > 0 && bytes[start - 1] == UInt8(ascii: "-") ? start : place
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The fewest digits to which git shortens a commit's name.
  private static let shortest = 7

  private static func place(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return bytes.startIndex }
    var rest = bytes
    while let place = rest.firstIndex(of: first) {
      if bytes[place...].starts(with: text) { return place }
      rest = bytes[(place + 1)...]
    }
    return nil
  }
}
