internal import Files
internal import ProgramLayouts

/// How large a program is.
package enum ProgramSize {
  /// The most bytes of a file that are read for it.
  private static let limit = 1 << 30

  /// The bytes of a linked program that are loaded when it runs: what is left of its file without
  /// symbols and debug information.
  ///
  /// - Parameter path: the file.
  /// - Returns: the bytes; `nil` for a script, and for formats other than ELF for 64 bits.
  /// - Complexity: O(*n*) in bytes of the file.
  package static func stripped(_ path: String) -> Int? {
    guard firstBytes(ofFile: path, count: 4) == [0x7F, 0x45, 0x4C, 0x46],
      let bytes = try? readFile(at: path, limit: limit)
    else { return nil }
    return (try? LoadedImage(contents: bytes))?.byteCount
  }
}
