internal import Hashing
package import Pixels

extension PixelView {
  /// A number that identifies the shape and every byte of the pixels, alpha and hidden colours
  /// included; row padding does not count.
  ///
  /// FNV-1a (Fowler, Noll, Vo) over 64-bit words: width, height, then a word for each pixel with
  /// red in its lowest byte. It finds accidents, not forgeries.
  ///
  /// - Complexity: O(*n*) in pixels.
  package var checksum: UInt64 {
    var checksum = ImageChecksum(width: width, height: height)
    checksum.add(self)
    return checksum.value
  }
}

extension ImageBuffer {
  /// The checksum of the pixels; see ``Pixels/PixelView/checksum``.
  package var checksum: UInt64 {
    withPixels { view in view.checksum }
  }
}

/// The checksum of an image of which the rows arrive band by band.
package struct ImageChecksum: Hashable, Sendable {
  /// The checksum of what has been added so far.
  package private(set) var value = FNV1a().value

  /// Begins with the shape of the whole image.
  package init(width: Int, height: Int) {
    add(UInt64(truncatingIfNeeded: width))
    add(UInt64(truncatingIfNeeded: height))
  }

  /// Adds the next rows.
  package mutating func add(_ rows: PixelView) {
    for y in 0..<rows.height {
      for x in 0..<rows.width {
        // SAFETY: `PixelView` promises four readable bytes for each pixel of its rows.
        let word = rows.row(y).loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        add(UInt64(UInt32(littleEndian: word)))
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt64) {
    var hash = FNV1a(value: value)
    hash.add(word)
    value = hash.value
  }
}
