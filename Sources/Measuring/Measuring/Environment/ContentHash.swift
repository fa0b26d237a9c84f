internal import Hashing

/// A 64-bit FNV-1a hash, which is the same in every run and on every machine.
///
/// Swift's own hash differs from process to process. This one tells builds and inputs apart; it
/// does not protect against forgery.
public struct ContentHash: Sendable {
  private var hash = FNV1a()

  /// Makes the hash of nothing.
  public init() {}

  /// Adds bytes.
  public mutating func add(_ bytes: some Sequence<UInt8>) { hash.add(bytes) }

  /// Adds a text, and its end, so that neighbours do not run together.
  public mutating func add(_ text: String) {
    add(text.utf8)
    // A byte that UTF-8 never contains.
    add(CollectionOfOne<UInt8>(0xFF))
  }

  /// Sixteen hexadecimal digits.
  public var text: String { hash.text }
}
