/// Reads documents in a part of TOML 1.0 (https://toml.io/en/v1.0.0).
///
/// Supported are comments, `key = value` with bare and quoted keys, headers `[a.b]` and `[[a.b]]`,
/// texts in double quotes with escapes and in single quotes, decimal integers and floats, booleans,
/// arrays over several lines, and inline tables. Everything else of TOML (dotted keys before `=`,
/// texts over several lines, dates, other bases, infinity) is refused by name, never misread.
///
/// Untrusted text is safe: its length and the depth of its values are limited.
package enum TOMLDocument {
  /// The longest text that is read, in bytes.
  package static let maximumLength = 256 << 10

  /// How deep arrays and inline tables may be nested, and how long a header's path may be.
  package static let maximumDepth = 16

  /// Reads a document.
  ///
  /// - Parameter bytes: the text in UTF-8; a byte order mark is skipped.
  /// - Returns: its table.
  /// - Throws: ``TOMLError`` for the first thing that is wrong.
  /// - Complexity: O(*n* · *k*) in bytes and keys of one table.
  package static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
    guard bytes.count <= maximumLength else {
      throw TOMLError(
        line: 1, problem: "the text has \(bytes.count) bytes; at most \(maximumLength) are read")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TOMLError(line: 1, problem: "the text is not UTF-8")
    }
    var reader = TOMLReader(text)
    return try reader.document()
  }
}
