/// Why numbers given for an image's shape cannot be one.
public enum ImageGeometryError: Error, Hashable, Sendable {
  /// A width or height below zero.
  case negativeSize(width: Int, height: Int)
  /// Rows closer together than a row is wide.
  case rowsOverlap(bytesPerRow: Int, needed: Int)
  /// More bytes than an address can count, or more than the system gives.
  case tooLarge(width: Int, height: Int)
  /// Fewer bytes than the shape needs.
  case tooFewBytes(needed: Int, given: Int)

  /// Checks a shape and counts the bytes from its first pixel to the end of its last.
  ///
  /// - Returns: bytes, 0 for an image without pixels.
  static func check(
    width: Int, height: Int, bytesPerRow: Int?
  ) throws(ImageGeometryError) -> Int {
    guard width >= 0, height >= 0 else {
      throw .negativeSize(width: width, height: height)
    }
    let (rowBytes, rowOverflow) = width.multipliedReportingOverflow(by: 4)
    guard !rowOverflow else { throw .tooLarge(width: width, height: height) }
    let stride = bytesPerRow ?? rowBytes
    guard stride >= rowBytes else { throw .rowsOverlap(bytesPerRow: stride, needed: rowBytes) }
    if width == 0 || height == 0 { return 0 }
    let (offset, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    let (total, totalOverflow) = offset.addingReportingOverflow(rowBytes)
    guard !overflow, !totalOverflow else { throw .tooLarge(width: width, height: height) }
    return total
  }
}

extension ImageGeometryError: CustomStringConvertible {
  /// A sentence with the numbers and the limit.
  public var description: String {
    switch self {
    case .negativeSize(let width, let height):
      "An image of \(width) × \(height) pixels cannot be: width and height are 0 or more."
    case .rowsOverlap(let bytesPerRow, let needed):
      "Rows \(bytesPerRow) bytes apart overlap: a row needs \(needed) bytes (4 a pixel)."
    case .tooLarge(let width, let height):
      "There is no memory for an image of \(width) × \(height) pixels (4 bytes each)."
    case .tooFewBytes(let needed, let given):
      "The image needs \(needed) bytes and \(given) were given."
    }
  }
}
