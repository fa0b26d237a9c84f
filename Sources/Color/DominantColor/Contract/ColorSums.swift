public import Pixels

/// Pixels as a number and the sums of their channels, from which their mean is exact.
@frozen
public struct ColorSums: Hashable, Sendable {
  /// Pixels.
  public var count: UInt64
  /// The sum of their red channels.
  public var red: UInt64
  /// The sum of their green channels.
  public var green: UInt64
  /// The sum of their blue channels.
  public var blue: UInt64

  /// Makes sums, of nothing by default.
  @inlinable
  public init(count: UInt64 = 0, red: UInt64 = 0, green: UInt64 = 0, blue: UInt64 = 0) {
    self.count = count
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Adds one pixel.
  @inlinable
  public mutating func add(_ color: RGB8) {
    count += 1
    red += UInt64(color.red)
    green += UInt64(color.green)
    blue += UInt64(color.blue)
  }

  /// Adds the pixels of other sums.
  @inlinable
  public static func += (left: inout ColorSums, right: ColorSums) {
    #if arch(wasm32)
      // A test for overflow is six instructions there. There is none: the module's pictures have at most 2³⁰
      // pixels, and its histograms 2⁵⁵ (`PaletteHistogram/pixelLimit`), times 255 for a channel.
      left.count &+= right.count
      left.red &+= right.red
      left.green &+= right.green
      left.blue &+= right.blue
    #else
      left.count += right.count
      left.red += right.red
      left.green += right.green
      left.blue += right.blue
    #endif
  }

  /// The mean colour, each channel rounded half up; `nil` without pixels.
  ///
  /// Exact up to 2⁵⁵ pixels.
  @inlinable
  public var mean: RGB8? {
    guard count > 0 else { return nil }
    func rounded(_ sum: UInt64) -> UInt8 {
      // Twice the sum of 2⁵⁵ pixels, and once their number, is under 2⁶⁴.
      UInt8(truncatingIfNeeded: (2 &* sum &+ count) / (2 &* count))
    }
    return RGB8(red: rounded(red), green: rounded(green), blue: rounded(blue))
  }
}
