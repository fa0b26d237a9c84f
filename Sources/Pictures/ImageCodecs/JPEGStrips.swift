internal import Pixels

/// How a large picture is cut into strips that several threads compress.
///
/// Each strip is one restart interval of the picture's only scan: a restart marker lets a decoder
/// begin anew, so that the data of a strip are the same whether it is compressed alone or after
/// others (ITU-T T.81, E.1.4 and F.1.1.5.1). The strips depend on the picture alone, never on the
/// number of threads or on how many rows come at a time.
struct JPEGStrips: Sendable {
  /// The picture's options, with the restart interval.
  let picture: JPEGWriterOptions
  /// Rows of each strip but the last, which may have fewer.
  let rowCount: Int

  /// The least pixels of a picture that is cut: smaller ones take a few milliseconds.
  private static let leastPixels = 1 << 20
  /// About as many pixels make a strip, which takes a thread a millisecond: enough for a compressor
  /// of its own to cost little.
  private static let stripPixels = 1 << 17

  /// Cuts a picture; `nil` where it is small or is stored in several scans.
  init?(_ picture: JPEGWriterOptions) {
    guard !picture.isProgressive, picture.width * picture.height >= Self.leastPixels else {
      return nil
    }
    let unit = picture.chromaSubsampling == .half ? 16 : 8
    let unitRows = max(1, Self.stripPixels / (picture.width * unit))
    rowCount = unitRows * unit
    var cut = picture
    // At most 8,188, those of one row of 65,500 pixels; a marker holds 65,535. Narrow pictures have
    // fewer than 2 × 2¹⁷ ÷ 64, the factor 2 for MCUs that the right edge cuts.
    cut.restartInterval = unitRows * ((picture.width + unit - 1) / unit)
    self.picture = cut
  }

  /// What comes before the first strip.
  func makeHead() throws(ImageCodecError) -> [UInt8] {
    try JPEGWriter(picture).writeHead()
  }

  /// The data of one strip, without markers.
  ///
  /// - Parameter rows: the strip's rows, valid for this call.
  /// - Returns: the bytes between two restart markers.
  /// - Throws: ``ImageCodecError/outOfMemory(width:height:)``.
  func compress(_ rows: PixelView) throws(ImageCodecError) -> [UInt8] {
    var options = picture
    options.height = rows.height
    options.restartInterval = 0
    options.colorProfile = []
    options.segments = []
    let writer = try JPEGWriter(options)
    _ = try writer.writeHead()
    let data = try writer.write(rows) + writer.finish()
    // Its head was taken before, by `writeHead`; what is left around the data is the end of
    // the image.
    return data.dropLast(Self.endOfImage.count)
  }

  /// The marker after a strip: RST0 to RST7, in turns.
  static func restartMarker(after index: Int) -> [UInt8] { [0xFF, 0xD0 + UInt8(index % 8)] }

  /// The marker that ends a file.
  static let endOfImage: [UInt8] = [0xFF, 0xD9]
}
