internal import Files
internal import ImageCodecs
internal import Pixels

/// The rows of a picture that is turned while it is written: they wait in a file without a name, for the first row of
/// the turned picture has a pixel of each.
final class TurnedRows {
  private let file: UnnamedFile
  private let turn: ImageOrientation
  /// Pixels of a row as stored.
  private let width: Int
  /// Rows that have come.
  private var height = 0

  /// Whether rows have to wait: mirrored ones do not.
  static func wait(for turn: ImageOrientation) -> Bool { turn != .up && turn != .upMirrored }

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - file: an empty one.
  ///   - turn: how the picture is stored.
  ///   - width: pixels of a row as stored.
  init(in file: UnnamedFile, turn: ImageOrientation, width: Int) {
    (self.file, self.turn, self.width) = (file, turn, width)
  }

  /// Takes the next rows, from above.
  ///
  /// - Throws: ``CommandFailure`` where the disk is full.
  func append(_ rows: ImageBuffer) throws(CommandFailure) {
    do throws(FileAccessError) {
      try rows.withPixels { view throws(FileAccessError) in
        // SAFETY: an image's rows are tightly packed, four bytes a pixel.
        try file.append(
          UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
      }
    } catch {
      throw .unwritable(error)
    }
    height += rows.height
  }

  /// Hands over the turned picture, once all rows have come.
  ///
  /// - Parameters:
  ///   - pixels: about how many at a time.
  ///   - path: the picture's, for errors.
  ///   - body: receives its rows, from above.
  /// - Throws: ``CommandFailure``, and what the body throws.
  func forEachBand(
    pixels: Int, _ path: String, _ body: (ImageBuffer) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    // Rows of the turned picture are columns of the stored one, or its rows from below.
    let (count, across) = turn.swapsSides ? (width, height) : (height, width)
    let step = max(pixels / max(across, 1), 1)
    //     stored  a b c     right  d a             left  c f               down  f e d
    //             d e f            e b                   b e                     c b a
    //                              f c                   a d
    //                       columns from the left  columns from the right  rows from below
    let isForward = turn == .leftMirrored || turn == .right
    for first in stride(from: 0, to: count, by: step) {
      let size = min(step, count - first)
      let start = isForward ? first : count - first - size
      try body(try band(start..<start + size, path))
    }
  }

  /// Some columns, or rows, of the stored picture, turned.
  private func band(_ part: Range<Int>, _ path: String) throws(CommandFailure) -> ImageBuffer {
    let columns = turn.swapsSides ? part : 0..<width
    let rows = turn.swapsSides ? 0..<height : part
    let rowBytes = 4 * columns.count
    var stored: ImageBuffer
    do {
      stored = try ImageBuffer(width: columns.count, height: rows.count)
    } catch {
      throw .noMemory(path, error.description)
    }
    do {
      try stored.withMutableBytes { bytes throws(FileAccessError) in
        guard columns.count < width else {
          return try file.read(into: bytes, at: rows.lowerBound * rowBytes)
        }
        //     a b [c d] e f     columns 2..<4 of 6: two pixels of each row, 24 bytes apart
        //     g h [i j] k l
        for row in 0..<rows.count {
          // SAFETY: a row of the image, whose rows are tightly packed.
          let target = UnsafeMutableRawBufferPointer(
            rebasing: bytes[row * rowBytes..<(row + 1) * rowBytes])
          try file.read(into: target, at: 4 * (row * width + columns.lowerBound))
        }
      }
    } catch {
      throw .unwritable(error)
    }
    do {
      return try turn.upright(stored)
    } catch {
      throw .noMemory(path, error.description)
    }
  }
}
