/// What a command's arguments say: validated once, and kept for when it runs.
///
/// A command holds it as a property, which the parser does not take for an argument.
struct Validated<Value>: Decodable {
  private var value: Value?

  init() {}

  init(from decoder: any Decoder) {}

  /// Keeps the value.
  mutating func keep(_ value: Value) { self.value = value }

  /// What was kept.
  func callAsFunction() -> Value {
    guard let value else { preconditionFailure("arguments are checked before a command runs") }
    return value
  }
}
