internal import JPEGMeans
internal import Processors

/// Rows of an outline by `JPEGMeans`: those of libjpeg, in a fraction of its time.
///
/// Its rows are libjpeg's up to where it declines, because it delivers no row whose blocks it has
/// not read to their ends. So libjpeg can continue from there.
final class JPEGOutlineRows {
  private let reader: JPEGMeansReader
  private let seconds: Double
  private var secondsSpent = 0.0

  /// Opens a file; `nil` where libjpeg has to read it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - seconds: the most processor time; libjpeg judges a file that takes longer.
  init?(_ bytes: EncodedBytes, seconds: Double) {
    self.seconds = seconds
    var offset = 0
    do throws(JPEGMeansError) {
      reader = try JPEGMeansReader { piece in
        let count = bytes.copy(from: offset, into: piece)
        offset += count
        return count
      }
    } catch {
      return nil
    }
  }

  /// Reads the next rows as RGBA without padding.
  ///
  /// - Returns: how many came; `nil` where libjpeg has to read them.
  func readRows(into base: UnsafeMutableRawPointer, count: Int) -> Int? {
    let start = ProcessorTime.ofThread
    do throws(JPEGMeansError) {
      // SAFETY: the caller gives room for `count` rows.
      let rows = try reader.readRows(
        into: UnsafeMutableRawBufferPointer(start: base, count: 4 * reader.rowWidth * count))
      secondsSpent += ProcessorTime.ofThread - start
      return secondsSpent <= seconds ? rows : nil
    } catch {
      return nil
    }
  }
}
