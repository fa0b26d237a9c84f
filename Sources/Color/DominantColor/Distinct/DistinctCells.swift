internal import Pixels

/// The cells of colour space that hold pixels, and these in cells of 16 levels: what method `distinct` clusters.
///
/// An object serves one call at a time; the next one uses its memory again.
final class DistinctCells {
  /// The histogram's cells.
  var pixels: [PlacedSums] { list.pixels }
  /// Of each of these its group.
  var groupOfCell: [Int] { list.groupOfCell }
  /// The cells of 16 levels that hold pixels, by index.
  var groups: [PlacedSums] { list.groups }
  /// Pixels of areas by step of chroma, while ``VividPart`` counts them.
  var steps: [UInt64] = []

  private var list = List()

  /// Takes the cells of pixels in place of those it has.
  ///
  /// - Complexity: O(cells).
  func take(_ placed: PlacedColors) {
    withList { list in placed.forEachOccupied { list.append($1, of: $0) } }
  }

  /// Takes the cells of a table in place of those it has, and empties the table.
  ///
  /// - Returns: the pixels counted, transparent and filtered.
  /// - Complexity: O(cells).
  func take(_ table: PlacedTable) -> PixelTally {
    withList { list in table.takeCells { list.append($1, of: $0) } }
  }

  /// Hands over the groups, each with its cell of a histogram of standard precision.
  func forEachGroup(_ body: (_ cell: Int, _ sums: ColorSums) -> Void) {
    for (cell, group) in zip(list.cellOfGroup, list.groups) { body(cell, group.sums) }
  }

  /// Lends a local variable meanwhile: those of an object are checked for overlaps at every access.
  @inline(__always)
  private func withList<Result>(_ body: (inout List) -> Result) -> Result {
    var list = List()
    swap(&list, &self.list)
    list.removeAll()
    let result = body(&list)
    list.group()
    swap(&list, &self.list)
    return result
  }

  private struct List {
    var pixels: [PlacedSums] = []
    var groupOfCell: [Int] = []
    var groups: [PlacedSums] = []
    var cellOfGroup: [Int] = []
    /// Of each cell of 16 levels its group, once groups have numbers; others mean nothing.
    private var places: [Int16] = []
    /// A bit for each cell of 16 levels that holds pixels.
    private var isFilled: [UInt64] = []

    private static var cellCount: Int { HistogramPrecision.standard.cellCount }

    mutating func removeAll() {
      pixels.removeAll(keepingCapacity: true)
      groupOfCell.removeAll(keepingCapacity: true)
      groups.removeAll(keepingCapacity: true)
      cellOfGroup.removeAll(keepingCapacity: true)
      if places.isEmpty {
        places = [Int16](repeating: 0, count: Self.cellCount)
        isFilled = [UInt64](repeating: 0, count: Self.cellCount / 64)
      }
    }

    @inline(__always)
    mutating func append(_ sums: PlacedSums, of cell: Int) {
      //     cell     r r r r r g g g g g b b b b b
      //     group    r r r r   g g g g   b b b b      without the lowest bit of each
      let group = (cell >> 11) << 8 | (cell >> 6 & 15) << 4 | (cell >> 1 & 15)
      pixels.append(sums)
      groupOfCell.append(group)
      isFilled[group >> 6] |= 1 << UInt64(group & 63)
    }

    /// Numbers the groups by index, and adds up their pixels.
    mutating func group() {
      for word in isFilled.indices {
        var bits = isFilled[word]
        isFilled[word] = 0
        while bits != 0 {
          let cell = word << 6 | bits.trailingZeroBitCount
          places[cell] = Int16(truncatingIfNeeded: groups.count)
          cellOfGroup.append(cell)
          groups.append(PlacedSums())
          bits &= bits &- 1
        }
      }
      places.withUnsafeBufferPointer { places in
        groupOfCell.withUnsafeMutableBufferPointer { groupOfCell in
          groups.withUnsafeMutableBufferPointer { groups in
            // SAFETY: as many of one as of the other, each with the index of a cell of 16 levels, which has a
            // place.
            for index in pixels.indices {
              let group = Int(places[groupOfCell[index]])
              groupOfCell[index] = group
              groups[group] += pixels[index]
            }
          }
        }
      }
    }
  }
}
