/// Thirty-two pixels, a channel a vector: the arithmetic that the effects of Show & Hide share.
///
/// Channels are 16-bit numbers from 0 to 255. Everything is integers, except for one product with a
/// fraction, whose distance from the next whole number is larger than the error of `Float`: so
/// every machine gives the integers of the specification. The tests compare all 2²⁴ colours.
@frozen
public struct PixelChannels {
  @usableFromInline let redAndGreen: Halves
  @usableFromInline let blueAndAlpha: Halves
  /// The red of each pixel.
  public let red: Halves
  /// The green of each pixel.
  public let green: Halves
  /// The blue of each pixel.
  public let blue: Halves

  /// Takes pixels apart.
  ///
  /// - Parameters:
  ///   - first: sixteen pixels, red in the low byte.
  ///   - second: sixteen more.
  @inlinable @inline(__always)
  public init(_ first: Lanes, _ second: Lanes) {
    redAndGreen = Halves(lowOf: first, second)
    blueAndAlpha = Halves(highOf: first, second)
    red = redAndGreen & Halves(repeating: 0xFF)
    green = redAndGreen &>> 8
    blue = blueAndAlpha & Halves(repeating: 0xFF)
  }

  /// Red less green, and green less blue, in pairs: what hue and luma are made of.
  @inlinable @inline(__always)
  var slopes: (Lanes, Lanes) { (red &- green).pairs(with: green &- blue) }

  /// The luma of each pixel: (2126 · red + 7152 · green + 722 · blue + 5000) ÷ 10000, rounded down.
  ///
  /// That is green and (2126 · (red − green) − 722 · (green − blue) + 5000) ÷ 10000, whose parts are
  /// at least −72.6. With 100 and half of 1/10000 more the quotient is positive and 1/20000 or more
  /// off the whole numbers; its product in `Float`, under 256, is less than 1/40000 off.
  ///
  /// - Parameter slopes: ``slopes``.
  /// - Returns: 0 to 255 for each pixel.
  @inlinable @inline(__always)
  func luma(_ slopes: (Lanes, Lanes)) -> Halves {
    let parts = (
      slopes.0.sumOfHalves(times: 2126, -722).scaled(by: 0.0001, adding: 100.50005),
      slopes.1.sumOfHalves(times: 2126, -722).scaled(by: 0.0001, adding: 100.50005)
    )
    return green &+ Halves(narrowing: parts) &- Halves(repeating: 100)
  }

  /// The pixels blended with their greys: each channel becomes
  /// (channel · kept + grey · (256 − kept) + 128) ÷ 256, rounded down; alpha stays.
  ///
  /// No sum is above 255 · 256 + 128, so that 16 bits hold it.
  ///
  /// - Parameters:
  ///   - grey: 0 to 255 for each pixel.
  ///   - kept: 0 to 256 for each pixel.
  /// - Returns: the pixels, as both vectors that they came in.
  @inlinable @inline(__always)
  func blended(grey: Halves, kept: Halves) -> (Lanes, Lanes) {
    let greyPart =
      grey &* (Halves(repeating: 256) &- kept) &+ Halves(repeating: 128)
    let red = (red &* kept &+ greyPart) &>> 8
    let green = green &* kept &+ greyPart
    let blue = (blue &* kept &+ greyPart) &>> 8
    let high = Halves(repeating: 0xFF00)
    // Green's quotient is the upper byte of its sum already: it stays there, without a shift.
    return Lanes.pair(low: red | green & high, high: blue | blueAndAlpha & high)
  }

  /// The pixels where `mask` is all ones, and where it is zero their greys with their alpha.
  @inlinable @inline(__always)
  func kept(where mask: Halves, grey: Halves) -> (Lanes, Lanes) {
    let greyed = grey | grey &<< 8
    return Lanes.pair(
      low: redAndGreen.selected(by: mask, else: greyed),
      high: blueAndAlpha.selected(by: mask | Halves(repeating: 0xFF00), else: grey))
  }
}
