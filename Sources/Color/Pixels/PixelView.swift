/// Borrowed RGBA8 pixels: row-major, any start alignment, rows `bytesPerRow` bytes apart.
///
/// A view does not own or copy. It is valid only inside the closure that it was given to
/// (``ImageBuffer/withPixels(_:)``, ``withPixels(of:width:height:bytesPerRow:_:)``); letting it
/// escape is a programmer error, as with `UnsafeBufferPointer`. A non-escapable type would let the
/// compiler say so; Swift 6.3 still crashes on a stored one behind a protocol, so the rule is
/// kept by the closure.
public struct PixelView: @unchecked Sendable {
  // SAFETY: Sendable because the memory behind a view is only read, and the lender keeps it alive
  // and unchanged until the closure returns; kernels join all their threads before returning.

  /// The first byte (red) of the top left pixel; never read when the view is empty.
  public let baseAddress: UnsafeRawPointer
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from the start of a row to the start of the next; at least `4 * width`.
  public let bytesPerRow: Int

  /// Wraps memory that the caller keeps alive and unchanged while the view is in use.
  ///
  /// - Parameters:
  ///   - baseAddress: the first byte of the top left pixel; at least
  ///     `(height - 1) * bytesPerRow + 4 * width` bytes must be readable.
  ///   - width: pixels a row, 0 or more.
  ///   - height: rows, 0 or more.
  ///   - bytesPerRow: at least `4 * width`; `nil` for tightly packed rows.
  @inlinable
  public init(baseAddress: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int? = nil) {
    let stride = bytesPerRow ?? 4 * width
    precondition(width >= 0 && height >= 0, "a view's width and height are 0 or more")
    precondition(stride >= 4 * width, "bytesPerRow is at least 4 × width")
    self.baseAddress = baseAddress
    self.width = width
    self.height = height
    self.bytesPerRow = stride
  }

  /// Pixels in the view.
  @inlinable
  public var pixelCount: Int { width * height }

  /// Whether the view holds no pixel.
  @inlinable
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether rows follow each other without padding, so that the view is one run of pixels.
  @inlinable
  public var isContiguous: Bool { bytesPerRow == 4 * width || height <= 1 }

  /// The address of a row's first byte.
  @inlinable
  public func row(_ y: Int) -> UnsafeRawPointer {
    baseAddress + y * bytesPerRow
  }

  /// The pixel at a column and row, counted from the top left.
  ///
  /// - Complexity: O(1).
  @inlinable
  public subscript(x: Int, y: Int) -> RGBA8 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the view")
    // SAFETY: the index was just checked against the bounds that `init` promises are readable;
    // RGBA8 is four bytes without padding, loaded from any alignment.
    return (row(y) + 4 * x).loadUnaligned(as: RGBA8.self)
  }

  /// The rows of a range, as a view of the same memory.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func rows(_ range: Range<Int>) -> PixelView {
    precondition(range.lowerBound >= 0 && range.upperBound <= height, "rows outside the view")
    return PixelView(
      baseAddress: row(range.lowerBound), width: width, height: range.count,
      bytesPerRow: bytesPerRow)
  }

  /// A rectangle of the view, as a view of the same memory.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func cropped(columns: Range<Int>, rows: Range<Int>) -> PixelView {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= width, "columns outside the view")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "rows outside the view")
    return PixelView(
      baseAddress: row(rows.lowerBound) + 4 * columns.lowerBound, width: columns.count,
      height: rows.count, bytesPerRow: bytesPerRow)
  }
}
