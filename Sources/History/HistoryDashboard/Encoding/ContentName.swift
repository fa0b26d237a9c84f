internal import Hashing

/// The names of what is written beside a page: each is that of its content, so that a page and its files always
/// fit together, and what a former page left is known.
struct ContentName {
  let prefix: String
  var suffix = ""

  private static let digits = 12

  /// The name of a text.
  func name(of text: String) -> String {
    // 48 bits: a page and its files are told from a former page's, not from a forger's.
    prefix + SHA256.hex(Array(text.utf8)).prefix(Self.digits) + suffix
  }

  /// Whether a name is one of these.
  func matches(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let rest = name.dropFirst(prefix.count).dropLast(suffix.count)
    return rest.utf8.count == Self.digits && rest.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
