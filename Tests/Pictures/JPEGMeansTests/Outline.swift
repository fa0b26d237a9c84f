import JPEGMeans
import JPEGOracle

/// What a reader of a file asks for its next bytes.
func pieces(of file: [UInt8]) -> (UnsafeMutableRawBufferPointer) -> Int {
  var offset = 0
  return { piece in
    let count = min(piece.count, file.count - offset)
    piece.copyBytes(from: file[offset..<offset + count])
    offset += count
    return count
  }
}

/// Pixels at 1/8 scale.
struct Outline: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// What the decoder gives; `nil` where it declines.
  init?(_ file: [UInt8], _ settings: JPEGMeansSettings = JPEGMeansSettings(), rowsAtOnce: Int = 3) {
    do {
      let reader = try JPEGMeansReader(settings: settings, fetch: pieces(of: file))
      (width, height, pixels) = (reader.rowWidth, reader.rowCount, [])
      var band = [UInt8](repeating: 0, count: 4 * width * rowsAtOnce)
      while true {
        let rows = try band.withUnsafeMutableBytes { buffer throws(JPEGMeansError) in
          try reader.readRows(into: buffer)
        }
        guard rows > 0 else { break }
        pixels += band[..<(4 * width * rows)]
      }
    } catch {
      return nil
    }
  }

  /// What libjpeg gives, at 1/8 scale or in full; `nil` where it fails or warns.
  init?(byLibJPEG file: [UInt8], inFull: Bool = false) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    let decode = inFull ? oracle_decode : oracle_outline
    guard let pixels = decode(file, file.count, &width, &height) else { return nil }
    defer { oracle_free(pixels) }
    self.width = Int(width)
    self.height = Int(height)
    self.pixels = Array(
      UnsafeBufferPointer(start: pixels, count: 4 * self.width * self.height))
  }
}
