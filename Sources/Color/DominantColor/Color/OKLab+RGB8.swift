public import Pixels

extension RGB8 {
  /// The sRGB colour nearest to one of OKLab; `nil` for one outside the gamut of sRGB.
  public init?(_ color: OKLab) {
    // The inverse of Ottosson's matrices.
    let (l, a, b) = (color.lightness, color.a, color.b)
    let long = l + 0.3963377774 * a + 0.2158037573 * b
    let middle = l - 0.1055613458 * a - 0.0638541728 * b
    let short = l - 0.0894841775 * a - 1.2914855480 * b
    let (x, y, z) = (long * long * long, middle * middle * middle, short * short * short)
    guard let red = Self.level(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
      let green = Self.level(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
      let blue = Self.level(-0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z)
    else { return nil }
    self.init(red: red, green: green, blue: blue)
  }

  /// The level nearest to a channel of linear light; `nil` more than half a level outside 0 to 255.
  private static func level(_ light: Double) -> UInt8? {
    guard light >= -0.0002, light <= 1.005 else { return nil }
    var (low, high) = (0, 255)
    while low < high {
      let middle = (low + high) / 2
      if OKLab.linear((Double(middle) + 0.5) / 255) < light {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return UInt8(low)
  }
}
