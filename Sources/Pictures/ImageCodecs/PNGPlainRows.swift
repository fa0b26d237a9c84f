internal import PNGRows

/// Rows of a PNG by `PNGRows`: those of libpng, in a fraction of its time.
///
/// It delivers no row of a chunk whose checksum it has not seen, nor the last one before the end of
/// the compressed data, so that libpng can go on wherever it declines.
final class PNGPlainRows: DecliningRows {
  private let data: PNGPixelData
  private let reader: PNGRowsReader
  private let width: Int
  private let time: DecodingTime
  private let reservation: MemoryBudget.Reservation?

  /// Opens a file; `nil` where libpng has to read it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - start: where its first chunk of pixels begins.
  ///   - width: pixels of a row.
  ///   - height: rows.
  ///   - samples: how pixels are stored.
  ///   - colors: the colours of a palette; empty for other samples.
  ///   - limits: libpng judges a file that takes more memory.
  ///   - time: where the time that it takes is counted.
  ///   - isWanted: whether another thread is to inflate the rows.
  init?(
    _ bytes: EncodedBytes, from start: Int, width: Int, height: Int, samples: PNGSamples,
    colors: [UInt32], limits: DecodingLimits, time: DecodingTime, inflatesAhead isWanted: Bool
  ) {
    guard width * samples.byteCount <= PNGRowsReader.longestRow,
      samples != .palette || !colors.isEmpty
    else { return nil }
    func memory(_ inflating: Inflating) -> Int {
      PNGPixelData.windowBytes
        + PNGRowsReader.byteCount(width: width, samples: samples, inflating: inflating)
    }
    // What is held is little beside what a limit on memory is for.
    let most = limits.memoryBytes / 8
    let inflating = isWanted && memory(.ahead) <= most ? Inflating.ahead : .here
    let memory = memory(inflating)
    guard memory <= most else { return nil }
    do throws(ImageCodecError) {
      reservation = try limits.budget?.reserve(memory)
    } catch {
      return nil
    }
    let data = PNGPixelData(bytes, from: start)
    self.data = data
    self.width = width
    self.time = time
    time.beginDecoder()
    reader = PNGRowsReader(
      width: width, height: height, samples: samples, colors: colors,
      inflating: inflating
    ) { data.read(into: $0) }
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> DecliningRowsOutcome {
    time.resume()
    defer { time.pause(beside: reader.secondsBeside) }
    let step = max(DecodingTime.pixelsALook / width, 8)
    var row = 0
    while row < count {
      let rows = min(step, count - row)
      do throws(PNGRowsError) {
        // SAFETY: the caller gives room for `count` rows.
        try reader.readRows(
          into: base + row * bytesPerRow, bytesPerRow: bytesPerRow, count: rows)
      } catch {
        return .declined(rowsTouched: row + rows)
      }
      row += rows
      if time.isOver(after: rows * width, beside: reader.secondsBeside) {
        return .declined(rowsTouched: row)
      }
    }
    return .delivered(count)
  }

  /// Whether after the last row there is nothing that libpng might have to say something about.
  var endsAsUsual: Bool { data.endsAsUsual }
}
