/// The pixels of sixteen columns, each listed as a run of its own: what ``ColumnRuns`` would list if
/// no pixel were in the cell of the one above, in half the time.
@frozen
public struct ColumnPixels {
  @usableFromInline let grid: ColorGrid
  @usableFromInline let step: Int
  @usableFromInline var cells: UnsafeMutablePointer<UInt32>
  @usableFromInline var sums: UnsafeMutablePointer<UInt32>
  @usableFromInline var source: UnsafeRawPointer
  /// The least byte of each channel and column; alpha is what matters.
  @usableFromInline var smallest: Lanes

  /// Starts before a first row.
  ///
  /// - Parameters:
  ///   - grid: the cells.
  ///   - source: the first row's sixteen pixels.
  ///   - step: bytes to the next row.
  ///   - cells: where the pixels' cells go.
  ///   - sums: where the pixels' sums go.
  @inlinable @inline(__always)
  init(
    grid: ColorGrid, source: UnsafeRawPointer, step: Int,
    cells: UnsafeMutablePointer<UInt32>, sums: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller vouches for sixteen rows at `source`, and for room for 256 runs in both
    // lists.
    self.grid = grid
    self.step = step
    self.cells = cells
    self.sums = sums
    self.source = source
    smallest = Lanes(repeating: .max)
  }

  /// Lists the next row.
  @inlinable @inline(__always)
  mutating func addRow() {
    let row = Lanes(loading: source)
    smallest = smallest.leastBytes(row)
    grid.offsets(of: row).store(to: cells)
    ((row & grid.lowMask) | PixelJudge.once).store(to: sums)
    source += step
    cells += 16
    sums += 16
  }

  /// Lists four rows.
  @inlinable @inline(__always)
  mutating func addFourRows() {
    addRow()
    addRow()
    addRow()
    addRow()
  }
}
