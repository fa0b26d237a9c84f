public import Pixels

extension Swatch {
  /// The colour in OKLab, with chroma and hue.
  public var okLab: OKLab { OKLab(color) }

  /// What the colour is good for in a design.
  public var role: SwatchRole { SwatchRole(okLab) }

  /// The contrast ratio with white text, 1 to 21; WCAG 2 asks for 4.5, or 3 for large text.
  public var contrastWithWhite: Double {
    color.contrast(with: RGB8(red: 255, green: 255, blue: 255))
  }

  /// The contrast ratio with black text, 1 to 21.
  public var contrastWithBlack: Double { color.contrast(with: RGB8(red: 0, green: 0, blue: 0)) }
}

extension RGB8 {
  /// The relative luminance of WCAG 2: linear light weighted for the eye, 0 to 1.
  public var relativeLuminance: Double {
    0.2126 * OKLab.linear(Double(red) / 255) + 0.7152 * OKLab.linear(Double(green) / 255)
      + 0.0722 * OKLab.linear(Double(blue) / 255)
  }

  /// The contrast ratio of WCAG 2 with another colour, 1 (the same) to 21 (black and white).
  public func contrast(with other: RGB8) -> Double {
    let (first, second) = (relativeLuminance, other.relativeLuminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
