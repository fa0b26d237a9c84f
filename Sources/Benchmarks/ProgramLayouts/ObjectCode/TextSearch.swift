/// Finds bytes in the bytes of a file.
public enum TextSearch {
  /// Whether some bytes follow each other anywhere.
  ///
  /// - Complexity: O(*n*) in bytes for texts that begin with a rare byte.
  public static func contains(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    place(of: text, in: bytes) != nil
  }

  /// Replaces a folder's name by as many question marks, which are no absolute path.
  ///
  /// - Parameters:
  ///   - name: the folder; nothing is done for the root.
  ///   - bytes: what holds it, as messages of failed assertions do.
  public static func hide(_ name: String, in bytes: inout [UInt8]) {
    let text = Array(name.utf8)
    guard text.count > 1 else { return }
    var start = 0
    while let place = place(of: text, in: bytes[start...]) {
      start = place + text.count
      for index in place..<start { bytes[index] = UInt8(ascii: "?") }
    }
  }

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
