/// The running sums of tiles of 256 pixels that all lie in one cell.
@frozen
public struct FlatRun: Sendable {
  /// The upper bits of the cell's pixel words.
  @usableFromInline var cell: UInt32 = 0
  @usableFromInline var tiles: UInt32 = 0
  @usableFromInline var redBlue = Lanes(repeating: 0)
  @usableFromInline var green = Lanes(repeating: 0)

  /// Tiles before a 16-bit field could overflow: 256 × 16 × 15 = 61,440.
  @inlinable @inline(__always)
  static var maximumTiles: UInt32 { 256 }

  @inlinable @inline(__always)
  init() {}

  /// Adds a tile by the sums of its sixteen rows' low bits: 16 × 15 a byte at most.
  @inlinable @inline(__always)
  mutating func add(_ sums: Lanes) {
    // Each byte gets 16 bits of its own: blue above red in one vector, green in another.
    redBlue = redBlue &+ (sums & 0x00FF_00FF)
    green = green &+ (sums &>> 8 & 0xFF)
    tiles &+= 1
  }

  /// Adds what was summed to a row and starts again.
  @inlinable @inline(__always)
  mutating func empty(into row: UnsafeMutablePointer<UInt32>) {
    // SAFETY: the caller's row has four words.
    row[0] &+= (redBlue & 0xFFFF).sum
    row[1] &+= green.sum
    row[2] &+= (redBlue &>> 16).sum
    row[3] &+= tiles &* 256
    tiles = 0
    redBlue = Lanes(repeating: 0)
    green = Lanes(repeating: 0)
  }
}
