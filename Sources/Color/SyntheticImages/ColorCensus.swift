package import Pixels

/// The exact colours of an image and how many pixels have each: the image without its places.
///
/// Two images have equal censuses when one's pixels are the other's in another order.
///
/// ```swift
/// let image = try ImageBuffer(width: 3, colors: [red, blue, red])
/// ColorCensus(of: image).entries.first?.count  // 2
/// ```
package struct ColorCensus: Hashable, Sendable {
  /// A colour, alpha included, and its pixels.
  package struct Entry: Hashable, Sendable {
    /// The colour with its alpha.
    package let pixel: RGBA8
    /// How many pixels have it; at least 1.
    package let count: Int
  }

  /// The colours: most frequent first, equally frequent ones by red, green, blue, then alpha.
  package let entries: [Entry]
  /// All pixels counted.
  package let pixelCount: Int

  /// Counts the colours of a view.
  ///
  /// - Parameters:
  ///   - view: the pixels.
  ///   - rule: which pixels count; `nil` for all, whatever their alpha. With a rule the colours are
  ///     counted without their alpha, as if opaque, since visible pixels all count alike.
  /// - Complexity: O(*n*) in pixels, and O(*c* log *c*) in colours. Meant for tests: runs of one
  ///   colour are quick, noise is not.
  package init(of view: PixelView, countedBy rule: VisibilityRule? = nil) {
    var counts: [RGBA8: Int] = [:]
    var total = 0
    for y in 0..<view.height {
      var x = 0
      while x < view.width {
        let pixel = view[x, y]
        let start = x
        repeat { x += 1 } while x < view.width && view[x, y] == pixel
        if let rule {
          guard rule.verdict(on: pixel) == .counted else { continue }
          counts[RGBA8(pixel.color), default: 0] += x - start
        } else {
          counts[pixel, default: 0] += x - start
        }
        total += x - start
      }
    }
    pixelCount = total
    entries = counts.map { Entry(pixel: $0.key, count: $0.value) }.sorted()
  }

  /// Counts the colours of an image.
  ///
  /// - Parameters:
  ///   - image: the pixels.
  ///   - rule: which pixels count; `nil` for all, as in ``init(of:countedBy:)``.
  package init(of image: ImageBuffer, countedBy rule: VisibilityRule? = nil) {
    self = image.withPixels { view in ColorCensus(of: view, countedBy: rule) }
  }

  /// A colour that two images do not have equally often.
  package struct Difference: Hashable, Sendable {
    /// The colour with its alpha.
    package let pixel: RGBA8
    /// Pixels of it in this image.
    package let count: Int
    /// Pixels of it in the other.
    package let otherCount: Int
  }

  /// The colours that two images do not have equally often, largest difference first; empty when
  /// the images have the same colours.
  ///
  /// - Complexity: O(*c* log *c*) in the colours of both.
  package func differences(from other: ColorCensus) -> [Difference] {
    var pairs: [RGBA8: (Int, Int)] = [:]
    for entry in entries { pairs[entry.pixel, default: (0, 0)].0 = entry.count }
    for entry in other.entries { pairs[entry.pixel, default: (0, 0)].1 = entry.count }
    return pairs.filter { $0.value.0 != $0.value.1 }
      .map { Difference(pixel: $0.key, count: $0.value.0, otherCount: $0.value.1) }
      .sorted {
        (abs($1.count - $1.otherCount), $0.pixel.order)
          < (abs($0.count - $0.otherCount), $1.pixel.order)
      }
  }
}

extension ColorCensus.Entry: Comparable {
  /// Orders by falling count, then by colour.
  package static func < (left: Self, right: Self) -> Bool {
    (right.count, left.pixel.order) < (left.count, right.pixel.order)
  }
}

extension ColorCensus.Difference: CustomStringConvertible {
  /// Such as `#ff0000 3 pixels here, 1 there`.
  package var description: String {
    "\(pixel.hex) \(count) pixels here, \(otherCount) there"
  }
}

extension RGBA8 {
  /// A number that orders by red, green, blue, then alpha.
  var order: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  /// `#rrggbb`, with the alpha added in percent notation's stead as `/alpha` when not opaque.
  var hex: String {
    alpha == 255 ? color.description : "\(color)/\(alpha)"
  }
}
