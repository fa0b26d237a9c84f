internal import CLibrary

/// The first picture of a GIF, decoded here: a dictionary of strings of pixels, which takes no
/// library (GIF89a).
final class GIFRowSource: WholePictureSource {
  let header: ImageHeader
  private let bytes: EncodedBytes
  private let layout: GIFLayout
  private let limits: DecodingLimits

  init(_ bytes: EncodedBytes, limits: DecodingLimits) throws(ImageCodecError) {
    let layout = try GIFLayout(bytes)
    self.bytes = bytes
    self.layout = layout
    self.limits = limits
    let covers =
      (layout.frame.width, layout.frame.height) == (layout.width, layout.height)
    header = ImageHeader(
      format: .gif, width: layout.width, height: layout.height, bitDepth: 8, colorModel: .palette,
      hasTransparency: layout.transparentIndex != nil || !covers,
      isProgressive: layout.isInterlaced, orientation: .up, captureTime: nil,
      hasColorProfile: false, colorTags: ColorTags(), pictureCount: max(layout.frameCount, 1),
      workingByteCount: 1 << 16,
      needsWholeImage: true,
      // A code of 12 bits stands for 4,096 pixels at most.
      leastByteCount: layout.frame.width * layout.frame.height / 4096)
  }

  var warnings: [ImageWarning] { Self.animationWarnings(frameCount: layout.frameCount) }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? { nil }

  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery {
    let frame = layout.frame
    let colors = layout.colors
    var pixels = GIFPixels(bytes, from: layout.dataStart)
    let time = DecodingTime(limits)
    var row = [UInt8](repeating: 0, count: frame.width)
    for number in 0..<frame.height {
      if number % 256 == 255, let failure = time.failure() {
        return RowDelivery(rows: 0, failure: failure)
      }
      guard pixels.read(into: &row) else {
        let rows = wholeRows(after: number)
        // SAFETY: the memory holds `header.height` rows.
        memset(base + rows * bytesPerRow, 0, (header.height - rows) * bytesPerRow)
        return RowDelivery(
          rows: rows, failure: bytes.readFailure ?? failure(of: pixels, rows: rows))
      }
      let y = frame.top + layout.row(of: number)
      // SAFETY: the memory holds `header.height` rows of `header.width` pixels, and the frame lies
      // within them.
      let target = (base + y * bytesPerRow + 4 * frame.left).assumingMemoryBound(to: UInt32.self)
      for (x, index) in row.enumerated() { target[x] = colors[Int(index)] }
    }
    return RowDelivery(rows: header.height, failure: nil)
  }

  /// The rows of the picture, from the upper one on, that are whole after so many rows in the order of the file.
  private func wholeRows(after count: Int) -> Int {
    guard count > 0 else { return 0 }
    var arrived = [Bool](repeating: false, count: layout.frame.height)
    for number in 0..<count { arrived[layout.row(of: number)] = true }
    return layout.frame.top + (arrived.firstIndex(of: false) ?? layout.frame.height)
  }

  private func failure(of pixels: GIFPixels, rows: Int) -> ImageCodecError {
    pixels.isDamaged
      ? .damaged(.gif, reason: "a code stands for nothing", rows: rows, height: header.height)
      : .truncated(.gif, rows: rows, height: header.height)
  }
}
