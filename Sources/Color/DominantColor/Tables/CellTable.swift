internal import CLibrary
internal import Pixels
internal import SIMDBodies

/// One thread's table of colour cells, which `RunHistogram` counts into.
///
/// The loops deal counts out to up to eight tables and leave their sum in the first, the only one
/// that this reads.
final class CellTable: TableMemory, CountingTable, @unchecked Sendable {
  // SAFETY: Sendable because a table is used by one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  /// How finely colours are told apart.
  let precision: HistogramPrecision
  #if !hasFeature(Embedded)
    /// Tables whose pages the system has given.
    private var givenTables = 0
    /// Tables that counts lie in until ``gather(code:)``.
    private var openTables = 0
  #endif

  /// 2²⁸: times 15 it is under 2³².
  static var capacity: Int { RunHistogram.pixelsPerTable }

  /// The bytes of a table and its scratch memory.
  static func bytes(_ precision: HistogramPrecision) -> Int {
    4 * (grid(precision).tableWords + RunHistogram.scratchWords)
  }

  private static func grid(_ precision: HistogramPrecision) -> ColorGrid {
    precision == .fine ? .fine : .standard
  }

  /// Takes the memory, zeroed.
  init(_ precision: HistogramPrecision) {
    self.precision = precision
    super.init(
      words: Self.grid(precision).tableWords, scratchWords: RunHistogram.scratchWords)
  }

  /// Counts the pixels of a band, at most ``capacity`` since the table was last emptied.
  func count(_ band: PixelBand, rule: VisibilityRule, code: VectorCode) {
    // SAFETY: the table has a row for every cell and the two after them, and the scratch memory has
    // the words that the loop asks for.
    #if !hasFeature(Embedded)
      let grid = Self.grid(precision)
      openTables = max(
        openTables, RunHistogram.openTables(grid, pixelCount: band.view.pixelCount))
      if openTables > givenTables {
        ZeroedMemory.populate(rows, byteCount: openTables * grid.tableStride)
        givenTables = openTables
      }
    #endif
    let function = precision == .fine ? code.fineHistogram : code.standardHistogram
    function(band.view, rule, rows, scratch)
  }

  /// Adds up the tables that the counts lie in.
  func gather(code: VectorCode) {
    #if !hasFeature(Embedded)
      guard openTables > 0 else { return }
      // SAFETY: as in `count`.
      code.gatherCells(Self.grid(precision), openTables, rows, scratch)
      openTables = 0
    #endif
  }

  /// Pixels of tiles that span several cells, and a fifth of those of uniform tiles.
  func hardPixels(of view: PixelView) -> Int { EvenTiles.busyPixels(of: view, precision) }

  /// A byte for each row of cells, those of one red and green: 1 where it may hold pixels, else 0.
  var marks: UnsafeMutableRawPointer {
    // SAFETY: the last part of the scratch memory, with more bytes than there are rows.
    UnsafeMutableRawPointer(scratch + RunHistogram.firstMark)
  }

  /// The counts of transparent and filtered pixels.
  var hidden: (transparent: UInt64, filtered: UInt64) {
    // SAFETY: the two rows after the cells, counts in their last words.
    let hidden = rows + 4 * precision.cellCount
    return (UInt64(hidden[3]), UInt64(hidden[7]))
  }

  /// The sums of a cell's pixels.
  @inline(__always)
  func sums(ofCell cell: Int) -> ColorSums {
    let bits = precision == .fine ? 5 : 4
    let side = 1 &<< bits
    // SAFETY: the table has a row of four words for each cell.
    //     cell       [ red sum | green sum | blue sum | pixels ]     sums of the low bits alone
    //     behind     [ …  transparent ] [ …  filtered ]
    let words = rows + 4 &* cell
    let count = UInt64(words[3])
    // The row holds the low bits' sums; the cell's lower bound makes up the rest.
    func whole(_ low: UInt32, _ place: Int) -> UInt64 {
      UInt64(low) &+ (UInt64(truncatingIfNeeded: place & (side &- 1)) &* count) &<< (8 &- bits)
    }
    return ColorSums(
      count: count, red: whole(words[0], cell &>> (2 &* bits)),
      green: whole(words[1], cell &>> bits), blue: whole(words[2], cell))
  }

  /// Adds the table's cells to a histogram and zeroes them.
  ///
  /// - Complexity: O(cells of rows with pixels).
  func empty(into histogram: inout ColorHistogram) {
    let side = precision.cellsPerChannel
    var counted: UInt64 = 0
    // SAFETY: a mark for each row of `side` cells, each cell of four words.
    forEachMarkedRow { row in
      let first = side * row
      histogram.withRow(row) { cells in
        for blue in 0..<side where rows[4 * (first + blue) + 3] > 0 {
          let sums = sums(ofCell: first + blue)
          counted &+= sums.count
          cells[blue] += sums
        }
      }
      (rows + 4 * first).update(repeating: 0, count: 4 * side)
    }
    let (transparent, filtered) = hidden
    histogram.tally =
      histogram.tally
      + PixelTally(counted: counted, transparent: transparent, filtered: filtered)
    removeMarks()
  }

  /// Adds another table of the same precision, and empties that; both together have seen at most
  /// ``capacity`` pixels.
  ///
  /// - Complexity: O(cells of rows with pixels).
  func take(_ other: CellTable) {
    let rowWords = 4 * precision.cellsPerChannel
    // SAFETY: a mark for each row of `cellsPerChannel` cells of four words; two rows follow the cells,
    // in both tables. No sum overflows, as `capacity` says.
    other.forEachMarkedRow { row in
      let sums = rows + rowWords * row
      let others = other.rows + rowWords * row
      for word in 0..<rowWords { sums[word] &+= others[word] }
      others.update(repeating: 0, count: rowWords)
      marks.storeBytes(of: 1, toByteOffset: row, as: UInt8.self)
    }
    let hidden = rows + 4 * precision.cellCount
    let otherHidden = other.rows + 4 * precision.cellCount
    for word in 0..<8 { hidden[word] &+= otherHidden[word] }
    other.removeMarks()
  }

  /// Hands over the rows of cells that may hold pixels.
  @inline(__always)
  func forEachMarkedRow(_ body: (Int) -> Void) {
    for group in stride(from: 0, to: precision.cellsPerChannel * precision.cellsPerChannel, by: 8) {
      // SAFETY: as in `marks`.
      var bits = marks.loadUnaligned(fromByteOffset: group, as: UInt64.self).littleEndian
      while bits != 0 {
        body(group &+ bits.trailingZeroBitCount / 8)
        // Marks are bytes of 0 or 1: each bit stands for a row, and the lowest is taken away.
        bits &= bits &- 1
      }
    }
  }

  /// Forgets which rows may hold pixels, and the hidden pixels; for a table whose cells are zero.
  func removeMarks() {
    // SAFETY: a mark for each row of cells; two rows follow the cells.
    memset(marks, 0, precision.cellsPerChannel * precision.cellsPerChannel)
    (rows + 4 * precision.cellCount).update(repeating: 0, count: 8)
  }
}
