/// Rows of a format by this project's own decoder, which may decline at any of them.
protocol DecliningRows: AnyObject {
  /// Reads the next rows as RGBA.
  ///
  /// - Parameters:
  ///   - base: room for `count` rows.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - count: rows.
  /// - Returns: what became of them.
  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> DecliningRowsOutcome
}

/// What became of rows that a ``DecliningRows`` was asked for.
enum DecliningRowsOutcome {
  /// So many are there: all, but at the end of an outline.
  case delivered(Int)
  /// The library has to read them, unless the time is over; so many of them may hold something that means
  /// nothing.
  case declined(rowsTouched: Int)
}

/// A library that reads every file of a format, from the first row on.
protocol LibraryRows: AnyObject {
  /// Begins with the first row.
  func startLibrary() throws(ImageCodecError)

  /// Reads the next rows, as ``RowSource/readRows(into:bytesPerRow:count:)`` does.
  func readLibraryRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery
}

/// Rows by this project's own decoder until it declines, and by the library from there on.
///
/// Both give the same rows, so that no caller sees which of them read a row.
final class RowsWithFallback {
  private enum Reader {
    case own(any DecliningRows)
    case library
  }

  private var reader: Reader
  /// Rows that were delivered.
  private(set) var nextRow = 0
  private let bytes: EncodedBytes
  private let time: DecodingTime

  /// - Parameters:
  ///   - own: what reads the rows first; `nil` for the library from the first row on, which has begun.
  ///   - bytes: the file.
  ///   - time: what both have for it.
  init(_ own: (any DecliningRows)?, of bytes: EncodedBytes, time: DecodingTime) {
    reader = own.map { .own($0) } ?? .library
    self.bytes = bytes
    self.time = time
  }

  /// What reads the rows, until it declines.
  var own: (any DecliningRows)? {
    if case .own(let rows) = reader { rows } else { nil }
  }

  /// Reads the next rows; `rowBytes` are those of a row without what pads it.
  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, rowBytes: Int, count: Int,
    library: some LibraryRows
  ) -> RowDelivery {
    if let own {
      switch own.readRows(into: base, bytesPerRow: bytesPerRow, count: count) {
      case .delivered(let rows):
        nextRow += rows
        return RowDelivery(rows: rows, failure: nil)
      case .declined(let rowsTouched):
        // Rows that do not arrive must stay empty. Those that nothing was written to are: of a few bytes
        // that promise millions of rows, emptying all would take seconds and all their memory.
        for row in 0..<rowsTouched {
          // SAFETY: the caller gives room for `count` rows.
          (base + row * bytesPerRow).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes)
        }
        if let failure = goOn(with: library, into: base, bytesPerRow, count) {
          return RowDelivery(rows: 0, failure: failure)
        }
      }
    }
    return readLibraryRows(library, into: base, bytesPerRow, count)
  }

  /// Has the library read the rows that were delivered already, into memory that is written to again.
  func goOn(
    with library: some LibraryRows, into base: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ count: Int
  ) -> ImageCodecError? {
    reader = .library
    // What the library already holds of the file must not hide that the rest cannot be read.
    if let failure = bytes.readFailure ?? time.exceeded { return failure }
    let delivered = nextRow
    nextRow = 0
    do throws(ImageCodecError) {
      try library.startLibrary()
    } catch {
      return error
    }
    while nextRow < delivered {
      let delivery = readLibraryRows(
        library, into: base, bytesPerRow, min(count, delivered - nextRow))
      if let failure = delivery.failure { return failure }
    }
    return nil
  }

  private func readLibraryRows(
    _ library: some LibraryRows, into base: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ count: Int
  ) -> RowDelivery {
    let delivery = library.readLibraryRows(into: base, bytesPerRow: bytesPerRow, count: count)
    nextRow += delivery.rows
    return delivery
  }
}
