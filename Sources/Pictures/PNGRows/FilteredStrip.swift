internal import LargePages
internal import RowBodies

/// Memory for inflated rows: before them what distances lead back to, behind them a part of a row.
final class FilteredStrip {
  /// Its first byte.
  let start: UnsafeMutablePointer<UInt8>
  /// Where inflating stops; `StripShape.overrun` bytes more may be written and read.
  let end: UnsafeMutablePointer<UInt8>
  /// Where the next inflated byte goes.
  var output: UnsafeMutablePointer<UInt8>
  /// The first byte of the rows.
  var rows: UnsafeMutablePointer<UInt8>
  /// Whole rows in it that are in no strip before.
  var rowCount = 0
  /// Seconds of processor time that filling it took, where that was another thread's.
  var seconds = 0.0
  /// Why it could not be filled by another thread.
  var failure: PNGRowsError?

  init(_ shape: StripShape) {
    start = .allocateZeroedPages(capacity: shape.byteCount)
    end = start + shape.filledBytes
    output = start
    rows = start
  }

  deinit {
    start.freePages()
  }
}

/// How large strips are.
struct StripShape {
  /// Bytes of a filtered row, with the one that names its filter.
  let rowBytes: Int
  /// Bytes of rows to hold at least.
  let leastBytes: Int

  /// Bytes that a strip is filled with: at least two groups of rows beside what distances need.
  var filledBytes: Int {
    InflateCode.windowBytes + max(leastBytes, 2 * RowGroup.rowCount * rowBytes)
  }

  /// Bytes behind them: for what two runs write beyond their ends, and for rows of a group that
  /// the picture does not have.
  var overrun: Int { max(2 * (InflateRun.outputOverrun + 1), RowGroup.rowCount * rowBytes) }

  /// Memory of a strip.
  var byteCount: Int { filledBytes + overrun }
}
