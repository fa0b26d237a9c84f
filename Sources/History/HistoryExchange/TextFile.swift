/// Tells text from pictures, archives and other files that no format of results is.
enum TextFile {
  /// What is looked at: files that are no text show it early.
  private static let beginning = 16_384

  /// What the first bytes of files that people have beside their results are.
  private static let kinds: [(mark: [UInt8], name: StaticString)] = [
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0x47, 0x49, 0x46, 0x38], "a GIF picture"), ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"), ([0x1F, 0x8B], "a file that was compressed twice"),
    ([0x50, 0x41, 0x52, 0x31], "a Parquet table"),
    (
      [0x50, 0x4B, 0x03, 0x04],
      "a ZIP archive (a spreadsheet is one, too: save it as CSV; else unpack it)"
    ),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd: decompress it; gzip alone is read"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed by xz: decompress it; gzip alone is read"),
    ([0x42, 0x5A, 0x68], "compressed by bzip2: decompress it; gzip alone is read"),
    (
      Array("SQLite format 3".utf8),
      "an SQLite database: a history of this program is checked, merged and reported as such"
    ),
    ([0xFF, 0xFE], "text in UTF-16: save it in UTF-8"),
    ([0xFE, 0xFF], "text in UTF-16: save it in UTF-8"),
  ]

  /// Refuses what is not text.
  ///
  /// Letters in another encoding than UTF-8 are text still: a table's values can be read all the
  /// same.
  ///
  /// - Throws: ``ExchangeError`` that says what the file seems to be.
  static func require(_ bytes: [UInt8]) throws(ExchangeError) {
    let start = bytes.prefix(beginning)
    // bzip2's mark is three letters; text may begin with it.
    let control = start.firstIndex(where: isBinary)
    // A mark of letters alone counts only beside a byte that no text has.
    if let kind = kinds.first(where: { start.starts(with: $0.mark) }),
      control != nil || !kind.mark.allSatisfy({ (0x20..<0x7F).contains($0) })
    {
      throw ExchangeError(
        "The file has no results: it seems to be \(kind.name).")
    }
    guard let control else { return }
    let code = String(bytes[control], radix: 16, uppercase: true)
    throw ExchangeError(
      "The file is not text: byte \(control + 1) is 0x\(code.count == 1 ? "0" : "")\(code). "
        + "Results are read from text, which may be compressed by gzip.")
  }

  /// Whether no text has a byte: control characters but those of lines, tabs, and of terminals.
  private static func isBinary(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x08...0x0D).contains(byte) && byte != 0x1B
  }
}

extension ExchangeFormat {
  /// Refuses a file that is not text, for every format is.
  ///
  /// - Parameter bytes: The file, decompressed.
  /// - Throws: ``ExchangeError`` that says what the file seems to be: a picture, an archive.
  package static func requireText(_ bytes: [UInt8]) throws(ExchangeError) {
    try TextFile.require(bytes)
  }
}
