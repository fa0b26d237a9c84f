public import Pixels

/// What kind of image it is, as far as that decides which kernel is fastest, and a glance can tell.
public enum ImageContent: String, Hashable, Sendable, CaseIterable {
  /// Many colours: photos, gradients, noise.
  case busy
  /// Few colours, as in drawings, screenshots and flat areas.
  case plain

  /// Pixels that a glance looks at.
  static let glance = 16
  /// With so many different colours among them an image is still plain: screenshots and drawings
  /// have 1 to 7, photos 13 to 16.
  static let plainColors = 8

  /// Glances at an image: sixteen pixels spread over it, and how many of them fall into cells of
  /// their own (8 levels a channel; transparent pixels share one).
  ///
  /// A wrong guess costs time and nothing else.
  ///
  /// - Complexity: O(1): sixteen independent reads, about a hundred nanoseconds; allocates nothing.
  public init(glancingAt view: PixelView) {
    guard !view.isEmpty else {
      self = .plain
      return
    }
    var seen = SIMD16<UInt32>(repeating: .max)
    var colors = 0
    // The middles of sixteen stretches of rows, at columns that walk by the golden section: equal
    // steps would meet the period of a pattern.
    for index in 0..<Self.glance {
      let y = (2 * index + 1) * view.height / (2 * Self.glance)
      let x = ((index * 40_503) % 65_536 * view.width) / 65_536
      let pixel = view[x, min(y, view.height - 1)]
      let cell: UInt32 =
        pixel.alpha < 128
        ? 1 << 15
        : UInt32(pixel.red >> 3) << 10 | UInt32(pixel.green >> 3) << 5 | UInt32(pixel.blue >> 3)
      if !any(seen .== SIMD16(repeating: cell)) { colors += 1 }
      seen[index] = cell
    }
    self = colors <= Self.plainColors ? .plain : .busy
  }
}
