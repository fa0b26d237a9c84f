public import Pixels

/// The threshold filter of the app this grew from: what becomes of channels outside a range.
///
/// ```swift
/// let warm = ChannelFilter(red: 100...255)
/// warm.result(for: RGBA8(red: 99, green: 80, blue: 70)).red  // 0
/// ```
public struct ChannelFilter: Hashable, Sendable {
  /// What happens outside the ranges.
  public enum Outside: String, Hashable, Sendable, CaseIterable {
    /// A channel outside its own range becomes 0; the others stay. The ancestor's way.
    case zero
    /// A pixel with any channel outside becomes its grey.
    case grey
    /// A pixel with any channel outside becomes wholly transparent, its colour kept under it.
    case clear
  }

  /// The red that passes.
  public var red: ClosedRange<UInt8>
  /// The green that passes.
  public var green: ClosedRange<UInt8>
  /// The blue that passes.
  public var blue: ClosedRange<UInt8>
  /// What happens to what does not pass.
  public var outside: Outside

  /// Makes a filter; the default lets everything pass.
  public init(
    red: ClosedRange<UInt8> = 0...255, green: ClosedRange<UInt8> = 0...255,
    blue: ClosedRange<UInt8> = 0...255, outside: Outside = .zero
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.outside = outside
  }

  /// What becomes of a pixel.
  public func result(for pixel: RGBA8) -> RGBA8 {
    let passes = (
      red: red.contains(pixel.red), green: green.contains(pixel.green),
      blue: blue.contains(pixel.blue)
    )
    if passes == (true, true, true) { return pixel }
    switch outside {
    case .zero:
      return RGBA8(
        red: passes.red ? pixel.red : 0, green: passes.green ? pixel.green : 0,
        blue: passes.blue ? pixel.blue : 0, alpha: pixel.alpha)
    case .grey:
      let grey = Luma.of(pixel.color)
      return RGBA8(red: grey, green: grey, blue: grey, alpha: pixel.alpha)
    case .clear:
      return RGBA8(pixel.color, alpha: 0)
    }
  }

  /// Changes an image in place.
  ///
  /// - Parameter image: the pixels; copied first when they are shared.
  /// - Complexity: O(*n*) in pixels.
  public func apply(to image: inout ImageBuffer) {
    image.withMutableBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        // SAFETY: an image's bytes are whole pixels, four bytes each.
        let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: RGBA8.self)
        bytes.storeBytes(of: result(for: pixel), toByteOffset: offset, as: RGBA8.self)
      }
    }
  }
}
