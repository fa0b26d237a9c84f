/// The runs of equal cells down sixteen columns, listed as they end.
@frozen
public struct ColumnRuns {
  @usableFromInline let grid: ColorGrid
  @usableFromInline let payloadMask: Lanes
  @usableFromInline let once: Lanes
  @usableFromInline let step: Int
  @usableFromInline let cells: UnsafeMutablePointer<UInt32>
  @usableFromInline let sums: UnsafeMutablePointer<UInt32>
  @usableFromInline var source: UnsafeRawPointer
  @usableFromInline var count: Int
  /// The offsets of the cells of the row above.
  @usableFromInline var above: Lanes
  /// The sums of each column's run so far, a byte each: red, green, blue, count.
  @usableFromInline var soFar: Lanes
  /// The least byte of each channel and column, or of some columns; alpha is what matters.
  @usableFromInline var smallest: Lanes

  /// Starts with a first row.
  ///
  /// - Parameters:
  ///   - grid: the cells.
  ///   - source: the first row's sixteen pixels.
  ///   - step: bytes to the next row.
  ///   - payloadMask: the bits of a pixel word to sum up.
  ///   - once: what to add to the sums for each pixel.
  ///   - cells: where the ended runs' cells go.
  ///   - sums: where the ended runs' sums go.
  @inlinable @inline(__always)
  init(
    grid: ColorGrid, source: UnsafeRawPointer, step: Int, payloadMask: UInt32, once: UInt32,
    cells: UnsafeMutablePointer<UInt32>, sums: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller vouches for sixteen rows at `source`, and for room for their 256 runs and
    // a vector's overhang in both lists.
    self.grid = grid
    self.payloadMask = Lanes(repeating: payloadMask)
    self.once = Lanes(repeating: once)
    self.step = step
    self.cells = cells
    self.sums = sums
    self.source = source
    count = 0
    let row = Lanes(loading: source)
    above = grid.offsets(of: row)
    soFar = (row & self.payloadMask) | self.once
    smallest = Lanes(repeating: .max).leastBytes(row)
  }

  /// Adds the next row and lists the runs that it ends.
  @inlinable @inline(__always)
  mutating func addRow() {
    source += step
    let row = Lanes(loading: source)
    smallest = smallest.leastBytes(row)
    let cell = grid.offsets(of: row)
    // A run is listed by the row after its last one, as it is known only there that it ended:
    //
    //     row      0   1   2   3   4   5         a column; in the others runs end in other rows
    //     cell     A   A   A   B   B   C
    //     listed               A 3     B 2  …  and C 1 by `end`
    let ends = cell.differingBits(above)
    above.compress(to: cells + count, where: ends)
    soFar.compress(to: sums + count, where: ends)
    count &+= ends.nonzeroBitCount
    // At most sixteen pixels: 16 · 15 in a channel's byte, and 16 in the upper one that
    // counts.
    soFar = ((row & payloadMask) | once).adding(soFar, whereEqual: cell, above)
    above = cell
  }

  @inlinable @inline(__always)
  mutating func addTwoRows() {
    addRow()
    addRow()
  }

  @inlinable @inline(__always)
  mutating func addFourRows() {
    addTwoRows()
    addTwoRows()
  }

  /// Lists the runs that the last row leaves open.
  @inlinable @inline(__always)
  mutating func end() {
    above.store(to: cells + count)
    soFar.store(to: sums + count)
    count &+= 16
  }
}
