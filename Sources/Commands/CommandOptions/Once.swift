/// A value that a command works out once, when its arguments are validated, and uses again when it
/// runs.
package final class Once<Value>: Decodable {
  private var value: Value?

  /// Makes one without a value.
  package init() {}

  /// ArgumentParser decodes every property of a command: this one starts empty.
  package init(from decoder: any Decoder) {}

  /// The value; made the first time.
  package func value(_ make: () throws -> Value) rethrows -> Value {
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
