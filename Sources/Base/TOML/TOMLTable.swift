/// A table of a TOML document: keys with values, in the order of the text.
package struct TOMLTable: Equatable, Sendable {
  /// A key with its value.
  package struct Entry: Equatable, Sendable {
    package let key: String
    package internal(set) var value: TOMLValue
    /// The line of the text on which it is, from 1.
    package let line: Int
  }

  /// All entries, in the order of the text.
  package internal(set) var entries: [Entry] = []

  /// The line of the text on which the table begins, from 1.
  package let line: Int

  init(line: Int) { self.line = line }

  /// The value of a key; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in entries.
  package subscript(key: String) -> TOMLValue? { entries.first { $0.key == key }?.value }
}

/// A value of a TOML document.
package enum TOMLValue: Equatable, Sendable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction or an exponent.
  case float(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// Values in brackets.
  case array([TOMLValue])
  /// Keys with values.
  case table(TOMLTable)
  /// The tables under headers in double brackets.
  case tables([TOMLTable])

  /// What kind of value it is, with an article: "a text".
  package var kind: String {
    switch self {
    case .string: "a text"
    case .integer: "a whole number"
    case .float: "a number"
    case .boolean: "true or false"
    case .array: "an array"
    case .table: "a table"
    case .tables: "tables in double brackets"
    }
  }
}

/// Why a text is not in the supported part of TOML.
package struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the text, from 1.
  package let line: Int
  /// What is wrong, and what is right, without a full stop.
  package let problem: String

  package var description: String { "line \(line): \(problem)" }
}
