internal import Pixels
internal import SIMDBodies

/// A box of colours, in which sixteen pixels are looked for at once.
struct LevelBox {
  // The lowest and the highest levels, as words of RGBA; alphas are all between.
  private var lowest: UInt32
  private var highest: UInt32

  /// The levels of a window.
  init(_ window: ColorWindow) {
    let lowest = window.lowest
    let levels = UInt32(lowest.red) | UInt32(lowest.green) << 8 | UInt32(lowest.blue) << 16
    self.lowest = UInt32(littleEndian: levels)
    // No window reaches past level 255.
    let reach = 0x0001_0101 * UInt32(ColorQuantity.highestLevel)
    highest = UInt32(littleEndian: (levels &+ reach) | 0xFF00_0000)
  }

  /// Pixels that are looked at together.
  static let pixelsAtOnce = 16

  /// Whether any of sixteen words is a pixel of the box, or 0 where black is in it.
  ///
  /// SAFETY: `words` are ``pixelsAtOnce``.
  @inline(__always)
  func holdsAny(of words: UnsafePointer<UInt32>) -> Bool {
    areInside(Lanes(loading: words)).isAnyNonzero
  }

  /// How many of sixteen words are pixels of the box; 0 is none.
  ///
  /// SAFETY: `words` are ``pixelsAtOnce``.
  @inline(__always)
  func count(in words: UnsafePointer<UInt32>) -> Int32 {
    let pixels = Lanes(loading: words)
    let areNone = pixels.isEqual(to: Lanes(repeating: 0))
    // -1 for each of them.
    let minus = areInside(pixels) & (areNone ^ Lanes(repeating: .max))
    return Int32(truncatingIfNeeded: 0 &- minus.sum)
  }

  /// All ones where a word is a pixel of the box, or 0 where black is in it.
  @inline(__always)
  private func areInside(_ pixels: Lanes) -> Lanes {
    let (low, high) = (Lanes(repeating: lowest), Lanes(repeating: highest))
    let outside = (pixels.minBytes(low) ^ low) | (pixels.maxBytes(high) ^ high)
    return outside.isEqual(to: Lanes(repeating: 0))
  }

  /// Whether a word is a pixel of the box, or 0 where black is in it.
  @inline(__always)
  func holds(_ word: UInt32) -> Bool {
    withUnsafeBytes(of: (word, lowest, highest)) { bytes in
      // The last byte of a pixel is its alpha.
      for channel in 0..<3 where bytes[channel] < bytes[4 + channel] { return false }
      for channel in 0..<3 where bytes[channel] > bytes[8 + channel] { return false }
      return true
    }
  }

  /// Some boxes, at most `limit`, that hold all pixels of some windows.
  static func boxes(holding windows: [ColorWindow], limit: Int) -> [LevelBox] {
    var boxes: [LevelBox] = []
    for window in windows {
      let box = LevelBox(window)
      if let near = boxes.firstIndex(where: { $0.meets(box) }) {
        boxes[near].extend(to: box)
      } else if boxes.count < limit {
        boxes.append(box)
      } else {
        boxes[limit - 1].extend(to: box)
      }
    }
    return boxes
  }

  private func meets(_ other: LevelBox) -> Bool {
    let (a, b) = (SIMD4<UInt8>(lowest), SIMD4<UInt8>(highest))
    let (c, d) = (SIMD4<UInt8>(other.lowest), SIMD4<UInt8>(other.highest))
    return all(a .<= d) && all(c .<= b)
  }

  private mutating func extend(to other: LevelBox) {
    let low = pointwiseMin(SIMD4(lowest), SIMD4(other.lowest))
    let high = pointwiseMax(SIMD4(highest), SIMD4(other.highest))
    (lowest, highest) = (UInt32(low), UInt32(high))
  }
}

extension SIMD4<UInt8> {
  /// The bytes of a word as they are in memory.
  fileprivate init(_ word: UInt32) { self = unsafeBitCast(word, to: Self.self) }
}

extension UInt32 {
  /// The word that bytes make in memory.
  fileprivate init(_ bytes: SIMD4<UInt8>) { self = unsafeBitCast(bytes, to: Self.self) }
}
