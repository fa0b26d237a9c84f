// The arithmetic that the effects of Show & Hide share, branch-free on `UInt32` and `Float`, so
// that the compiler turns the loops over it into vector code of each module's instruction set.
//
// The floating-point numbers stand for integers and fractions of them: sums and products stay under
// 2²⁴ and are exact; where a quotient is rounded, its distance from the nearest tie is larger than
// the error of the division, so that IEEE 754 gives the integer of the specification on every
// machine. The tests compare all 2²⁴ colours.

/// A pixel as a 32-bit word, red in the low byte.
@frozen
public struct PixelWord {
  /// The word.
  public let bits: UInt32

  /// Wraps a word.
  @inlinable @inline(__always)
  public init(_ bits: UInt32) { self.bits = bits }

  // A signed conversion is one vector instruction; an unsigned one is many.
  @inlinable @inline(__always)
  var red: Float { Float(Int32(truncatingIfNeeded: bits & 0xFF)) }
  @inlinable @inline(__always)
  var green: Float { Float(Int32(truncatingIfNeeded: bits >> 8 & 0xFF)) }
  @inlinable @inline(__always)
  var blue: Float { Float(Int32(truncatingIfNeeded: bits >> 16 & 0xFF)) }
  @inlinable @inline(__always)
  var alphaBits: UInt32 { bits & 0xFF00_0000 }
}

/// The integer nearest to a number from 0 up to 2²².
///
/// Adding 2²³ leaves it in the low bits. A plain conversion to an integer rounds down, and traps on
/// what no integer holds, which keeps the compiler from making vectors of it.
@inlinable @inline(__always)
func nearest(_ value: Float) -> UInt32 {
  (value + 8_388_608).bitPattern & 0x7F_FFFF
}

/// The nearest integer, as a number to go on with.
@inlinable @inline(__always)
func rounded(_ value: Float) -> Float {
  (value + 8_388_608) - 8_388_608
}

/// The larger of two numbers; unlike `max` exactly one instruction.
@inlinable @inline(__always)
func larger(_ left: Float, _ right: Float) -> Float { left > right ? left : right }

/// The smaller of two numbers; unlike `min` exactly one instruction.
@inlinable @inline(__always)
func smaller(_ left: Float, _ right: Float) -> Float { left < right ? left : right }

/// The luma of channels: (2126 · red + 7152 · green + 722 · blue + 5000) ÷ 10000, rounded down.
///
/// ⌊(s + 5000) ÷ 10000⌋ is (s + ½) ÷ 10000 to the nearest integer, at least 1/20000 off a tie.
@inlinable @inline(__always)
func luma(_ red: Float, _ green: Float, _ blue: Float) -> Float {
  (2126 * red + 7152 * green + 722 * blue + 0.5) * 0.0001
}

extension PixelWord {
  /// The word blended with its grey: each channel becomes
  /// (channel · kept + grey · (256 − kept) + 128) ÷ 256, rounded down; alpha stays.
  ///
  /// Red and blue are sixteen bits apart, and channel · kept + grey · (256 − kept) + 128 is at most
  /// 255 · 256 + 128, so that one multiplication does both and nothing is carried over.
  ///
  /// - Parameters:
  ///   - grey: 0 to 255.
  ///   - kept: 0 to 256.
  /// - Returns: the word.
  @inlinable @inline(__always)
  func blended(grey: UInt32, kept: UInt32) -> UInt32 {
    let greyPart = grey &* (256 &- kept) &+ 128
    let redAndBlue = (bits & 0xFF_00FF) &* kept &+ (greyPart | greyPart << 16)
    let green = (bits >> 8 & 0xFF) &* kept &+ greyPart
    return alphaBits | redAndBlue >> 8 & 0xFF_00FF | green & 0xFF00
  }
}
