/// Eight rows that are unfiltered together.
public struct RowGroup {
  /// The first row's filtered bytes, without the byte that names the filter.
  public var filtered: UnsafePointer<UInt8>
  /// From one row's bytes to the next.
  public var filteredStride: Int
  /// Their filters, 0 to 4.
  public var filters: SIMD8<UInt8>
  /// The row before the first, as pixels.
  public var above: UnsafePointer<UInt32>
  /// Where the first row's pixels go.
  public var pixels: UnsafeMutablePointer<UInt32>
  /// From one row's pixels to the next, in pixels.
  public var pixelStride: Int
  /// Pixels of a row.
  public var width: Int

  /// Rows of a group.
  @inlinable public static var rowCount: Int { 8 }

  /// Makes a group of known parts.
  public init(
    filtered: UnsafePointer<UInt8>, filteredStride: Int, filters: SIMD8<UInt8>,
    above: UnsafePointer<UInt32>, pixels: UnsafeMutablePointer<UInt32>, pixelStride: Int,
    width: Int
  ) {
    self.filtered = filtered
    self.filteredStride = filteredStride
    self.filters = filters
    self.above = above
    self.pixels = pixels
    self.pixelStride = pixelStride
    self.width = width
  }
}
