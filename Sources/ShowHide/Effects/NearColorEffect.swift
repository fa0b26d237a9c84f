internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// An effect by the distance from a colour: each pixel is blended with its grey.
///
/// A distance costs three cube roots, so the last results are remembered: one for each of 4096
/// hashes, which neighbouring pixels mostly share.
struct NearColorEffect {
  private let effect: Effect
  private let distance: ColorDistance
  private let edge: SoftEdge
  private let memory: UnsafeMutableBufferPointer<Remembered>

  /// A colour and what it becomes, red in the low bytes.
  private struct Remembered {
    /// The colour, with bit 24 set once it is one.
    var color: UInt32
    var result: UInt32
  }

  private static let bits: UInt32 = 12
  private static let isColor: UInt32 = 1 << 24

  /// Lends an effect, which must not escape.
  static func with(
    _ effect: Effect, near color: RGB8, edge: SoftEdge, _ body: (NearColorEffect) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Remembered.self, capacity: 1 << Int(bits)) { memory in
      memory.initialize(repeating: Remembered(color: 0, result: 0))
      body(
        NearColorEffect(
          effect: effect, distance: ColorDistance(from: color), edge: edge, memory: memory))
    }
  }

  @inline(__always)
  func callAsFunction(_ word: PixelWord) -> UInt32 {
    let color = word.bits & 0xFF_FFFF
    let slot = Int((color &* 0x9E37_79B1) >> (32 - Self.bits))
    // SAFETY: the slot has as many bits as the memory has entries, which are initialised.
    let remembered = memory[slot]
    if remembered.color == color | Self.isColor {
      return word.bits & 0xFF00_0000 | remembered.result
    }
    let result = blend(color)
    memory[slot] = Remembered(color: color | Self.isColor, result: result)
    return word.bits & 0xFF00_0000 | result
  }

  @inline(never)
  private func blend(_ color: UInt32) -> UInt32 {
    let (red, green, blue) = (color & 0xFF, color >> 8 & 0xFF, color >> 16)
    let rgb = RGB8(
      red: UInt8(truncatingIfNeeded: red), green: UInt8(truncatingIfNeeded: green),
      blue: UInt8(truncatingIfNeeded: blue))
    let result = effect.blend(rgb, weight: edge.weight(ofDistance: distance.thousandths(to: rgb)))
    return UInt32(result.red) | UInt32(result.green) << 8 | UInt32(result.blue) << 16
  }
}
