internal import CLibrary
internal import PNGRows

/// Rows of a PNG by `PNGRows`: those of libpng, in a fraction of its time.
///
/// It delivers no row of a chunk whose checksum it has not seen, nor the last one before the end of
/// the compressed data, so that libpng can go on wherever it declines.
final class PNGPlainRows {
  private let data: PNGPixelData
  private let reader: PNGRowsReader
  private let width: Int
  private let seconds: Double
  private var secondsSpent = 0.0
  private let reservation: MemoryBudget.Reservation?

  /// Pixels between two looks at the clock.
  private static let pixelsALook = 1 << 20

  /// Opens a file; `nil` where libpng has to read it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - start: where its first chunk of pixels begins.
  ///   - width: pixels of a row.
  ///   - height: rows.
  ///   - samples: how pixels are stored.
  ///   - limits: libpng judges a file that takes longer, or more memory.
  init?(
    _ bytes: EncodedBytes, from start: Int, width: Int, height: Int, samples: PNGSamples,
    limits: DecodingLimits
  ) {
    let memory = PNGPixelData.windowBytes + PNGRowsReader.byteCount(width: width, samples: samples)
    // What is held is little beside what a limit on memory is for.
    guard width * samples.byteCount <= PNGRowsReader.longestRow, memory <= limits.memoryBytes / 8
    else { return nil }
    do throws(ImageCodecError) {
      reservation = try limits.budget?.reserve(memory)
    } catch {
      return nil
    }
    let data = PNGPixelData(bytes, from: start)
    self.data = data
    self.width = width
    seconds = limits.seconds
    reader = PNGRowsReader(width: width, height: height, samples: samples) { data.read(into: $0) }
  }

  /// Reads the next rows as RGBA.
  ///
  /// - Returns: whether they came; no where libpng has to read them.
  func readRows(into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int) -> Bool {
    let start = Self.threadSeconds
    let step = max(Self.pixelsALook / width, 8)
    var row = 0
    while row < count {
      let rows = min(step, count - row)
      do throws(PNGRowsError) {
        // SAFETY: the caller gives room for `count` rows.
        try reader.readRows(
          into: base + row * bytesPerRow, bytesPerRow: bytesPerRow, count: rows)
      } catch {
        return false
      }
      row += rows
      guard secondsSpent + Self.threadSeconds - start <= seconds else { return false }
    }
    secondsSpent += Self.threadSeconds - start
    return true
  }

  /// Whether after the last row there is nothing that libpng might have to say something about.
  var endsAsUsual: Bool { data.endsAsUsual }

  /// The processor time of this thread.
  private static var threadSeconds: Double {
    var now = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
