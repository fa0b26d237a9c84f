internal import Hashing

/// Random bits for every pixel of one row, each a hash of seed, row and column.
struct RowRandomness {
  private let key: UInt64

  /// Makes the bits of a row; `stream` tells apart uses in one image, such as noise and texture.
  init(canvas: Canvas, stream: UInt64, row y: Int) {
    let streamKey = SplitMix64.mix(canvas.seed &+ stream &* 0xD1B5_4A32_D192_ED03)
    key = SplitMix64.mix(streamKey ^ SplitMix64.mix(UInt64(bitPattern: Int64(y))))
  }

  /// 64 random bits of a column.
  @inline(__always)
  subscript(x: Int) -> UInt64 {
    SplitMix64.mix(key &+ UInt64(truncatingIfNeeded: x) &* SplitMix64.step)
  }
}

/// Bell-shaped noise from integers: the sum of three uniform numbers of 7 bits, centred and
/// doubled.
///
/// Its standard deviation is 128 (exactly √16383), it is symmetric about 0, never 0, and never
/// further than 381 away: close to a Gaussian cut off at three standard deviations, and the same on
/// every machine, which a Gaussian made with `log` and `cos` is not.
enum BellNoise {
  /// One draw from the lowest 21 bits.
  @inline(__always)
  static func draw(_ bits: UInt64) -> Int32 {
    let word = UInt32(truncatingIfNeeded: bits)
    let sum = (word & 127) &+ (word &>> 7 & 127) &+ (word &>> 14 & 127)
    return Int32(truncatingIfNeeded: sum) &* 2 &- 381
  }

  /// Three draws, which use up the 64 bits.
  @inline(__always)
  static func draws(_ bits: UInt64) -> (Int32, Int32, Int32) {
    (draw(bits), draw(bits &>> 21), draw(bits &>> 42))
  }
}
