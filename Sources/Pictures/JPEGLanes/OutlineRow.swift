public import CLaneShims

/// From means to the pixels of an outline, as libjpeg computes them.
public enum OutlineRow {
  /// Means of blocks as samples: `(mean × quantization + 4) >> 3`, plus 128, within 0…255.
  ///
  /// SAFETY: both rows hold `count`.
  ///
  /// - Returns: whether a first coefficient is so large that libjpeg's table of limits would wrap.
  @inlinable @inline(__always)
  public static func samples(
    _ means: UnsafePointer<Int16>, count: Int, quantization: Int32,
    into samples: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var isWild: Int32 = 0
    for index in 0..<count {
      let first = Int32(means[index]) &* quantization
      isWild |= first < -4095 || first > 4087 ? 1 : 0
      let value = (first &+ 4) &>> 3 &+ 128
      samples[index] = UInt8(truncatingIfNeeded: sampleLevel(value))
    }
    return isWild != 0
  }

  /// Blocks of 2 × 2 samples as two rows, from means and what ``DetailPass`` found.
  ///
  /// SAFETY: `details` holds 4 × `count`, each row of samples 2 × `count`.
  @inlinable @inline(__always)
  public static func quadruples(
    _ means: UnsafePointer<Int16>, details: UnsafePointer<Int16>, count: Int,
    quantization: Int32, upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var isWild: Int32 = 0
    for index in 0..<count {
      let first = Int32(means[index]) &* quantization
      isWild |= first < -4095 || first > 4087 ? 1 : 0
      let base = first &+ 4
      @inline(__always)
      func sample(_ number: Int) -> UInt8 {
        let value = (base &+ Int32(details[4 &* index &+ number])) &>> 3 &+ 128
        return UInt8(truncatingIfNeeded: sampleLevel(value))
      }
      upper[2 &* index] = sample(0)
      upper[2 &* index &+ 1] = sample(1)
      lower[2 &* index] = sample(2)
      lower[2 &* index &+ 1] = sample(3)
    }
    return isWild != 0
  }

  /// Pixels of YCbCr samples, as RGBA.
  ///
  /// SAFETY: each row of samples holds `count`, and `pixels` as many.
  @inlinable @inline(__always)
  public static func pixels(
    luma: UnsafePointer<UInt8>, blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>,
    count: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let step = Int(clane_pixel_count())
    var first = 0
    if count >= step {
      let last = count &- step
      repeat {
        clane_make_pixels(luma + first, blue + first, red + first, pixels + first)
        // Some pixels are made twice where the rest is less than a step.
        first = first < last ? min(first &+ step, last) : count
      } while first < count
    }
    while first < count {
      pixels[first] = pixel(
        Int32(luma[first]), blue: Int32(blue[first]) &- 128, red: Int32(red[first]) &- 128)
      first &+= 1
    }
  }

  /// A pixel as RGBA; its chroma is less 128.
  @inlinable @inline(__always)
  static func pixel(_ luma: Int32, blue: Int32, red: Int32) -> UInt32 {
    // libjpeg's constants (jdcolor.c), in 65536ths.
    let r = sampleLevel(luma &+ (91881 &* red &+ 32768) &>> 16)
    let g = sampleLevel(luma &+ (-22554 &* blue &- 46802 &* red &+ 32768) &>> 16)
    let b = sampleLevel(luma &+ (116130 &* blue &+ 32768) &>> 16)
    return UInt32(truncatingIfNeeded: r | g &<< 8 | b &<< 16 | ~0xFF_FFFF).littleEndian
  }
}
