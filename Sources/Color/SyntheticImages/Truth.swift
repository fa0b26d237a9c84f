package import Pixels

/// The dominant colour of a synthetic image, known because it was put there.
package struct Truth: Hashable, Sendable {
  /// Red in levels of 0 to 255; between two levels when the colour was planted so.
  package let red: Double
  /// Green in levels of 0 to 255.
  package let green: Double
  /// Blue in levels of 0 to 255.
  package let blue: Double
  /// Exactly how many visible pixels (alpha 128 or more) were painted with the colour; `nil` when
  /// only the colour is known.
  package let count: Int?
  /// Exactly how many visible pixels the image has; `nil` when only the colour is known.
  package let visibleCount: Int?

  init(red: Double, green: Double, blue: Double, count: Int?, visibleCount: Int?) {
    self.red = red
    self.green = green
    self.blue = blue
    self.count = count
    self.visibleCount = visibleCount
  }

  init(_ color: RGB8, count: Int?, visibleCount: Int?) {
    self.init(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue), count: count,
      visibleCount: visibleCount)
  }

  /// The colour to the nearest level, halves rounded up.
  package var color: RGB8 {
    RGB8(
      red: UInt8((red + 0.5).rounded(.down)), green: UInt8((green + 0.5).rounded(.down)),
      blue: UInt8((blue + 0.5).rounded(.down)))
  }

  /// The share of the visible pixels painted with the colour; `nil` when only the colour is known.
  package var fraction: Double? {
    guard let count, let visibleCount, visibleCount > 0 else { return nil }
    return Double(count) / Double(visibleCount)
  }
}
