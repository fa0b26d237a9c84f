package import DominantColor
internal import FilePalettes
package import ImageCodecs
package import KernelWorkloads
package import Measuring

/// Work that goals measure on the bytes of a file.
package struct FileWork: Hashable, Sendable {
  /// How far the work goes, and by whose code.
  package enum Task: Hashable, Sendable {
    /// Rows by libjpeg or libpng alone.
    case libraryRows(ImageDetail)
    /// Rows by this project's decoders where they read the file.
    case ownRows(ImageDetail, threads: Int)
    /// The dominant colour, as users get it.
    case color(threads: Int)
    /// The dominant colour with every pixel counted.
    case exactColor(threads: Int)
  }

  package let format: GoalFile.Format.Kind
  package let task: Task

  /// What tables call it.
  package var label: String {
    switch task {
    case .libraryRows(let detail): format.libraryName + Self.suffix(detail, threads: 1)
    case .ownRows(let detail, let threads): "own rows" + Self.suffix(detail, threads: threads)
    case .color(let threads): "file → colour" + Self.suffix(.full, threads: threads)
    case .exactColor(let threads): "file → exact colour" + Self.suffix(.full, threads: threads)
    }
  }

  private static func suffix(_ detail: ImageDetail, threads: Int) -> String {
    (detail == .outline ? " at 1/8" : "") + (threads > 1 ? "×\(threads)" : "")
  }

  /// The work on a file in memory, which has been done once.
  ///
  /// - Throws: `InputFailure` for a file that gives no rows.
  package func contender(
    reading bytes: UnsafeRawBufferPointer, named name: String
  ) throws(InputFailure) -> Contender {
    do throws(ImageCodecError) {
      try run(on: bytes)
    } catch {
      throw InputFailure(error, path: name)
    }
    // What was read once is read again.
    return Contender(label) { _ = try? run(on: bytes) }
  }

  /// Does the work once.
  ///
  /// - Returns: the colours, where that is the work.
  /// - Throws: `ImageCodecError`, as decoding does.
  @discardableResult
  package func run(on bytes: UnsafeRawBufferPointer) throws(ImageCodecError) -> Palette? {
    switch task {
    case .libraryRows(let detail):
      var decoder = ImageDecoder(threads: 1)
      decoder.rows = .libraries
      return try readRows(of: bytes, decoder, detail)
    case .ownRows(let detail, let threads):
      return try readRows(of: bytes, ImageDecoder(threads: threads), detail)
    case .color(let threads):
      return try palette(of: bytes, isExact: false, threads: threads)
    case .exactColor(let threads):
      return try palette(of: bytes, isExact: true, threads: threads)
    }
  }

  private func palette(
    of bytes: UnsafeRawBufferPointer, isExact: Bool, threads: Int
  ) throws(ImageCodecError) -> Palette {
    let reader = FilePaletteReader(
      method: .histogram, decoder: ImageDecoder(threads: threads), isExact: isExact,
      selection: .automatic.limited(toThreads: threads))
    return try reader.palette(of: bytes).palette
  }

  /// Bytes of rows at a time, which stay in the nearest caches.
  private static let bandBytes = 1 << 19

  private func readRows(
    of bytes: UnsafeRawBufferPointer, _ decoder: ImageDecoder, _ detail: ImageDetail
  ) throws(ImageCodecError) -> Palette? {
    var reader = try ImageRowReader(bytes, decoder: decoder, detail: { _ in detail })
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(Self.bandBytes, reader.bytesPerRow), alignment: 64)
    defer { band.deallocate() }
    while try reader.readRows(into: band) > 0 { blackHole(band.first) }
    return nil
  }
}
