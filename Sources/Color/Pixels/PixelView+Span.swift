/// Calls a body with the pixels of a span of bytes as a view, after checking that the span holds them.
///
/// - Parameters:
///   - bytes: RGBA8 pixels, at least `(height - 1) * bytesPerRow + 4 * width` bytes.
///   - width: pixels a row.
///   - height: rows.
///   - bytesPerRow: at least `4 * width`; `nil` for tightly packed rows.
///   - body: what to do with the view, which must not escape.
/// - Returns: what `body` returns.
/// - Throws: ``ImageGeometryError`` when the numbers do not describe pixels inside the span, or
///   what `body` throws.
public func withPixels<Result>(
  of bytes: RawSpan, width: Int, height: Int, bytesPerRow: Int? = nil,
  _ body: (PixelView) throws -> Result
) throws -> Result {
  let needed = try ImageGeometryError.check(
    width: width, height: height, bytesPerRow: bytesPerRow)
  guard bytes.byteCount >= needed else {
    throw ImageGeometryError.tooFewBytes(needed: needed, given: bytes.byteCount)
  }
  return try bytes.withUnsafeBytes { buffer in
    // SAFETY: `buffer` holds at least the bytes the geometry needs, as checked above; an empty
    // image is never read, so any address serves it.
    let base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 4).unsafelyUnwrapped
    return try body(
      PixelView(baseAddress: base, width: width, height: height, bytesPerRow: bytesPerRow))
  }
}
