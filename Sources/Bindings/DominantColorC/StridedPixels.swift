internal import CDominantColor
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// Borrowed pixels of one to four channels in any layout that strides describe.
struct StridedPixels {
  let base: UnsafeRawPointer
  let width: Int
  let height: Int
  private let rowStride: Int
  private let pixelStride: Int
  private let channelStride: Int
  private let channels: Int

  /// `sizeof(dominantcolor_pixels)` in the first version.
  private static let firstSize = 64
  /// Pixels brought into RGBA at a time: 256 KB, which stay in the nearest caches.
  private static let bandPixels = 1 << 16

  /// Checks what a caller says of its pixels.
  ///
  /// - Parameter pointer: the caller's description.
  /// - Throws: `Failure` for a shape that is impossible.
  init(_ pointer: UnsafePointer<dominantcolor_pixels>?) throws(Failure) {
    guard let pointer else { throw .invalid("The pixels are NULL.") }
    var given = dominantcolor_pixels()
    try copyVersioned(
      from: UnsafeRawPointer(pointer), to: &given, least: Self.firstSize,
      name: "dominantcolor_pixels")
    guard given.width >= 0, given.height >= 0 else {
      throw .invalid(
        "An image of \(given.width) × \(given.height) pixels is impossible: width and height are "
          + "0 or more.")
    }
    channels = try checked(given.channels, 1...4, "channels")
    (width, height) = (Int(given.width), Int(given.height))
    (rowStride, pixelStride) = (Int(given.row_stride), Int(given.pixel_stride))
    channelStride = Int(given.channel_stride)
    let isEmpty = width == 0 || height == 0
    guard isEmpty || given.data != nil else { throw .invalid("The pixels' data is NULL.") }
    // SAFETY: pixels of an empty image are never read, so any address serves it.
    base =
      given.data.map { UnsafeRawPointer($0) }
      ?? UnsafeRawPointer(bitPattern: 4).unsafelyUnwrapped
    guard isEmpty || spanIsAddressable else {
      throw .invalid(
        "Strides of \(rowStride), \(pixelStride) and \(channelStride) bytes over \(width) × "
          + "\(height) pixels reach beyond what can be addressed.")
    }
  }

  /// Whether no offset overflows.
  private var spanIsAddressable: Bool {
    var sum = 0
    for (count, stride) in [(height, rowStride), (width, pixelStride), (channels, channelStride)] {
      let (reach, overflow) = (count - 1).multipliedReportingOverflow(by: stride)
      // Of `Int.min` there is no magnitude. Strides may be negative, and count as what they
      // reach.
      guard !overflow, reach != Int.min else { return false }
      let (next, sumOverflow) = sum.addingReportingOverflow(abs(reach))
      guard !sumOverflow else { return false }
      sum = next
    }
    return true
  }

  /// Checks the number of pixels.
  func check(limits: DecodingLimits) throws(Failure) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limits.pixels else {
      throw Failure(
        DOMINANTCOLOR_LIMIT_EXCEEDED,
        "The image has \(width) × \(height) pixels, above the limit of \(limits.pixels). "
          + "Raise the limit if you trust the source.")
    }
  }

  /// The pixels within a region.
  func cropped(to region: PictureRegion?) -> StridedPixels {
    guard let region else { return self }
    return StridedPixels(self, region.pixels(width: width, height: height))
  }

  private init(_ whole: StridedPixels, _ part: (columns: Range<Int>, rows: Range<Int>)) {
    (rowStride, pixelStride) = (whole.rowStride, whole.pixelStride)
    (channelStride, channels) = (whole.channelStride, whole.channels)
    (width, height) = (part.columns.count, part.rows.count)
    let isEmpty = width == 0 || height == 0
    // SAFETY: the part lies within the pixels; of an empty one none is read.
    base =
      isEmpty
      ? whole.base
      : whole.base + part.rows.lowerBound * rowStride + part.columns.lowerBound * pixelStride
  }

  /// Lends all pixels as RGBA, a band after the other, and in place where they are RGBA already.
  func forEachBand(_ body: (PixelView) -> Void) {
    forEachBand { band, _ in body(band) }
  }

  /// The same with the number of each band's first row.
  func forEachBand(_ body: (_ band: PixelView, _ row: Int) -> Void) {
    guard width > 0, height > 0 else { return }
    if let inPlace {
      body(inPlace, 0)
      return
    }
    // Rows are never cut: who counts colours may ask which pixels are neighbours.
    let rows = min(height, max(Self.bandPixels / width, 1))
    let band = UnsafeMutableBufferPointer<RGBA8>.allocate(capacity: width * rows)
    defer { band.deallocate() }
    guard let target = band.baseAddress else { return }
    for top in stride(from: 0, to: height, by: rows) {
      let bandRows = min(rows, height - top)
      for row in 0..<bandRows {
        copyPixels(row: top + row, columns: 0..<width, to: target + row * width)
      }
      // SAFETY: the rows just written lie one after the other in the band.
      body(
        PixelView(baseAddress: UnsafeRawPointer(target), width: width, height: bandRows), top)
    }
  }

  /// The pixels as they are, where they are RGBA already.
  private var inPlace: PixelView? {
    guard channels == 4, channelStride == 1, pixelStride == 4, height == 1 || rowStride >= 4 * width
    else { return nil }
    // SAFETY: the caller promises that strides stay inside its memory, and keeps it valid during the call.
    return PixelView(
      baseAddress: base, width: width, height: height,
      bytesPerRow: height == 1 ? 4 * width : rowStride)
  }

  /// The uniform bars at the edges; `nil` where there are none.
  func bars(minimumAlpha: UInt8) -> EdgeBars? {
    guard width > 0, height > 0 else { return nil }
    if let inPlace { return EdgeBars.found(in: inPlace, minimumAlpha: minimumAlpha) }
    let rows = LentRows(self)
    guard let bars = EdgeBars.ofManyColors(in: rows, minimumAlpha: minimumAlpha) else {
      return nil
    }
    var few = FewColors(visibility: VisibilityRule(minimumAlpha: minimumAlpha))
    forEachBand { few.add($0) }
    return few.palette() == nil ? bars : nil
  }

  /// Copies pixels of a row as RGBA; the layouts that are common get a loop of their own.
  func copyPixels(
    row: Int, columns: Range<Int>, to target: UnsafeMutablePointer<RGBA8>
  ) {
    let source = base + row * rowStride + columns.lowerBound * pixelStride
    let count = columns.count
    if channels == 3, pixelStride == 3, channelStride == 1 {
      copy(from: source, to: target, count, pixelStride: 3, 0, 1, 2, nil)
    } else if channels == 1, pixelStride == 1 {
      copy(from: source, to: target, count, pixelStride: 1, 0, 0, 0, nil)
    } else {
      let second = channels < 3 ? 0 : channelStride
      let third = channels < 3 ? 0 : 2 * channelStride
      let alpha = channels == 2 ? channelStride : channels == 4 ? 3 * channelStride : nil
      copy(from: source, to: target, count, pixelStride: pixelStride, 0, second, third, alpha)
    }
  }

  @inline(__always)
  private func copy(
    from source: UnsafeRawPointer, to target: UnsafeMutablePointer<RGBA8>, _ count: Int,
    pixelStride: Int, _ red: Int, _ green: Int, _ blue: Int, _ alpha: Int?
  ) {
    // SAFETY: the caller promises that strides stay inside its memory; the target holds `count`.
    for index in 0..<count {
      let pixel = source + index * pixelStride
      target[index] = RGBA8(
        red: pixel.load(fromByteOffset: red, as: UInt8.self),
        green: pixel.load(fromByteOffset: green, as: UInt8.self),
        blue: pixel.load(fromByteOffset: blue, as: UInt8.self),
        alpha: alpha.map { pixel.load(fromByteOffset: $0, as: UInt8.self) } ?? 255)
    }
  }
}
