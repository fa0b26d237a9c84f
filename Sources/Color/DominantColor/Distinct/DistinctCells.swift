internal import Pixels

/// The cells of colour space that hold pixels, and these in cells of 16 levels: what method `distinct` clusters.
///
/// An object serves one call at a time; the next one uses its memory again.
final class DistinctCells {
  /// The histogram's cells.
  private(set) var pixels: [PlacedSums] = []
  /// Of each of these its group.
  private(set) var groupOfCell: [Int] = []
  /// The cells of 16 levels that hold pixels, by index.
  private(set) var groups: [PlacedSums] = []
  /// Pixels of areas by step of chroma, while ``VividPart`` counts them.
  var steps: [UInt64] = []

  /// Takes the cells of pixels in place of those it has.
  ///
  /// - Complexity: O(cells).
  func take(_ placed: PlacedColors) {
    // Of each cell of 16 levels its group, once groups have numbers.
    var places = [Int16](repeating: -1, count: HistogramPrecision.standard.cellCount)
    // Local variables meanwhile: those of an object are checked for overlaps at every access.
    var taken: (pixels: [PlacedSums], groupOfCell: [Int], groups: [PlacedSums]) = ([], [], [])
    swap(&taken.pixels, &pixels)
    swap(&taken.groupOfCell, &groupOfCell)
    swap(&taken.groups, &groups)
    taken.pixels.removeAll(keepingCapacity: true)
    taken.groupOfCell.removeAll(keepingCapacity: true)
    taken.groups.removeAll(keepingCapacity: true)
    placed.forEachOccupied { cell, sums in
      //     cell     r r r r r g g g g g b b b b b
      //     group    r r r r   g g g g   b b b b      without the lowest bit of each
      let group = (cell >> 11) << 8 | (cell >> 6 & 15) << 4 | (cell >> 1 & 15)
      taken.pixels.append(sums)
      taken.groupOfCell.append(group)
      places[group] = 0
    }
    for index in places.indices where places[index] == 0 {
      places[index] = Int16(taken.groups.count)
      taken.groups.append(PlacedSums())
    }
    for index in taken.pixels.indices {
      let group = Int(places[taken.groupOfCell[index]])
      taken.groupOfCell[index] = group
      taken.groups[group] += taken.pixels[index]
    }
    (pixels, groupOfCell, groups) = taken
  }
}
