internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// What an input holds, opened once and read as often as it takes.
struct InputContent: Sendable {
  /// Bytes that stay where they are for as long as the object lives.
  private final class HeldBytes: ImageSource, Sendable {
    // SAFETY: written once, in `init`, and never again until it is given back.
    nonisolated(unsafe) let buffer: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
      buffer = .allocate(byteCount: bytes.count, alignment: 1)
      buffer.copyBytes(from: bytes)
    }

    deinit { buffer.deallocate() }

    func rows(
      _ decoder: ImageDecoder, detail: (ImageHeader) -> ImageDetail
    ) throws(ImageCodecError) -> ImageRowReader {
      try UnsafeRawBufferPointer(buffer).rows(decoder, detail: detail)
    }
  }

  private let source: any ImageSource & Sendable
  private let path: String

  /// An open file.
  init(_ file: ImageFile) {
    source = file
    path = file.path
  }

  /// The bytes of standard input.
  init(standardInput bytes: [UInt8]) {
    source = HeldBytes(bytes)
    path = "-"
  }

  /// Starts to read from the first row; the content must outlive the reader.
  func makeReader(_ decoder: ImageDecoder) throws(CommandFailure) -> ImageRowReader {
    do {
      return try source.rows(decoder)
    } catch {
      throw .undecodable(error, path: path)
    }
  }

  /// Finds the colours.
  func palette(_ reader: FilePaletteReader) throws(CommandFailure) -> FilePalette {
    do {
      return try reader.palette(of: source)
    } catch {
      throw .undecodable(error, path: path)
    }
  }

  /// Reads the next rows.
  ///
  /// - Parameters:
  ///   - reader: what reads them.
  ///   - pixels: how many, about.
  ///   - used: rows that are no longer needed, whose memory may serve again.
  /// - Returns: the rows; `nil` at the end.
  /// - Throws: ``CommandFailure`` that names the file.
  func readBand(
    of reader: inout ImageRowReader, pixels: Int, reusing used: consuming ImageBuffer? = nil
  ) throws(CommandFailure) -> ImageBuffer? {
    let width = reader.rowWidth
    let left = reader.rowCount - reader.nextRow - reader.missingRows
    guard left > 0 else { return nil }
    // Sixteen rows, which decoders make together, or a multiple of them.
    let wanted = min(max(pixels / max(width, 1) / 16, 1) * 16, left)
    // Of what is in it only rows that were read leave this function.
    var band = try makeRows(wanted, width: width, reusing: used)
    var count = 0
    do {
      try band.withMutableBytes { bytes throws(ImageCodecError) in
        while count < wanted {
          let room = UnsafeMutableRawBufferPointer(rebasing: bytes[(count * 4 * width)...])
          let rows = try reader.readRows(into: room)
          if rows == 0 { break }
          count += rows
        }
      }
    } catch {
      throw .undecodable(error, path: path)
    }
    guard count < wanted else { return band }
    guard count > 0 else { return nil }
    do {
      return try band.withPixels { view throws(ImageGeometryError) in
        try ImageBuffer(copying: view.rows(0..<count))
      }
    } catch {
      throw .noMemory(path, error.description)
    }
  }

  /// Rows whose pixels mean nothing.
  ///
  /// A function of its own, so that the one who calls it is the memory's only owner.
  private func makeRows(
    _ count: Int, width: Int, reusing used: consuming ImageBuffer?
  ) throws(CommandFailure) -> ImageBuffer {
    if let used, used.height == count, used.width == width { return used }
    return try makeRows(count, width: width)
  }

  /// Transparent rows, for those that did not arrive.
  func makeRows(_ count: Int, width: Int) throws(CommandFailure) -> ImageBuffer {
    do {
      return try ImageBuffer(width: width, height: count)
    } catch {
      throw .noMemory(path, error.description)
    }
  }
}
