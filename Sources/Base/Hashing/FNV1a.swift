/// The 64-bit FNV-1a hash (Fowler, Noll and Vo), the same in every process and on every machine.
///
/// Swift's own hash differs from process to process. This one tells contents apart; it does not
/// protect against forgery.
public struct FNV1a: Sendable {
  @usableFromInline var state: UInt64

  /// What each step multiplies by.
  @usableFromInline static let prime: UInt64 = 0x100_0000_01B3

  /// The hash of everything added so far.
  @inlinable
  public var value: UInt64 { state }

  /// The hash of nothing.
  @inlinable
  public init() { self.init(value: 0xCBF2_9CE4_8422_2325) }

  /// Goes on from a hash.
  @inlinable
  public init(value: UInt64) { state = value }

  /// Adds a word as if it were one byte.
  @inlinable @inline(__always)
  public mutating func add(_ word: UInt64) { state = (state ^ word) &* Self.prime }

  /// Adds bytes.
  ///
  /// - Complexity: O(*n*) in bytes.
  @inlinable
  public mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in 0..<bytes.count { add(UInt64(bytes[index])) }
  }

  /// Adds bytes.
  ///
  /// - Complexity: O(*n*) in bytes.
  @inlinable
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    // Iterating over any sequence is slow in debug builds.
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
    guard isDone == nil else { return }
    for byte in bytes { add(UInt64(byte)) }
  }

  /// Sixteen hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
