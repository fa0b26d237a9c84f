internal import Pixels

/// The effects once more, written from their description alone and sharing no code with them:
/// the six sectors of the hue circle spelled out, and no tables or tricks.
struct PlainEffect {
  var binCount = 360
  var greyThreshold = 16
  var center: Int
  var tolerance: Int
  var feather = 0
  var hides = false

  /// What a pixel should become.
  func result(_ pixel: RGBA8) -> RGBA8 {
    let (r, g, b) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
    let selected = weight(r, g, b)
    let kept = hides ? 256 - selected : selected
    let grey = (2126 * r + 7152 * g + 722 * b + 5000) / 10000
    func mix(_ channel: Int) -> UInt8 {
      UInt8((channel * kept + grey * (256 - kept) + 128) / 256)
    }
    return RGBA8(red: mix(r), green: mix(g), blue: mix(b), alpha: pixel.alpha)
  }

  /// The bin of a hue; `nil` for a grey.
  func bin(_ r: Int, _ g: Int, _ b: Int) -> Int? {
    let delta = max(r, g, b) - min(r, g, b)
    if delta == 0 || delta < greyThreshold { return nil }
    let sixths =
      if r >= g, g >= b {
        g - b
      } else if g > r, r >= b {
        2 * delta - (r - b)
      } else if g >= b, b > r {
        2 * delta + (b - r)
      } else if b > g, g >= r {
        4 * delta - (g - r)
      } else if b > r, r > g {
        4 * delta + (r - g)
      } else {
        6 * delta - (b - g)
      }
    return binCount * sixths / (6 * delta)
  }

  private func weight(_ r: Int, _ g: Int, _ b: Int) -> Int {
    guard let bin = bin(r, g, b) else { return 0 }
    let apart = bin > center ? bin - center : center - bin
    let steps = 2 * apart > binCount ? binCount - apart : apart
    // A hard edge knows no weak colours.
    let chroma = max(r, g, b) - min(r, g, b) - max(greyThreshold, 1)
    let strength = feather == 0 || chroma >= 64 ? 64 : chroma
    if steps <= tolerance { return 4 * strength }
    if steps > tolerance + feather { return 0 }
    let exact = 256 * (tolerance + feather + 1 - steps)
    let (whole, rest) = exact.quotientAndRemainder(dividingBy: feather + 1)
    return (2 * rest >= feather + 1 ? whole + 1 : whole) * strength / 64
  }

  /// What an image should become.
  func result(_ image: ImageBuffer) throws -> ImageBuffer {
    var result = try ImageBuffer(width: image.width, height: image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        result[x, y] = self.result(image[x, y])
      }
    }
    return result
  }
}
