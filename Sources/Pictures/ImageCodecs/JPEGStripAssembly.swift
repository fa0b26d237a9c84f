internal import Pixels

/// A JPEG that is put together from strips, whatever number of rows comes at a time.
final class JPEGStripAssembly {
  private let strips: JPEGStrips
  /// Strips that are compressed.
  private var stripCount = 0
  /// Rows of a strip that is not complete, closely packed.
  private var held: [UInt8] = []
  /// Bytes that come before those of the next strip.
  private var pending: [UInt8]

  init(_ strips: JPEGStrips) throws(ImageCodecError) {
    self.strips = strips
    pending = try strips.makeHead()
  }

  private var bytesPerRow: Int { 4 * strips.picture.width }

  /// How many rows a held strip lacks; 0 where none is held.
  private var lackingRows: Int {
    held.isEmpty ? 0 : strips.rowCount - held.count / bytesPerRow
  }

  /// Takes the next rows, and compresses the strips that are complete.
  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    //     held     | rows of a strip |
    //     rows                       | lacking | strip | strip | … | the rest, held next |
    let lacking = lackingRows
    guard rows.height >= lacking else {
      hold(rows)
      return []
    }
    hold(rows.rows(0..<lacking))
    let rest = rows.rows(lacking..<rows.height)
    let complete = rest.height - rest.height % strips.rowCount
    let bytes = try compressHeld(then: rest.rows(0..<complete), threads: threads)
    hold(rest.rows(complete..<rest.height))
    return bytes
  }

  /// Compresses the rows of the last strip, if it has fewer than others, and ends the file.
  func finish() throws(ImageCodecError) -> [UInt8] {
    try compressHeld(then: nil, threads: 1) + JPEGStrips.endOfImage
  }

  private func hold(_ rows: PixelView) {
    for y in 0..<rows.height {
      // SAFETY: a view promises 4 × width bytes readable at each of its rows.
      held += UnsafeRawBufferPointer(start: rows.row(y), count: bytesPerRow)
    }
  }

  /// Compresses what is held as one strip, and the rows of complete ones.
  private func compressHeld(
    then rows: PixelView?, threads: Int
  ) throws(ImageCodecError) -> [UInt8] {
    let data = try held.withUnsafeBufferPointer { held throws(ImageCodecError) in
      var views: [PixelView] = []
      if let start = held.baseAddress, !held.isEmpty {
        views.append(
          // SAFETY: whole rows are held, and valid for this call.
          PixelView(
            baseAddress: UnsafeRawPointer(start), width: strips.picture.width,
            height: held.count / bytesPerRow))
      }
      if let rows {
        for first in stride(from: 0, to: rows.height, by: strips.rowCount) {
          views.append(rows.rows(first..<first + strips.rowCount))
        }
      }
      let strips = strips
      let pieces = views
      return try makePartsInOrder(pieces.count, threads: threads) {
        index throws(ImageCodecError) in try strips.compress(pieces[index])
      }
    }
    held.removeAll(keepingCapacity: true)
    var bytes = pending
    pending = []
    for strip in data {
      if stripCount > 0 { bytes += JPEGStrips.restartMarker(after: stripCount - 1) }
      bytes += strip
      stripCount += 1
    }
    return bytes
  }
}
