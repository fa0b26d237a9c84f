package import DominantColor
package import Pixels

/// Which pictures are meant: those with enough of many colours together, such as all reds.
///
/// A picture's share is that of its stored colours which lie in the range: of its tones, each
/// counted whole by its mean, or of its palette where that holds all its colours. It is exact by this
/// definition; a tone on the range's edge may hold pixels on both sides.
package struct RangeQuery: Hashable, Sendable {
  /// Colours.
  package enum Range: Hashable, Sendable {
    /// What people call by one word.
    case family(ColorFamily)
    /// The hues of a range; black, white and greys with a slight cast (`ColorFamily`) have none.
    case hue(HueRange)
  }

  /// The colours.
  package let range: Range
  /// The least share of the picture, in ten-thousandths.
  package let share: Int

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - range: the colours.
  ///   - share: the least share of the picture, in ten-thousandths; at least 1 is asked for.
  package init(_ range: Range, share: Int) {
    self.range = range
    self.share = min(max(share, 1), IndexedSwatch.whole)
  }

  /// Whether a colour is in the range.
  package func contains(_ color: RGB8) -> Bool {
    switch range {
    case .family(let family): family.contains(color)
    case .hue(let hues):
      hues.contains(color)
        && ![.grey, .black, .white].contains { (family: ColorFamily) in family.contains(color) }
    }
  }

  /// Looks at one picture: the specification of every faster search.
  ///
  /// - Parameters:
  ///   - palette: its palette.
  ///   - tones: its tones; none for a picture of few colours.
  /// - Returns: the share of the range, in ten-thousandths; `nil` where it is too little.
  package func match(_ palette: IndexedPalette, _ tones: IndexedTones) -> Int? {
    let found =
      tones.tones.isEmpty
      ? palette.swatches.reduce(0) { $0 + (contains($1.color) ? $1.share : 0) }
      : Self.tenThousandths(tones.tones.reduce(0) { $0 + (contains($1.color) ? $1.share : 0) })
    return found >= share ? found : nil
  }

  /// The share of so many millionths in ten-thousandths, never above the whole.
  static func tenThousandths(_ millionths: Int) -> Int {
    min((millionths + 50) / 100, IndexedSwatch.whole)
  }

  /// The colour of a picture that a search found: of those in the range, the fullest.
  ///
  /// - Returns: `nil` where none is.
  package func matched(in palette: IndexedPalette, _ tones: IndexedTones) -> RGB8? {
    guard !tones.tones.isEmpty else {
      return palette.swatches.first { contains($0.color) }?.color
    }
    return tones.tones.first { contains($0.color) }?.color
  }
}
