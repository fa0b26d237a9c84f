public import Pixels

/// One colour of a palette, with the exact number of pixels that it stands for.
public struct Swatch: Hashable, Sendable {
  /// The exact mean of the swatch's pixels, each channel rounded half up; by method `distinct`, of textured areas that of
  /// their most vivid part.
  public let color: RGB8
  /// Pixels that the swatch stands for.
  public let count: UInt64
  /// Pixels counted in the whole image; at least ``count`` and at least 1.
  public let outOf: UInt64

  /// Makes a swatch of `count` pixels out of `outOf`.
  public init(color: RGB8, count: UInt64, outOf: UInt64) {
    self.color = color
    self.count = count
    self.outOf = outOf
  }

  /// The share of the counted pixels, 0 to 1.
  public var population: Double { Double(count) / Double(outOf) }
}
