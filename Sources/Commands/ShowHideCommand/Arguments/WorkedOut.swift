/// What a command works out of its arguments: once, when they are checked, for when it runs.
///
/// A command holds it as a property, which the parser does not take for an argument.
struct WorkedOut<Value>: Decodable {
  private var value: Value?

  init() {}

  init(from decoder: any Decoder) {}

  /// Keeps what was worked out.
  mutating func keep(_ value: Value) { self.value = value }

  /// What was kept.
  func callAsFunction() -> Value {
    guard let value else { preconditionFailure("arguments are checked before a command runs") }
    return value
  }
}
