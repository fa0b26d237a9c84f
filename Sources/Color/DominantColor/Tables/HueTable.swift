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
}
