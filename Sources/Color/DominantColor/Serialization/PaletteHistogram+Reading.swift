internal import Pixels

extension PaletteHistogram {
  /// Reads what ``serialized()`` wrote.
  ///
  /// The bytes may come from anyone. Whatever they hold, the result is a histogram that is right in
  /// itself (every sum fits its pixels and its cell) or an error; a header asks for at most 1.2 MB.
  ///
  /// - Parameter bytes: a whole serialised histogram and nothing after it.
  /// - Throws: ``HistogramError/malformed(reason:offset:)``,
  ///   ``HistogramError/unsupportedVersion(_:)`` or ``HistogramError/tooManyPixels``.
  /// - Complexity: O(cells) and O(*n*) in bytes.
  public init(serialized bytes: RawSpan) throws(HistogramError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(HistogramError) in
        var reader = HistogramReader(buffer)
        return try reader.histogram()
      }
    }
    self = try result.get()
  }
}

/// Takes a serialised histogram apart, believing nothing.
private struct HistogramReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  /// Where the checksum begins.
  private let end: Int
  /// Pixels met so far, at most ``PaletteHistogram/pixelLimit``.
  private var pixelCount: UInt64 = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    end = bytes.count - HistogramFormat.checksumLength
  }

  private func malformed(_ reason: ErrorText) -> HistogramError {
    .malformed(reason: reason, offset: offset)
  }

  mutating func histogram() throws(HistogramError) -> PaletteHistogram {
    let (cells, rule) = try header()
    let transparent = try pixels()
    let filtered = try pixels()
    let histogram: PaletteHistogram
    switch cells {
    case .colors(var colors):
      try readCells(of: &colors)
      colors.tally.transparent = transparent
      colors.tally.filtered = filtered
      histogram = PaletteHistogram(.colors(colors), visibility: rule)
    case .places(var placed):
      try readPlaces(of: &placed)
      placed.colors.tally.transparent = transparent
      placed.colors.tally.filtered = filtered
      histogram = PaletteHistogram(.places(placed), visibility: rule)
    case .hues(var hues):
      hues.greyCount = try pixels()
      hues.tally.counted = hues.greyCount
      try readBins(of: &hues)
      hues.tally.transparent = transparent
      hues.tally.filtered = filtered
      histogram = PaletteHistogram(.hues(hues), visibility: rule)
    }
    guard offset == end else { throw malformed("there are bytes after the last cell") }
    return histogram
  }

  /// Checks the header and the checksum, and makes an empty histogram.
  private mutating func header() throws(HistogramError) -> (
    PaletteHistogram.Cells, VisibilityRule
  ) {
    let magic = HistogramFormat.magic
    guard bytes.prefix(magic.count).elementsEqual(magic) else {
      throw malformed("it does not begin with DCHG")
    }
    offset = magic.count
    guard end >= HistogramFormat.headerLength else { throw malformed("it ends in its header") }
    guard bytes[4] == UInt8(HistogramFormat.version) else {
      throw .unsupportedVersion(Int(bytes[4]))
    }
    let stored = (0..<HistogramFormat.checksumLength).reduce(UInt32(0)) {
      $0 | UInt32(bytes[end + $1]) << (8 * $1)
    }
    guard HistogramFormat.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<end])) == stored
    else {
      offset = end
      throw malformed("its checksum is wrong")
    }
    offset = 5
    guard let kind = HistogramFormat.Kind(rawValue: bytes[5]) else {
      throw malformed("\(bytes[5]) is not a kind of histogram")
    }
    let rule = try visibility()
    offset = 11
    let binCount = Int(bytes[12]) | Int(bytes[13]) << 8
    guard bytes[14] == 0, bytes[15] == 0 else { throw malformed("bytes 14 and 15 are not 0") }
    defer { offset = HistogramFormat.headerLength }
    if kind == .hues {
      guard (1...1536).contains(binCount) else {
        throw malformed("there are 1 to 1536 hue bins, not \(binCount)")
      }
      return (
        .hues(HueHistogram(HueScale(binCount: binCount, greyThreshold: bytes[11]))), rule
      )
    }
    guard bytes[11] == 0, binCount == 0 else {
      throw malformed("a histogram of colours has no hue bins")
    }
    if kind == .places { return (.places(PlacedColors()), rule) }
    return (.colors(ColorHistogram(kind == .fineColors ? .fine : .standard)), rule)
  }

  private mutating func visibility() throws(HistogramError) -> VisibilityRule {
    offset = 7
    let inUse = bytes[7]
    guard inUse < 8 else { throw malformed("\(inUse) is not a set of filters") }
    var thresholds: [UInt8?] = []
    for (index, bit) in HistogramFormat.filterBits.enumerated() {
      offset = 8 + index
      guard inUse & bit != 0 || bytes[offset] == 0 else {
        throw malformed("a filter that is not in use has a threshold")
      }
      thresholds.append(inUse & bit != 0 ? bytes[offset] : nil)
    }
    return VisibilityRule(
      minimumAlpha: bytes[6], whiteAbove: thresholds[0], blackBelow: thresholds[1],
      greyWithin: thresholds[2])
  }

  /// The next number, which must be written as short as it can be.
  private mutating func number() throws(HistogramError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
      guard offset < end else { throw malformed("it ends in the middle") }
      let byte = bytes[offset]
      let low = UInt64(byte & 127)
      // Nine bytes are 63 bits; of the tenth one bit is left.
      guard shift < 63 || low <= 1 else { break }
      value |= low << shift
      if byte < 128 {
        // A last byte of 0 adds nothing: the number would have a second spelling.
        guard byte > 0 || shift == 0 else { throw malformed("a number is longer than it needs") }
        offset += 1
        return value
      }
      offset += 1
    }
    throw malformed("a number is over 64 bits")
  }

  /// The next number, of pixels.
  private mutating func pixels() throws(HistogramError) -> UInt64 {
    let count = try number()
    guard count <= PaletteHistogram.pixelLimit - pixelCount else { throw .tooManyPixels }
    pixelCount += count
    return count
  }

  /// The next number, a sum over pixels that are at most so much each.
  private mutating func sum(of count: UInt64, upTo most: UInt64) throws(HistogramError) -> UInt64 {
    let start = offset
    let sum = try number()
    // At most 2⁵⁵ · 255, as the pixels were held to 2⁵⁵ before.
    guard sum <= count * most else {
      offset = start
      throw malformed("a sum of \(sum) is too large for \(count) pixels")
    }
    return sum
  }

  /// Hands over the index and pixels of each occupied cell, in rising order.
  private mutating func forEachCell(
    of cellCount: Int,
    _ body: (inout HistogramReader, Int, UInt64) throws(HistogramError) -> Void
  ) throws(HistogramError) {
    let occupied = try number()
    guard occupied <= UInt64(cellCount) else {
      throw malformed("\(occupied) cells of \(cellCount) cannot be occupied")
    }
    var next = 0
    for _ in 0..<occupied {
      let skipped = try number()
      guard skipped < UInt64(cellCount - next) else {
        throw malformed("a cell is past the last of \(cellCount)")
      }
      let index = next + Int(skipped)
      let count = try pixels()
      guard count > 0 else { throw malformed("an occupied cell has no pixels") }
      try body(&self, index, count)
      next = index + 1
    }
  }

  private mutating func readCells(of histogram: inout ColorHistogram) throws(HistogramError) {
    try forEachCell(of: histogram.cells.count) {
      (reader, index, count) throws(HistogramError) in
      try reader.readCell(index, count, of: &histogram)
    }
  }

  private mutating func readPlaces(of placed: inout PlacedColors) throws(HistogramError) {
    try forEachCell(of: placed.colors.cells.count) {
      (reader, index, count) throws(HistogramError) in
      try reader.readCell(index, count, of: &placed.colors)
      placed.add(alone: try reader.sum(of: count, upTo: 1), toCell: index)
    }
  }

  private mutating func readCell(
    _ index: Int, _ count: UInt64, of histogram: inout ColorHistogram
  ) throws(HistogramError) {
    let most = UInt64(histogram.precision.levelsPerCell - 1)
    let lowest = histogram.lowestLevels(of: index)
    let sums = ColorSums(
      count: count,
      red: count * lowest.red + (try sum(of: count, upTo: most)),
      green: count * lowest.green + (try sum(of: count, upTo: most)),
      blue: count * lowest.blue + (try sum(of: count, upTo: most)))
    histogram.add(sums, toCell: index)
    histogram.tally.counted += count
  }

  private mutating func readBins(of histogram: inout HueHistogram) throws(HistogramError) {
    try forEachCell(of: histogram.bins.count) {
      (reader, index, count) throws(HistogramError) in
      var bin = HueHistogram.Bin()
      bin.sums = ColorSums(
        count: count, red: try reader.sum(of: count, upTo: 255),
        green: try reader.sum(of: count, upTo: 255), blue: try reader.sum(of: count, upTo: 255))
      bin.saturation = try reader.sum(of: count, upTo: 255)
      bin.brightness = try reader.sum(of: count, upTo: 255)
      // Brightness is the largest channel of each pixel.
      guard bin.brightness >= max(bin.sums.red, bin.sums.green, bin.sums.blue) else {
        throw reader.malformed("a bin is darker than one of its channels")
      }
      histogram.bins[index] = bin
      histogram.tally.counted += count
    }
  }
}
