internal import CImageShims
internal import Pixels

/// One run of libjpeg's compressor: rows in, bytes out.
final class JPEGWriter {
  private let options: JPEGWriterOptions
  private let writer: OpaquePointer
  private let report: CodecReport

  /// Begins a file.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)``,
  ///   ``ImageCodecError/outOfMemory(width:height:)``.
  init(_ options: JPEGWriterOptions) throws(ImageCodecError) {
    let behind = options.background
    let report = CodecReport()
    let writer = options.colorProfile.withUnsafeBufferPointer { profile in
      options.segments.withUnsafeBufferPointer { segments in
        // SAFETY: profile and segments are valid for this call, which keeps neither; the caller has seen
        // that the sides fit. The report outlives the writer.
        cimage_jpeg_writer_open(
          cimage_jpeg_options(
            width: UInt32(options.width), height: UInt32(options.height),
            quality: Int32(min(max(options.quality, 1), 100)),
            halves_chroma: options.chromaSubsampling == .half,
            is_progressive: options.isProgressive,
            restart_interval: UInt32(options.restartInterval),
            background: (behind.red, behind.green, behind.blue),
            color_profile: cimage_block(bytes: profile.baseAddress, count: profile.count),
            segments: cimage_block(bytes: segments.baseAddress, count: segments.count),
            density: (options.density.x, options.density.y)),
          report.pointer)
      }
    }
    guard let writer else {
      throw report.encodingError(.jpeg, width: options.width, height: options.height)
    }
    self.options = options
    self.writer = writer
    self.report = report
  }

  deinit {
    cimage_jpeg_writer_close(writer)
  }

  /// Writes what comes before the data of the pixels, before the first row.
  func writeHead() throws(ImageCodecError) -> [UInt8] {
    try takeBytes(after: cimage_jpeg_write_head(writer))
  }

  /// Writes the next rows.
  func write(_ rows: PixelView) throws(ImageCodecError) -> [UInt8] {
    guard rows.height > 0 else { return [] }
    // SAFETY: the view promises 4 × width bytes at each of its rows, valid for this call.
    let status = cimage_jpeg_write_rows(
      writer, rows.baseAddress.assumingMemoryBound(to: UInt8.self), rows.bytesPerRow,
      UInt32(rows.height))
    return try takeBytes(after: status)
  }

  /// Ends the file, once every row is written.
  func finish() throws(ImageCodecError) -> [UInt8] {
    try takeBytes(after: cimage_jpeg_writer_finish(writer))
  }

  private func takeBytes(after status: cimage_status) throws(ImageCodecError) -> [UInt8] {
    guard status == CIMAGE_OK else {
      throw report.encodingError(.jpeg, width: options.width, height: options.height)
    }
    var bytes: UnsafePointer<UInt8>?
    let count = cimage_jpeg_writer_take(writer, &bytes)
    // SAFETY: the bytes are valid until the next call of the writer; they are copied here.
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// What libjpeg's compressor is asked for.
struct JPEGWriterOptions: Sendable {
  var width: Int
  var height: Int
  var quality: Int
  var chromaSubsampling: JPEGEncoder.ChromaSubsampling
  var isProgressive: Bool
  /// MCUs from one restart marker to the next; 0 for none.
  var restartInterval = 0
  /// What shows through transparent pixels.
  var background: RGB8
  var colorProfile: [UInt8]
  /// Segments of metadata, with their markers and lengths.
  var segments: [UInt8]
  /// Pixels an inch; 0 where nothing is said.
  var density: (x: UInt16, y: UInt16) = (0, 0)
}
