public import Pixels

/// How a stored picture is to be turned for viewing: the EXIF orientation, 1 to 8.
public enum ImageOrientation: UInt8, Hashable, Sendable, CaseIterable {
  /// 1: as stored.
  case up = 1
  /// 2: mirrored left to right.
  case upMirrored = 2
  /// 3: turned by 180°.
  case down = 3
  /// 4: mirrored top to bottom.
  case downMirrored = 4
  /// 5: mirrored along the diagonal from the top left.
  case leftMirrored = 5
  /// 6: to be turned by 90° clockwise.
  case right = 6
  /// 7: mirrored along the diagonal from the top right.
  case rightMirrored = 7
  /// 8: to be turned by 90° anticlockwise.
  case left = 8

  /// Whether turning upright swaps width and height.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The size of an upright picture, from the stored one.
  public func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
    swapsSides ? (height, width) : (width, height)
  }

  /// Turns a picture stored in this orientation upright.
  ///
  /// - Throws: `ImageGeometryError/tooLarge(width:height:)` when there is no memory for a second
  ///   image.
  /// - Complexity: O(*n*) in pixels; O(1) for ``up``.
  public func upright(_ image: ImageBuffer) throws(ImageGeometryError) -> ImageBuffer {
    if self == .up { return image }
    let size = uprightSize(width: image.width, height: image.height)
    var result = try ImageBuffer(width: size.width, height: size.height)
    guard image.pixelCount > 0 else { return result }
    image.withPixels { source in
      result.withMutableBytes { target in
        turn(source, into: target, width: size.width, height: size.height)
      }
    }
    return result
  }

  /// Where the upright pixel (0, 0) is stored, and how far one step right or down moves from
  /// there, in stored pixels.
  private func walk(width: Int, height: Int) -> (start: Int, right: Int, down: Int) {
    let lastColumn = width - 1
    let lastRow = width * (height - 1)
    return switch self {
    case .up: (0, 1, width)
    case .upMirrored: (lastColumn, -1, width)
    case .down: (lastRow + lastColumn, -1, -width)
    case .downMirrored: (lastRow, 1, -width)
    case .leftMirrored: (0, width, 1)
    case .right: (lastRow, -width, 1)
    case .rightMirrored: (lastRow + lastColumn, -width, -1)
    case .left: (lastColumn, width, -1)
    }
  }

  private func turn(
    _ source: PixelView, into target: UnsafeMutableRawBufferPointer, width: Int, height: Int
  ) {
    guard let base = target.baseAddress else { return }
    let (start, right, down) = walk(width: source.width, height: source.height)
    // Squares, so that the side read across the rows stays in the cache.
    let side = 64
    for top in stride(from: 0, to: height, by: side) {
      for left in stride(from: 0, to: width, by: side) {
        for y in top..<min(top + side, height) {
          var from = start + left * right + y * down
          for x in left..<min(left + side, width) {
            // SAFETY: `walk` maps each upright (x, y) onto a different stored pixel, an image's
            // rows are tightly packed, and the target has as many pixels as the source.
            let pixel = (source.baseAddress + 4 * from).load(as: UInt32.self)
            (base + 4 * (y * width + x)).storeBytes(of: pixel, as: UInt32.self)
            from += right
          }
        }
      }
    }
  }
}
