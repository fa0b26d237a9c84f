/// A value that a command works out once, when its arguments are validated, and uses again when it
/// runs.
final class Once<Value>: Decodable {
  private var value: Value?

  init() {}

  /// ArgumentParser decodes every property of a command: this one starts empty.
  init(from decoder: any Decoder) {}

  /// The value; made the first time.
  func value(_ make: () throws -> Value) rethrows -> Value {
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
