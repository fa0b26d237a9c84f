package import Pixels

/// How two images differ, for the message of a failing test.
///
/// ```swift
/// ImageDifference(between: image, and: decoded)  // nil: every pixel is the same
/// ```
package struct ImageDifference: Hashable, Sendable {
  /// Why images are not equal.
  package enum Kind: Hashable, Sendable {
    /// The images are not of one size.
    case size(first: Size, second: Size)
    /// The images are of one size and pixels differ.
    case pixels(PixelChanges)
  }

  /// Width and height of an image.
  package struct Size: Hashable, Sendable {
    /// Pixels a row.
    package let width: Int
    /// Rows.
    package let height: Int
  }

  /// Which pixels differ, and by how much.
  package struct PixelChanges: Hashable, Sendable {
    /// The column of the first differing pixel in reading order.
    package let x: Int
    /// Its row.
    package let y: Int
    /// The pixel there in the first image.
    package let first: RGBA8
    /// The pixel there in the second image.
    package let second: RGBA8
    /// How many pixels differ.
    package let count: Int
    /// The largest difference of any channel, alpha included, 1 to 255.
    package let largest: Int
  }

  /// Why the images are not equal.
  package let kind: Kind

  /// Compares two views; `nil` when they have the same size and every byte is the same.
  ///
  /// - Complexity: O(*n*) in pixels.
  package init?(between first: PixelView, and second: PixelView) {
    guard first.width == second.width, first.height == second.height else {
      kind = .size(
        first: Size(width: first.width, height: first.height),
        second: Size(width: second.width, height: second.height))
      return
    }
    var place: (x: Int, y: Int)?
    var count = 0
    var largest = 0
    for y in 0..<first.height {
      for x in 0..<first.width {
        let (one, other) = (first[x, y], second[x, y])
        guard one != other else { continue }
        if place == nil { place = (x, y) }
        count += 1
        largest = max(largest, one.largestDifference(from: other))
      }
    }
    guard let place else { return nil }
    kind = .pixels(
      PixelChanges(
        x: place.x, y: place.y, first: first[place.x, place.y],
        second: second[place.x, place.y], count: count, largest: largest))
  }

  /// Compares two images; `nil` when they are equal.
  package init?(between first: ImageBuffer, and second: ImageBuffer) {
    let difference = first.withPixels { one in
      second.withPixels { other in ImageDifference(between: one, and: other) }
    }
    guard let difference else { return nil }
    self = difference
  }
}

extension ImageDifference: CustomStringConvertible {
  /// A sentence with the first difference, how many there are and how large they get.
  package var description: String {
    switch kind {
    case .size(let first, let second):
      return "The images are \(first.width) × \(first.height) and "
        + "\(second.width) × \(second.height) pixels."
    case .pixels(let changes):
      return "\(changes.count) pixels differ, by up to \(changes.largest); the first at column "
        + "\(changes.x), row \(changes.y): \(changes.first.hex) against \(changes.second.hex)."
    }
  }
}

extension RGBA8 {
  /// The largest difference of a channel.
  fileprivate func largestDifference(from other: RGBA8) -> Int {
    let differences = [
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
      Int(alpha) - Int(other.alpha),
    ]
    return differences.reduce(0) { max($0, abs($1)) }
  }
}
