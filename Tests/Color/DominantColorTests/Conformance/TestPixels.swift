internal import Hashing
import Pixels
import SyntheticImages

/// Kinds of pixels that take different paths through the kernels.
enum PixelKind: String, CaseIterable, Sendable {
  /// Every channel and alpha random.
  case anything
  /// Opaque, every channel random.
  case noise
  /// Opaque, neighbours mostly in the same cell.
  case smooth
  /// Opaque, long stretches of one colour.
  case flat
  /// Smooth, with stretches of transparency that hide other colours.
  case masked

  func pixels(_ count: Int, seed: UInt64) -> [RGBA8] {
    var random = SplitMix64(seed: seed)
    var walk = (r: 120, g: 60, b: 200)
    var flat = RGBA8(red: 0, green: 0, blue: 0)
    var left = 0
    var alpha: UInt8 = 255
    return (0..<count).map { _ in
      let bits = random.next()
      let (b0, b1, b2, b3) = (
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 24)
      )
      if left == 0 {
        left = 1 + Int(bits >> 40) % 150
        flat = RGBA8(red: b0, green: b1, blue: b2)
        alpha = [255, 255, 0, 127, 128, 200][Int(bits >> 32 & 0xFF) % 6]
      }
      left -= 1
      walk.r = min(max(walk.r + Int(b0 % 7) - 3, 0), 255)
      walk.g = min(max(walk.g + Int(b1 % 7) - 3, 0), 255)
      walk.b = min(max(walk.b + Int(b2 % 7) - 3, 0), 255)
      let step = RGBA8(red: UInt8(walk.r), green: UInt8(walk.g), blue: UInt8(walk.b))
      switch self {
      case .anything: return RGBA8(red: b0, green: b1, blue: b2, alpha: b3)
      case .noise: return RGBA8(red: b0, green: b1, blue: b2)
      case .smooth: return step
      case .flat: return flat
      case .masked:
        return alpha < 128 ? RGBA8(flat.color, alpha: alpha) : RGBA8(step.color, alpha: alpha)
      }
    }
  }
}

/// Lends pixels as a view with rows `padding` bytes apart, `offset` bytes past an aligned address,
/// and every byte that is not a pixel hostile: opaque, and of a colour that would win.
func withHostileView<Result>(
  _ pixels: [RGBA8], width: Int, padding: Int = 0, offset: Int = 0,
  _ body: (PixelView) throws -> Result
) rethrows -> Result {
  let height = width == 0 ? 0 : pixels.count / width
  let stride = 4 * width + padding
  let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: offset + stride * height + 256, alignment: 64)
  defer { memory.deallocate() }
  for index in memory.indices {
    memory[index] = index % 4 == 3 ? 255 : 0xEE
  }
  for y in 0..<height {
    for x in 0..<width {
      memory.storeBytes(
        of: pixels[y * width + x], toByteOffset: offset + y * stride + 4 * x, as: RGBA8.self)
    }
  }
  guard let base = memory.baseAddress else { preconditionFailure("allocated above") }
  return try body(
    PixelView(baseAddress: base + offset, width: width, height: height, bytesPerRow: stride))
}
