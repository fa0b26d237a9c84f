internal import JPEGMeans

/// Rows of a JPEG by `JPEGRowsReader`: those of libjpeg, in a fraction of its time.
///
/// It delivers no row whose blocks it has not read to their ends, nor the last one before the end of
/// the data, so that libjpeg can go on wherever it declines.
final class JPEGPlainRows: DecliningRows {
  private let reader: JPEGRowsReader
  private let time: DecodingTime
  private let reservation: MemoryBudget.Reservation?

  /// Two threads share the work well; what more gain was not measured.
  private static let mostThreads = 2

  /// Opens a file; `nil` where libjpeg has to read it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: libjpeg judges a file that takes more memory.
  ///   - time: where the time that it takes is counted.
  ///   - threads: how many may work on it, the caller's among them. All read `bytes`.
  ///   - places: where its blocks are, as far as that is known.
  ///   - pieceBytes: data that is worked on at a time; `nil` for as much as is fastest.
  init?(
    _ bytes: EncodedBytes, limits: DecodingLimits, time: DecodingTime, threads: Int,
    places: JPEGBlockPlaces?,
    pieceBytes: Int? = nil
  ) {
    self.time = time
    time.beginDecoder()
    var offset = 0
    do throws(JPEGMeansError) {
      var settings = JPEGMeansSettings(threads: min(threads, Self.mostThreads))
      settings.pieceBytes = pieceBytes ?? settings.pieceBytes
      reader = try JPEGRowsReader(settings: settings, places: places) { piece in
        let count = bytes.copy(from: offset, into: piece)
        offset += count
        return count
      }
    } catch {
      return nil
    }
    // What is held is little beside what a limit on memory is for.
    guard reader.heldBytes <= limits.memoryBytes / 8 else { return nil }
    do throws(ImageCodecError) {
      reservation = try limits.budget?.reserve(reader.heldBytes)
    } catch {
      return nil
    }
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> DecliningRowsOutcome {
    time.resume()
    defer { time.pause(beside: reader.secondsBeside) }
    let first = reader.nextRow
    let step = max(DecodingTime.pixelsALook / reader.width, 8)
    var row = 0
    while row < count {
      let rows = min(step, count - row)
      do throws(JPEGMeansError) {
        // SAFETY: the caller gives room for `count` rows.
        try reader.readRows(
          into: base + row * bytesPerRow, bytesPerRow: bytesPerRow, count: rows)
      } catch {
        return .declined(rowsTouched: reader.nextRow - first)
      }
      row += rows
      if time.isOver(after: rows * reader.width, beside: reader.secondsBeside) {
        return .declined(rowsTouched: row)
      }
    }
    return .delivered(count)
  }
}
