internal import Pixels

extension PaletteHistogram {
  /// The histogram as bytes, which any machine reads: compact, versioned and canonical.
  ///
  /// Equal histograms give equal bytes. Occupied cells take 6 to 20 bytes each: a few kilobytes for
  /// a photo, at most 60 kB, or 600 kB at fine precision. The format is documented in
  /// `HistogramFormat.swift`.
  ///
  /// - Complexity: O(cells).
  public func serialized() -> [UInt8] {
    var writer = HistogramWriter()
    writer.appendHeader(of: self)
    writer.append(tally.transparent)
    writer.append(tally.filtered)
    switch cells {
    case .colors(let histogram):
      writer.appendCells(histogram.cells, count: { $0.count }) { index, cell in
        histogram.sumsAboveLowest(of: index, cell)
      }
    case .places(let placed):
      writer.appendCells(placed.colors.cells, count: { $0.count }) { index, cell in
        placed.colors.sumsAboveLowest(of: index, cell) + [placed.alone[index]]
      }
    case .hues(let histogram):
      writer.append(histogram.greyCount)
      writer.appendCells(histogram.bins, count: { $0.sums.count }) { _, bin in
        [bin.sums.red, bin.sums.green, bin.sums.blue, bin.saturation, bin.brightness]
      }
    }
    return writer.finished()
  }
}

extension ColorHistogram {
  /// The sums of a cell's red, green and blue, each less the pixels times the cell's lowest level.
  fileprivate func sumsAboveLowest(of index: Int, _ cell: ColorSums) -> [UInt64] {
    let lowest = lowestLevels(of: index)
    return [
      cell.red - cell.count * lowest.red, cell.green - cell.count * lowest.green,
      cell.blue - cell.count * lowest.blue,
    ]
  }

  /// The lowest red, green and blue of the colours in a cell.
  func lowestLevels(of index: Int) -> (red: UInt64, green: UInt64, blue: UInt64) {
    let (side, levels) = (precision.cellsPerChannel, precision.levelsPerCell)
    return (
      UInt64(index / (side * side) * levels), UInt64(index / side % side * levels),
      UInt64(index % side * levels)
    )
  }
}

/// Bytes of a serialised histogram in the making.
private struct HistogramWriter {
  private var bytes: [UInt8] = []

  mutating func appendHeader(of histogram: PaletteHistogram) {
    let rule = histogram.visibility
    let filters = [rule.whiteAbove, rule.blackBelow, rule.greyWithin]
    let kind: HistogramFormat.Kind
    var (greyThreshold, binCount): (UInt8, UInt16) = (0, 0)
    switch histogram.cells {
    case .colors(let colors):
      kind = colors.precision == .fine ? .fineColors : .standardColors
    case .places: kind = .places
    case .hues(let hues):
      kind = .hues
      (greyThreshold, binCount) = (hues.scale.greyThreshold, UInt16(hues.scale.binCount))
    }
    bytes += HistogramFormat.magic
    bytes += [UInt8(HistogramFormat.version), kind.rawValue, rule.minimumAlpha]
    bytes.append(
      zip(filters, HistogramFormat.filterBits).reduce(0) { $0 | ($1.0 == nil ? 0 : $1.1) })
    bytes += filters.map { $0 ?? 0 }
    bytes += [greyThreshold, UInt8(binCount & 255), UInt8(binCount >> 8), 0, 0]
  }

  mutating func append(_ number: UInt64) {
    var rest = number
    //     300 = 0b10_0101100     AC 02     seven bits a byte, the lowest first; 80: more follow
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends the occupied cells of a list.
  mutating func appendCells<Cell>(
    _ cells: [Cell], count: (Cell) -> UInt64, sums: (Int, Cell) -> [UInt64]
  ) {
    append(UInt64(cells.count { count($0) > 0 }))
    var next = 0
    for (index, cell) in cells.enumerated() where count(cell) > 0 {
      //     occupied     3  4  9
      //     written      3  0  4      the empty ones before each: a byte where cells lie together
      append(UInt64(index - next))
      append(count(cell))
      for sum in sums(index, cell) { append(sum) }
      next = index + 1
    }
  }

  func finished() -> [UInt8] {
    let checksum = bytes.withUnsafeBytes { HistogramFormat.checksum(of: $0) }
    return bytes + withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
  }
}
