internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages

/// An image made pixel by pixel.
func makeImage(
  width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> RGBA8
) throws -> ImageBuffer {
  var image = try ImageBuffer(width: width, height: height)
  image.withMutableBytes { bytes in
    for y in 0..<height {
      for x in 0..<width {
        bytes.storeBytes(of: pixel(x, y), toByteOffset: 4 * (y * width + x), as: RGBA8.self)
      }
    }
  }
  return image
}

/// Noise, with or without alpha.
func makeNoise(width: Int, height: Int, seed: UInt64, opaque: Bool) throws -> ImageBuffer {
  var generator = SplitMix64(seed: seed)
  return try makeImage(width: width, height: height) { _, _ in
    let bits = generator.next()
    return RGBA8(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16),
      alpha: opaque ? 255 : UInt8(truncatingIfNeeded: bits >> 24))
  }
}

/// A smooth, opaque gradient, which JPEG keeps well.
func makeGradient(width: Int, height: Int) throws -> ImageBuffer {
  try makeImage(width: width, height: height) { x, y in
    RGBA8(
      red: UInt8(255 * x / max(width - 1, 1)), green: UInt8(255 * y / max(height - 1, 1)),
      blue: UInt8(128 + 60 * x / max(width, 1)))
  }
}

/// The largest difference of any channel between two images of one size.
func largestDifference(_ left: ImageBuffer, _ right: ImageBuffer) -> Int {
  left.withPixels { left in
    right.withPixels { right in
      var largest = 0
      for y in 0..<left.height {
        for x in 0..<left.width {
          let (a, b) = (left[x, y], right[x, y])
          largest = max(
            largest, abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)),
            abs(Int(a.blue) - Int(b.blue)), abs(Int(a.alpha) - Int(b.alpha)))
        }
      }
      return largest
    }
  }
}

/// The rows of a range as an image of their own.
func rows(_ range: Range<Int>, of image: ImageBuffer) throws -> ImageBuffer {
  try image.withPixels { try ImageBuffer(copying: $0.rows(range)) }
}

/// Runs a call and hands back the error of the codecs that it throws, or `nil`.
func codecError<Result>(_ call: () throws -> Result) -> ImageCodecError? {
  do {
    _ = try call()
    return nil
  } catch {
    return error as? ImageCodecError
  }
}

/// A PNG with the same pixels in `IDAT` chunks of at most `size` bytes.
func splittingPixelData(of png: [UInt8], every size: Int) -> [UInt8] {
  var result = Array(png[..<8])
  var offset = 8
  while offset + 12 <= png.count {
    let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    let name = Array(png[offset + 4..<offset + 8])
    let body = Array(png[offset + 8..<offset + 8 + length])
    if name == Array("IDAT".utf8) {
      for start in stride(from: 0, to: length, by: size) {
        result += chunk(named: name, Array(body[start..<min(start + size, length)]))
      }
    } else {
      result += chunk(named: name, body)
    }
    offset += 12 + length
  }
  return result
}

/// A PNG chunk with its length and checksum.
func chunk(named name: [UInt8], _ body: [UInt8]) -> [UInt8] {
  var register = UInt32.max
  for byte in name + body {
    register ^= UInt32(byte)
    for _ in 0..<8 { register = register >> 1 ^ (register & 1) &* 0xEDB8_8320 }
  }
  return bigEndian(UInt32(body.count)) + name + body + bigEndian(~register)
}

/// The four bytes of a number, most significant first.
func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
