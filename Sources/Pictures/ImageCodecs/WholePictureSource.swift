/// The rows of a file whose picture is decoded in one go.
///
/// Its header says so (``ImageHeader/needsWholeImage``), and ``RowSource/readRows(into:bytesPerRow:count:)``
/// is called once, for all rows.
protocol WholePictureSource: RowSource {
  /// Decodes the picture into memory that is all zeros.
  ///
  /// - Parameters:
  ///   - base: room for all rows.
  ///   - bytesPerRow: bytes from one row to the next, 4 × the width.
  /// - Returns: the rows that are whole, and why not all.
  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery
}

extension WholePictureSource {
  var rowStep: Int { 1 }

  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError? { nil }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    precondition(count == header.height, "the picture is decoded whole")
    return decode(into: base, bytesPerRow: bytesPerRow)
  }

  func finish() {}

  /// The warning about a file of several pictures, of which the first one is taken; none about a
  /// file of one.
  static func animationWarnings(frameCount: Int) -> [ImageWarning] {
    guard frameCount > 1 else { return [] }
    return [
      ImageWarning(
        "The picture is an animation of \(frameCount) frames. Only its first picture was taken.")
    ]
  }
}
