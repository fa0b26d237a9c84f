internal import Pixels
internal import SIMDBodies

/// One thread's tables of hues, which `HuePass` counts into.
final class HueTable: TableMemory, CountingTable, @unchecked Sendable {
  // SAFETY: Sendable because a table is used by one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  private let layout: HueLayout
  /// Whether neighbouring pixels were dealt out to all tables, not to the first alone.
  private var isDealt = false

  /// 2²⁴: times 255 it is under 2³².
  static var capacity: Int { HueLayout.pixelsPerTable }

  /// The bytes of the tables for a scale and their scratch memory.
  static func bytes(_ scale: HueScale) -> Int {
    4 * (layout(scale).tableWords + HueLayout.scratchWords)
  }

  private static func layout(_ scale: HueScale) -> HueLayout {
    HueLayout(binCount: scale.binCount, greyThreshold: Int(scale.greyThreshold))
  }

  /// Takes the memory, zeroed.
  init(_ scale: HueScale) {
    layout = Self.layout(scale)
    super.init(words: layout.tableWords, scratchWords: HueLayout.scratchWords)
  }

  func count(_ band: PixelBand, rule: VisibilityRule, code: VectorCode) {
    let view = band.view
    isDealt = isDealt || view.pixelCount >= HueLayout.smallestDealtView
    // SAFETY: the tables have the words of their layout, and the scratch memory those of a pass.
    code.hueHistogram(view, rule, layout, rows, scratch)
  }

  func empty(into histogram: inout HueHistogram) {
    let tables = isDealt ? HueLayout.tableCount : 1
    isDealt = false
    for table in 0..<tables { empty(rows + table * layout.tableStride, into: &histogram) }
  }

  /// Adds one table.
  private func empty(_ table: UnsafeMutablePointer<UInt32>, into histogram: inout HueHistogram) {
    // SAFETY: a table has a row of eight words for greys, rows for the bins of the histogram, whose
    // scale is the layout's, and for transparent and filtered pixels.
    var tally = PixelTally(counted: UInt64(table[3]))
    histogram.greyCount += UInt64(table[3])
    let words = HueLayout.rowWords
    histogram.bins.withUnsafeMutableBufferPointer { bins in
      for number in 1...layout.circleRowCount {
        //     row          [ red | green | blue | pixels | saturation | brightness | – | – ]
        //     table        greys, a row for each part of the circle, transparent, filtered
        let row = table + words * number
        let count = UInt64(row[3])
        if count == 0 { continue }
        tally.counted += count
        let index = layout.bin(ofRow: number)
        bins[index].sums += ColorSums(
          count: count, red: UInt64(row[0]), green: UInt64(row[1]), blue: UInt64(row[2]))
        bins[index].saturation += UInt64(row[4])
        bins[index].brightness += UInt64(row[5])
        row.update(repeating: 0, count: words)
      }
    }
    let hidden = table + words * (layout.circleRowCount + 1)
    tally.transparent = UInt64(hidden[3])
    tally.filtered = UInt64(hidden[words + 3])
    table.update(repeating: 0, count: words)
    hidden.update(repeating: 0, count: 2 * words)
    histogram.tally = histogram.tally + tally
  }

  /// Takes the sums of several tables of one layout, which together have seen at most ``capacity`` pixels, and
  /// zeroes them.
  ///
  /// - Parameters:
  ///   - tables: one or more.
  ///   - filled: the bins that hold pixels are appended, red first.
  /// - Returns: the grey pixels and the tally.
  /// - Complexity: O(rows).
  static func take(
    _ tables: ArraySlice<HueTable>, filled: inout [FilledHue]
  ) -> (greyCount: UInt64, tally: PixelTally) {
    guard let first = tables.first else { return (0, PixelTally()) }
    if first.isDealt { first.addDealt(to: first) }
    for other in tables.dropFirst() {
      first.addTable(other.rows)
      if other.isDealt { other.addDealt(to: first) }
    }
    return first.takeFirst(filled: &filled)
  }

  /// Adds the tables behind the first one to another's first, and zeroes them.
  private func addDealt(to other: HueTable) {
    isDealt = false
    for table in 1..<HueLayout.tableCount { other.addTable(rows + table * layout.tableStride) }
  }

  /// Adds a table of the same layout to the first one, and zeroes it.
  private func addTable(_ other: UnsafeMutablePointer<UInt32>) {
    // SAFETY: both have the rows of the layout. No sum overflows, as `capacity` says; words that mean
    // nothing may.
    let words = HueLayout.rowWords * (layout.circleRowCount + 3)
    for word in 0..<words { rows[word] &+= other[word] }
    other.update(repeating: 0, count: words)
  }

  /// Takes the first table, and zeroes it.
  private func takeFirst(filled: inout [FilledHue]) -> (greyCount: UInt64, tally: PixelTally) {
    let (words, last) = (HueLayout.rowWords, layout.circleRowCount)
    // SAFETY: as in `empty`. The bin of cyan has the first row of the circle and the last.
    let end = rows + words * last
    if end[3] > 0 {
      for word in 0..<words { rows[words + word] &+= end[word] }
      end.update(repeating: 0, count: words)
    }
    let greyCount = UInt64(rows[3])
    var counted = greyCount
    // Red first: the rows from the bin 0 to the last but one, then those from cyan on.
    let half = layout.binCount / 2
    counted &+= takeRows(from: last &- half, of: 0..<half, into: &filled)
    counted &+= takeRows(from: 1, of: half..<layout.binCount, into: &filled)
    let hidden = end + words
    let tally = PixelTally(
      counted: counted, transparent: UInt64(hidden[3]), filtered: UInt64(hidden[words + 3]))
    rows.update(repeating: 0, count: words)
    hidden.update(repeating: 0, count: 2 * words)
    return (greyCount, tally)
  }

  /// Takes the rows of bins that follow each other, and zeroes them; how many pixels they count.
  @inline(__always)
  private func takeRows(from first: Int, of bins: Range<Int>, into filled: inout [FilledHue])
    -> UInt64
  {
    var row = rows + HueLayout.rowWords &* first
    var counted: UInt64 = 0
    // Most rows are empty in small pictures: a look at one is a load and a branch.
    for index in bins {
      // SAFETY: a row for each bin, as in `empty`.
      if row[3] != 0 {
        let count = UInt64(row[3])
        counted &+= count
        var bin = HueHistogram.Bin()
        bin.sums = ColorSums(
          count: count, red: UInt64(row[0]), green: UInt64(row[1]), blue: UInt64(row[2]))
        (bin.saturation, bin.brightness) = (UInt64(row[4]), UInt64(row[5]))
        filled.append(FilledHue(index: index, content: bin))
        row.update(repeating: 0, count: HueLayout.rowWords)
      }
      row += HueLayout.rowWords
    }
    return counted
  }
}
