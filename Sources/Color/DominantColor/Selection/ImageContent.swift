public import Pixels

/// What kind of image it is, as far as a few sampled pixels show and kernels differ in speed.
public enum ImageContent: String, Hashable, Sendable, CaseIterable {
  /// Everything else: photos, gradients, noise, screenshots.
  case busy
  /// All but flat: a colour or two, as in icons and scanned text.
  case plain
  /// Partly seen through: cut-outs, logos and icons, whatever their colours.
  case transparent

  /// How many pixels are sampled.
  static let glance = 16
  /// With so many different colours among them an image is still plain: what flat images, on which
  /// plain content is tuned, can stand for.
  static let plainColors = 3

  /// Glances at an image: sixteen pixels spread over it, and how many colours are among them, by
  /// cells of 8 levels a channel; transparent pixels are one colour.
  ///
  /// With some of the sixteen transparent and others not, the image is ``transparent``.
  ///
  /// A wrong guess costs time and nothing else.
  ///
  /// - Complexity: O(1): sixteen independent reads, tens of nanoseconds where the pixels are in the
  ///   cache; allocates nothing.
  public init(glancingAt view: PixelView) {
    guard !view.isEmpty else {
      self = .plain
      return
    }
    // A bit a colour, by a hash: two may share one, so that noise shows 14 of 16, never 3.
    var colors: UInt64 = 0
    var hiddenCount = 0
    // The middles of sixteen stretches of rows, at columns that walk by the golden section: equal
    // steps would meet the period of a pattern.
    for index in 0..<Self.glance {
      let y = (2 &* index &+ 1) &* view.height / (2 &* Self.glance)
      let x = (index &* 40_503 & 0xFFFF) &* view.width / 65_536
      let pixel = view[x, y]
      let isHidden = pixel.alpha < 128
      hiddenCount &+= isHidden ? 1 : 0
      let cell =
        isHidden
        ? 1 << 15
        : UInt32(pixel.red >> 3) << 10 | UInt32(pixel.green >> 3) << 5 | UInt32(pixel.blue >> 3)
      // Fibonacci hashing: the top six bits of the product.
      colors |= 1 << UInt64((cell &* 0x9E37_79B1) >> 26)
    }
    if hiddenCount > 0, hiddenCount < Self.glance {
      self = .transparent
    } else {
      self = colors.nonzeroBitCount <= Self.plainColors ? .plain : .busy
    }
  }
}
