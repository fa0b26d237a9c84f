internal import CLibrary
package import Pixels

/// The colour of text that reads best on a background, by the contrast of WCAG 2.2.
///
/// ```swift
/// let text = ReadableText(on: RGB8(red: 200, green: 60, blue: 20))
/// text.color  // white
/// text.contrast  // 4.9, enough for body text (4.5)
/// ```
package struct ReadableText: Hashable, Sendable {
  /// Black or white, whichever contrasts more; black where both do the same.
  package let color: RGB8
  /// The contrast ratio, 1 to 21; at least 4.58 for every background.
  package let contrast: Double

  /// Chooses a colour for text.
  package init(on background: RGB8) {
    let black = Self.contrast(.init(red: 0, green: 0, blue: 0), background)
    let white = Self.contrast(.init(red: 255, green: 255, blue: 255), background)
    color =
      black >= white
      ? RGB8(red: 0, green: 0, blue: 0) : RGB8(red: 255, green: 255, blue: 255)
    contrast = max(black, white)
  }

  /// The contrast ratio of two colours, 1 to 21, in either order (WCAG 2.2, "contrast ratio").
  package static func contrast(_ first: RGB8, _ second: RGB8) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
  private static func luminance(_ color: RGB8) -> Double {
    0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private static func linear(_ level: UInt8) -> Double {
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
