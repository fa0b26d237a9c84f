internal import BenchmarkBuilds
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Measuring

/// Work that goals measure on the bytes of a file.
struct FileWork: Hashable, Sendable {
  /// How far the work goes, and by whose code.
  enum Task: Hashable, Sendable {
    /// Rows by libjpeg or libpng alone.
    case libraryRows(ImageDetail)
    /// Rows by this project's decoders where they read the file.
    case ownRows(ImageDetail, threads: Int)
    /// The dominant colour, as users get it.
    case color(threads: Int)
  }

  let format: GoalFile.Format.Kind
  let task: Task

  /// What tables call it.
  var label: String {
    switch task {
    case .libraryRows(let detail): format.libraryName + Self.suffix(detail, threads: 1)
    case .ownRows(let detail, let threads): "own rows" + Self.suffix(detail, threads: threads)
    case .color(let threads): "file → colour" + Self.suffix(.full, threads: threads)
    }
  }

  private static func suffix(_ detail: ImageDetail, threads: Int) -> String {
    (detail == .outline ? " at 1/8" : "") + (threads > 1 ? "×\(threads)" : "")
  }

  /// The work on a file in memory, which has been done once.
  ///
  /// - Throws: `InputFailure` for a file that gives no rows.
  func contender(
    reading bytes: UnsafeRawBufferPointer, of file: GoalFile
  ) throws(InputFailure) -> Contender {
    do throws(ImageCodecError) {
      try run(on: bytes)
    } catch {
      throw InputFailure(error, path: file.name)
    }
    // What was read once is read again.
    return Contender(label) { try? run(on: bytes) }
  }

  private func run(on bytes: UnsafeRawBufferPointer) throws(ImageCodecError) {
    switch task {
    case .libraryRows(let detail):
      var decoder = ImageDecoder(threads: 1)
      decoder.rows = .libraries
      try readRows(of: bytes, decoder, detail)
    case .ownRows(let detail, let threads):
      try readRows(of: bytes, ImageDecoder(threads: threads), detail)
    case .color(let threads):
      let reader = FilePaletteReader(
        decoder: ImageDecoder(threads: threads),
        selection: .automatic.limited(toThreads: threads))
      blackHole(try reader.palette(of: bytes).palette.dominant)
    }
  }

  /// Bytes of rows at a time, which stay in the nearest caches.
  private static let bandBytes = 1 << 19

  private func readRows(
    of bytes: UnsafeRawBufferPointer, _ decoder: ImageDecoder, _ detail: ImageDetail
  ) throws(ImageCodecError) {
    var reader = try ImageRowReader(bytes, decoder: decoder, detail: { _ in detail })
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(Self.bandBytes, reader.bytesPerRow), alignment: 64)
    defer { band.deallocate() }
    while try reader.readRows(into: band) > 0 { blackHole(band.first) }
  }
}
