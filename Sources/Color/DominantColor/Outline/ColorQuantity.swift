/// A sum of the channels of a colour, each taken so many times.
struct ColorQuantity {
  let red: Int
  let green: Int
  let blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The levels of a window's pixels above its lowest are at most this.
  static let highestLevel = 31

  /// What is added to the quantity of a window's pixel, so that it is 0 at least.
  var offset: Int { Self.highestLevel * (max(-red, 0) + max(-green, 0) + max(-blue, 0)) }

  /// What the quantity of a window's pixel, with the offset, is at most.
  var width: Int { Self.highestLevel * (abs(red) + abs(green) + abs(blue)) }

  /// How much of it a colour has.
  func value(of color: (red: Double, green: Double, blue: Double)) -> Double {
    Double(red) * color.red + Double(green) * color.green + Double(blue) * color.blue
  }

  /// How much of it a colour has.
  @inline(__always)
  func value(of color: (red: Int, green: Int, blue: Int)) -> Int {
    red &* color.red &+ green &* color.green &+ blue &* color.blue
  }

  /// What is perpendicular to this and another, as vectors.
  func cross(_ other: ColorQuantity) -> ColorQuantity {
    ColorQuantity(
      green * other.blue - blue * other.green, blue * other.red - red * other.blue,
      red * other.green - green * other.red)
  }
}
