/// The parameters of a query, each known and there once.
struct QueryParameters {
  private let values: [String: String]

  /// Reads `name=value&…`.
  ///
  /// - Throws: ``RequestFailure`` for anything that is not among the names, twice there, or not text.
  init(_ query: String, names: Set<String>) throws(RequestFailure) {
    var values: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2, let name = Self.decoded(pieces[0]),
        let value = Self.decoded(pieces[1]), names.contains(name), values[name] == nil
      else { throw RequestFailure(400, "The address has a parameter that is not known here.") }
      values[name] = value
    }
    self.values = values
  }

  /// The text of a parameter; `nil` without.
  subscript(name: String) -> String? { values[name] }

  /// A whole number within a range; `nil` without the parameter.
  ///
  /// - Throws: ``RequestFailure`` for anything else.
  func number(_ name: String, in range: ClosedRange<Int>) throws(RequestFailure) -> Int? {
    guard let text = values[name] else { return nil }
    guard text.utf8.count <= 9, let number = Int(text), range.contains(number) else {
      throw RequestFailure(
        400, "'\(name)' takes \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// One of several words; `nil` without the parameter.
  ///
  /// - Throws: ``RequestFailure`` for anything else.
  func word(_ name: String, of words: [String]) throws(RequestFailure) -> String? {
    guard let text = values[name] else { return nil }
    guard words.contains(text) else {
      throw RequestFailure(400, "'\(name)' takes \(words.joined(separator: ", ")).")
    }
    return text
  }

  /// Text in percent-encoding; `nil` for what is not that, or not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(16 * digits[0] + digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
