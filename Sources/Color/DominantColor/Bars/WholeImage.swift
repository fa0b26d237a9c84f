package import Pixels

/// An image whose pixels are all there, so that a look at it may begin where it costs least.
package protocol WholeImage {
  /// Pixels a row.
  var width: Int { get }
  /// Rows.
  var height: Int { get }
  /// Passes some pixels of a row to a closure.
  ///
  /// - Parameters:
  ///   - row: its number from above.
  ///   - columns: which pixels.
  /// - Returns: RGBA8 with straight alpha, until the next call.
  func pixels(row: Int, columns: Range<Int>) -> UnsafeRawPointer
  /// Copies pairs of neighbours out of a row, and at its end perhaps half of one.
  ///
  /// - Parameters:
  ///   - row: its number from above.
  ///   - step: from one pair to the next, 2 or more.
  ///   - samples: where to; as many as there are pixels for.
  func copyPairs(row: Int, step: Int, to samples: UnsafeMutableBufferPointer<UInt32>)
}

extension WholeImage {
  func pixel(_ x: Int, _ y: Int) -> RGBA8 {
    // SAFETY: the image has just lent the four bytes.
    pixels(row: y, columns: x..<(x &+ 1)).loadUnaligned(as: RGBA8.self)
  }

  /// The colour at the left of a row, if the row is flat in it.
  func colorOfFlatRow(_ y: Int, minimumAlpha: UInt8) -> RGB8? {
    let row = pixels(row: y, columns: 0..<width)
    // SAFETY: the image has just lent the whole row.
    let word = row.loadUnaligned(as: UInt32.self)
    let first = row.loadUnaligned(as: RGBA8.self)
    guard first.alpha >= minimumAlpha else { return nil }
    var others: Int32 = 0
    var x = 0
    while x < width {
      if x &+ EqualPixels.count <= width, EqualPixels.areAll(row + 4 &* x, word) {
        x &+= EqualPixels.count
        continue
      }
      for x in x..<min(x &+ EqualPixels.count, width) {
        let pixel = (row + 4 &* x).loadUnaligned(as: RGBA8.self)
        let isOther =
          pixel.alpha < minimumAlpha
          || BarProfile.distance(pixel.color, first.color) > BarLine.nearLevels
        if isOther { others &+= 1 }
      }
      if Percent.exceeds(others, BarLine.busyShare, of: width) { return nil }
      x &+= EqualPixels.count
    }
    return first.color
  }
}

extension PixelView: WholeImage {
  /// Passes some pixels of a row to a closure.
  package func pixels(row: Int, columns: Range<Int>) -> UnsafeRawPointer {
    self.row(row) + 4 * columns.lowerBound
  }

  /// Copies pairs of neighbours out of a row, and at its end perhaps half of one.
  package func copyPairs(row: Int, step: Int, to samples: UnsafeMutableBufferPointer<UInt32>) {
    var pixels = self.row(row)
    var index = 0
    // SAFETY: the caller has counted the pairs of a row, whose pixels are readable at any alignment.
    let target = UnsafeMutableRawPointer(samples.baseAddress)
    while let target, index &+ 2 <= samples.count {
      (target + 4 &* index).storeBytes(of: pixels.loadUnaligned(as: UInt64.self), as: UInt64.self)
      pixels += 4 &* step
      index &+= 2
    }
    if index < samples.count { samples[index] = pixels.loadUnaligned(as: UInt32.self) }
  }
}
