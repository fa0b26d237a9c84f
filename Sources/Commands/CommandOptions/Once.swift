/// A value that a command works out once, when its arguments are validated, and uses again when it
/// runs.
public final class Once<Value>: Decodable {
  private var value: Value?

  /// Makes one without a value.
  public init() {}

  /// ArgumentParser decodes every property of a command: this one starts empty.
  public init(from decoder: any Decoder) {}

  /// The value; made the first time.
  public func value(_ make: () throws -> Value) rethrows -> Value {
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
