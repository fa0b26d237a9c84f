package import DominantColor
package import Pixels

/// A colour of a picture and the share of the picture that it stands for.
package struct IndexedSwatch: Hashable, Sendable {
  /// The colour.
  package let color: RGB8
  /// The share of the visible pixels in ten-thousandths, 0 to 10,000.
  package let share: Int

  /// Makes a swatch.
  ///
  /// - Parameters:
  ///   - color: the colour.
  ///   - share: ten-thousandths of the visible pixels; held to 0…10,000.
  package init(color: RGB8, share: Int) {
    self.color = color
    self.share = min(max(share, 0), Self.whole)
  }

  /// The share of a whole picture.
  package static let whole = 10_000
}

/// The colours of a picture as an index keeps them, the largest share first.
package struct IndexedPalette: Hashable, Sendable {
  /// The colours, at most ``mostSwatches``.
  package let swatches: [IndexedSwatch]

  /// The most swatches of a palette that are kept.
  package static let mostSwatches = 8

  /// Keeps the first ``mostSwatches`` swatches.
  package init(_ swatches: [IndexedSwatch]) {
    self.swatches = Array(swatches.prefix(Self.mostSwatches))
  }

  /// Takes the swatches of a palette, shares rounded to the nearest ten-thousandth.
  package init(_ palette: Palette) {
    self.init(
      palette.swatches.map { swatch in
        IndexedSwatch(
          color: swatch.color,
          share: Int((swatch.population * Double(IndexedSwatch.whole)).rounded()))
      })
  }

  /// Five bytes a swatch: red, green, blue and the share, high byte first.
  var bytes: [UInt8] {
    swatches.flatMap { swatch in
      [
        swatch.color.red, swatch.color.green, swatch.color.blue, UInt8(swatch.share >> 8),
        UInt8(swatch.share & 0xFF),
      ]
    }
  }

  /// Reads what ``bytes`` gave; `nil` for anything else.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count % 5 == 0, bytes.count <= 5 * Self.mostSwatches else { return nil }
    var rest = bytes[...]
    var swatches: [IndexedSwatch] = []
    while !rest.isEmpty {
      let fields = rest.prefix(5).map { Int($0) }
      let share = fields[3] << 8 | fields[4]
      guard share <= IndexedSwatch.whole else { return nil }
      let color = RGB8(red: UInt8(fields[0]), green: UInt8(fields[1]), blue: UInt8(fields[2]))
      swatches.append(IndexedSwatch(color: color, share: share))
      rest = rest.dropFirst(5)
    }
    self.swatches = swatches
  }
}
