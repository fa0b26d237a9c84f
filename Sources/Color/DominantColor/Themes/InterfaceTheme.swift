public import Pixels

/// Colours of an interface made from a palette, light and dark, whose pairs can be read.
///
/// Every colour begins as one of the palette and is moved in OKLCH, its hue kept, only as far as the
/// contrast needs: ``ThemeColor/source`` is where it began. Text keeps WCAG 2's 4.5 : 1 on background and
/// surface, and so do the primary colour and the accent, so that the background's colour is readable on
/// them. The palette alone decides: equal palettes make equal themes.
///
/// ```swift
/// let theme = InterfaceTheme(of: Dominant.palette(of: image, method: .distinct))
/// theme?.light[.text]?.color
/// theme?.dark[.primary]?.contrast  // 4.6
/// ```
public struct InterfaceTheme: Hashable, Sendable {
  /// The ratio that text keeps on what it stands on.
  public static let leastContrast = 4.5

  /// For light rooms.
  public let light: ThemeScheme
  /// For dark rooms.
  public let dark: ThemeScheme

  /// Makes a theme of a palette; `nil` of one without colours.
  public init?(of palette: Palette) {
    guard let first = palette.swatches.first else { return nil }
    let colors = palette.swatches.map(\.color)
    let strongest = colors.max { OKLab($0).chroma < OKLab($1).chroma } ?? first.color
    let primary = palette.roles.accent?.color ?? strongest
    let hue = OKLab(primary).hue
    // The second strong colour of another hue, where the picture has one.
    let accent =
      colors.filter { color in
        let lab = OKLab(color)
        let turn = abs(lab.hue - hue)
        return lab.chroma >= SwatchRole.vibrantChroma && min(turn, 360 - turn) >= 30
      }
      .max { OKLab($0).chroma < OKLab($1).chroma } ?? primary
    light = ThemeScheme(colors, primary: primary, accent: accent, isDark: false)
    dark = ThemeScheme(colors, primary: primary, accent: accent, isDark: true)
  }
}

/// What a colour of an interface is for.
public enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  /// What everything stands on.
  case background
  /// Cards and fields on the background.
  case surface
  /// Text on both.
  case text
  /// Less important text on both.
  case mutedText
  /// Buttons and links; text on it has the background's colour.
  case primary
  /// What shall stand out; text on it has the background's colour.
  case accent
}

/// A colour of an interface.
public struct ThemeColor: Hashable, Sendable {
  /// What it is for.
  public let role: ThemeRole
  /// The colour.
  public let color: RGB8
  /// The colour of the palette that it was moved from.
  public let source: RGB8
  /// The WCAG 2 contrast with the background or the surface, the lower of both; `nil` for these two.
  public let contrast: Double?
  /// The lightness contrast Lc of APCA 0.1.9 as text on the background; `nil` as above.
  public let lightnessContrast: Double?
}

/// The colours of an interface for light or for dark rooms, in the order of ``ThemeRole``.
public struct ThemeScheme: Hashable, Sendable {
  /// A colour for each role.
  public let colors: [ThemeColor]

  /// The colour for a role.
  public subscript(role: ThemeRole) -> ThemeColor? { colors.first { $0.role == role } }

  init(_ colors: [RGB8], primary: RGB8, accent: RGB8, isDark: Bool) {
    let byLightness = colors.sorted { OKLab($0).lightness < OKLab($1).lightness }
    let black = RGB8(red: 0, green: 0, blue: 0)
    let darkest = byLightness.first ?? black
    let lightest = byLightness.last ?? black
    let (ground, writing) = isDark ? (darkest, lightest) : (lightest, darkest)
    let background = ReadableShift.ground(ground, lightness: isDark ? 0...0.2 : 0.965...1)
    let surface = ReadableShift.ground(ground, lightness: isDark ? 0.23...0.25 : 0.93...0.945)
    let grounds = [background, surface]
    // The weakest colour is the least important text.
    let muted = colors.min { OKLab($0).chroma < OKLab($1).chroma } ?? writing

    func readable(_ role: ThemeRole, _ source: RGB8, _ ratio: Double) -> ThemeColor {
      let color = ReadableShift.moved(source, on: grounds, to: ratio, isLighter: isDark)
      let contrast = grounds.map { color.contrast(with: $0) }.min()
      return ThemeColor(
        role: role, color: color, source: source, contrast: contrast,
        lightnessContrast: color.lightnessContrast(on: background))
    }
    func plain(_ role: ThemeRole, _ color: RGB8) -> ThemeColor {
      ThemeColor(
        role: role, color: color, source: ground, contrast: nil, lightnessContrast: nil)
    }
    self.colors = [
      plain(.background, background), plain(.surface, surface),
      readable(.text, writing, 7), readable(.mutedText, muted, InterfaceTheme.leastContrast),
      readable(.primary, primary, InterfaceTheme.leastContrast),
      readable(.accent, accent, InterfaceTheme.leastContrast),
    ]
  }
}
