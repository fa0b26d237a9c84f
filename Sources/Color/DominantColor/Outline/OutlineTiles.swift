internal import Pixels
internal import SIMDBodies

/// Tiles drawn of a picture, each with the pixel of the outline that it lies in.
struct OutlineTiles {
  /// Pixels of a whole tile.
  static let pixelsPerTile = 16
  /// Numbers of a tile: its pixel of the outline, then its own, as RGBA; 0 where there is none.
  static let stride = 1 + pixelsPerTile

  private let rule: VisibilityRule
  /// The tiles that are not the same as their outline; 0 for pixels that do not count.
  private(set) var words: [UInt32] = []
  /// The outline's pixels of the other tiles, of those that count.
  private(set) var plainWords: [UInt32] = []

  init(_ rule: VisibilityRule) { self.rule = rule }

  mutating func add(_ tiles: [UInt32]) {
    precondition(tiles.count.isMultiple(of: Self.stride), "tiles are whole")
    words.reserveCapacity(words.count + tiles.count)
    tiles.withUnsafeBufferPointer { tiles in
      guard var tile = tiles.baseAddress else { return }
      for _ in 0..<tiles.count / Self.stride {
        add(tile)
        tile += Self.stride
      }
    }
  }

  /// Adds a tile.
  ///
  /// SAFETY: `tile` are ``stride`` words.
  @inline(__always)
  private mutating func add(_ tile: UnsafePointer<UInt32>) {
    let outline = tile[0]
    //     [ outline's pixel | 16 of its own: 4 × 4 of the picture ]
    //
    // Equal to the outline in all 16: no residual, and most tiles of a flat picture are so.
    guard (Lanes(loading: tile + 1) ^ Lanes(repeating: outline)).isAnyNonzero else {
      if isCounted(outline) { plainWords.append(outline) }
      return
    }
    let all = UnsafeBufferPointer(start: tile, count: Self.stride)
    if rule.hasFilters {
      for word in all { words.append(isCounted(word) ? word : 0) }
    } else {
      // Pixels of a JPEG are opaque, those past its edges are not and 0 already.
      words.append(contentsOf: all)
    }
  }

  /// Whether a pixel counts; those past the picture's edges do not.
  func isCounted(_ word: UInt32) -> Bool {
    guard rule.hasFilters else { return word != 0 }
    let word = UInt32(littleEndian: word)
    let pixel = RGBA8(
      red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word >> 16), alpha: UInt8(truncatingIfNeeded: word >> 24))
    return pixel.alpha > 0 && rule.verdict(on: pixel) == .counted
  }

  /// Whether a tile's pixel of the outline and all of its own count.
  ///
  /// SAFETY: `tile` are ``stride`` words.
  @inline(__always)
  static func areAllCounted(_ tile: UnsafePointer<UInt32>) -> Bool {
    let zero = Lanes(repeating: 0)
    return tile[0] != 0 && !Lanes(loading: tile + 1).isEqual(to: zero).isAnyNonzero
  }

  /// The levels of a word that counts.
  @inline(__always)
  static func levels(_ word: UInt32) -> (red: Int, green: Int, blue: Int) {
    let word = UInt32(littleEndian: word)
    return (
      Int(truncatingIfNeeded: word & 255), Int(truncatingIfNeeded: word &>> 8 & 255),
      Int(truncatingIfNeeded: word &>> 16 & 255)
    )
  }
}
