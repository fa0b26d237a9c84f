/// Whether the numbers of a transform are as small as those of pictures.
@frozen
public struct TransformRange {
  /// Not 0 where a number was larger.
  @usableFromInline var excess: UInt32 = 0

  @inlinable @inline(__always)
  init() {}

  /// A coefficient, multiplied as its table says.
  @inlinable @inline(__always)
  mutating func value(_ coefficient: Int32, _ quantization: Int32) -> Int32 {
    let value = coefficient &* quantization
    // 0 for -4096...4095: moved up they are under 2^13, and negative numbers are large
    // without a sign.
    excess |= UInt32(bitPattern: value &+ 4096) &>> 13
    return value
  }

  /// A sum of the first of two passes, rounded for the second.
  @inlinable @inline(__always)
  mutating func sum(_ number: Int32) -> Int32 {
    let sum = (number &+ 4096) &>> 13
    // The same for -16384...16383.
    excess |= UInt32(bitPattern: sum &+ 16384) &>> 15
    return sum
  }
}
