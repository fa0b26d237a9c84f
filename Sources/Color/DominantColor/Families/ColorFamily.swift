public import Pixels

/// What people call by one plain word: all reds, all pastel colours.
///
/// A family is a region of OKLCH (lightness, chroma and hue of OKLab, Björn Ottosson, 2020), a few
/// parts with straight sides each. Families overlap where people use two words, as between blue and
/// teal, and leave out what no plain word names: beige, khaki and the like, 4 % of the colours of sRGB.
///
/// The regions were drawn around the names of the xkcd colour survey (Randall Munroe, "Color Survey
/// Results", 2010; CC0), which the module `ColorNames` holds. How well they agree with the names that have
/// a family's word is in <doc:ColorFamilies>, and held by tests.
///
/// ```swift
/// ColorFamily.brown.contains(RGB8(red: 101, green: 55, blue: 0))  // true
/// ColorFamily(named: "Gray")  // grey
/// ```
///
/// Answers are integer arithmetic, equal on every machine.
public enum ColorFamily: String, CaseIterable, Hashable, Sendable {
  case red
  case orange
  case yellow
  case green
  /// Blue-greens, such as turquoise and cyan.
  case teal
  case blue
  case purple
  case pink
  case brown
  /// What is too dark to show a colour.
  case black
  /// Greys, those with a slight cast too.
  case grey
  case white
  /// Light and pale, but no white: of any hue.
  case pastel
  /// A lightness of 0.47 at most: black and deep colours of any hue.
  case dark
  /// A lightness of 0.78 at least: white and light colours of any hue.
  case light
  /// Far from grey, of any hue; where sRGB holds no such colours, as far as there are.
  case vivid

  /// The family of a word, in any case: one of the names, or "gray".
  public init?(named word: String) {
    let word = word.lowercased()
    self.init(rawValue: word == "gray" ? "grey" : word)
  }

  /// Whether it is one of the twelve basic colours, and not a kind of any hue.
  public var isBasic: Bool {
    switch self {
    case .pastel, .dark, .light, .vivid: false
    default: true
    }
  }

  /// Whether a colour belongs to the family.
  ///
  /// - Complexity: O(1); a handful of integer comparisons for each part of the region.
  public func contains(_ color: RGB8) -> Bool { thousandths(to: color) == 0 }

  /// How far a colour lies outside of the family, in thousandths of OKLab's unit, rounded up; 0 within.
  ///
  /// It is the least of the distances to the region's parts: the root of the squared ways to their lightness,
  /// chroma and hue. About 20 is just noticeable.
  ///
  /// - Complexity: O(1).
  public func thousandths(to color: RGB8) -> Int {
    let place = ColorPlace(color)
    var least = Int64.max
    for part in parts {
      least = min(least, part.squaredDistance(to: place))
      if least == 0 { return 0 }
    }
    return ColorPlace.thousandths(ofSquared: least)
  }

  /// Where the colours of a box lie together.
  package enum Boxed: Sendable {
    /// All belong to the family.
    case within
    /// All lie further outside than was asked.
    case beyond
    /// Neither is certain.
    case open
  }

  /// Judges all colours of a box at once.
  ///
  /// No colour of the box is further from its middle than the bound *r* of ``ColorDistance``. Within
  /// *r* the ways to a part's sides change by *r* at most each, and a family's distance by √2 · *r*:
  /// lightness by its part of *r*, chroma and the way to a hue each by the rest.
  ///
  /// - Parameters:
  ///   - lowest: the colour with the box's smallest channels.
  ///   - highest: the colour with its largest.
  ///   - thousandths: how far outside of the family is beyond.
  /// - Returns: what is certain of all of them.
  package func judge(from lowest: RGB8, to highest: RGB8, beyond thousandths: Int) -> Boxed {
    let middle = RGB8(
      red: lowest.red + (highest.red - lowest.red) / 2,
      green: lowest.green + (highest.green - lowest.green) / 2,
      blue: lowest.blue + (highest.blue - lowest.blue) / 2)
    let radius = ColorDistance(from: middle).thousandthsBounds(from: lowest, to: highest).upperBound
    let away = self.thousandths(to: middle)
    // 1.415 is above √2; 3 are for rounding.
    if away - (1415 * radius + 999) / 1000 - 3 > thousandths { return .beyond }
    guard away == 0 else { return .open }
    let place = ColorPlace(middle)
    let isWithin = parts.contains {
      $0.depth(of: place) > Int64(radius + 3) * ColorPlace.thousandth
    }
    return isWithin ? .within : .open
  }
}
