internal import Pixels

/// The palettes of many pictures, packed for search.
///
/// A swatch is one word, which holds its colour, its share and the number of its cell in CIELAB
/// (`ColorCells`). A search first works out a lower bound of its distance for each cell, and then
/// goes through the words once, so that only those few swatches whose cell does not rule them out
/// are compared exactly. The answers equal those of a scan with
/// ``ColorQuery/match(_:)-(IndexedPalette)`` and ``PaletteTransport/distance(to:)``.
///
/// Memory: 8 bytes a swatch and 12 a picture.
package struct PackedPalettes: Sendable {
  /// What the caller knows each picture by, in the order in which they were added.
  package private(set) var pictures: [Int64] = []
  /// Where each picture's swatches end in ``words``.
  private(set) var ends: [UInt32] = []
  /// The swatches of all pictures.
  private(set) var words: [PackedSwatch] = []
  /// Whether any swatch lies in a cell.
  private(set) var isOccupied = [Bool](repeating: false, count: ColorCells.count)

  /// Makes a table without pictures.
  package init() {}

  /// The number of pictures.
  package var count: Int { pictures.count }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - palette: its colours.
  ///   - picture: what the caller knows it by.
  /// - Complexity: amortised O(1) for each swatch.
  package mutating func append(_ palette: IndexedPalette, of picture: Int64) {
    for swatch in palette.swatches { append(PackedSwatch(swatch)) }
    pictures.append(picture)
    ends.append(UInt32(words.count))
  }

  private mutating func append(_ word: PackedSwatch) {
    isOccupied[word.cell] = true
    words.append(word)
  }

  /// The words of a picture.
  func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// The palette of a picture, by its position in ``pictures``.
  package func palette(at index: Int) -> IndexedPalette {
    IndexedPalette(words[range(of: index)].map(\.swatch))
  }
}

/// A swatch and its cell in one word: from the highest bit, 8 unused, 16 for the cell, 16 for the
/// share, 24 for the colour.
struct PackedSwatch: Hashable, Sendable {
  let word: UInt64

  init(_ swatch: IndexedSwatch) {
    let color = swatch.color
    let channels = UInt64(color.red) << 16 | UInt64(color.green) << 8 | UInt64(color.blue)
    //     63     56 55        40 39         24 23  16 15   8 7    0
    //     [ 0      | cell       | share       | red  | green | blue ]
    //
    // There are 37,975 cells, and shares are at most 10,000: both fit 16 bits.
    word =
      UInt64(ColorCells.cell(of: color)) << 40 | UInt64(swatch.share) << 24 | channels
  }

  var cell: Int { Int(truncatingIfNeeded: word >> 40) }
  var share: Int { Int(truncatingIfNeeded: word >> 24 & 0xFFFF) }
  var color: RGB8 {
    RGB8(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word))
  }
  var swatch: IndexedSwatch { IndexedSwatch(color: color, share: share) }
}
