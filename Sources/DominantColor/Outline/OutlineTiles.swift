internal import Pixels

/// Tiles drawn of a picture, each with the pixel of the outline that it lies in.
struct OutlineTiles {
  /// Pixels of a whole tile.
  static let pixelsPerTile = 16
  /// Numbers of a tile: its pixel of the outline, then its own, as RGBA; 0 where there is none.
  static let stride = 1 + pixelsPerTile

  private let rule: VisibilityRule
  private var words: [UInt32] = []

  init(_ rule: VisibilityRule) { self.rule = rule }

  /// Adds tiles.
  mutating func add(_ tiles: [UInt32]) {
    precondition(tiles.count.isMultiple(of: Self.stride), "tiles are whole")
    words += tiles
  }

  /// A colour that counts, and by how many sixteenths of a tile.
  typealias Part = (color: RGB8, weight: Int)

  /// Calls a body with each tile's counted pixels and, with negative weight, what its outline has in
  /// their place: one pixel for the whole tile.
  ///
  /// Tiles that are the same as their outline are left out.
  func forEachResidual(_ body: (ArraySlice<Part>) -> Void) {
    let black = RGB8(red: 0, green: 0, blue: 0)
    var parts = [Part](repeating: (black, 0), count: Self.stride)
    for first in Swift.stride(from: 0, to: words.count, by: Self.stride) {
      var count = 0
      func add(_ word: UInt32, _ weight: Int) {
        guard let color = counted(word) else { return }
        parts[count] = (color, weight)
        count += 1
      }
      let outline = words[first]
      guard words[first + 1..<first + Self.stride].contains(where: { $0 != outline }) else {
        continue
      }
      add(outline, -Self.pixelsPerTile)
      for index in first + 1..<first + Self.stride { add(words[index], 1) }
      body(parts[..<count])
    }
  }

  /// The colour of a pixel that counts.
  ///
  /// Those of a JPEG are opaque, those past its edges are not.
  private func counted(_ word: UInt32) -> RGB8? {
    let word = UInt32(littleEndian: word)
    let pixel = RGBA8(
      red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word >> 16), alpha: UInt8(truncatingIfNeeded: word >> 24))
    guard pixel.alpha > 0, rule.verdict(on: pixel) == .counted else { return nil }
    return pixel.color
  }
}
