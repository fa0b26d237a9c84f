/// What a colour is good for in a design: how strong and how light it is.
///
/// The rule, over the colour's lightness and chroma in OKLCH: *vibrant* from a chroma of 0.10 up
/// and *muted* below; *light* from a lightness of 0.75 up, *dark* under 0.45, neither in between.
/// The six roles are those of AndroidX Palette, whose targets are set in HSL (saturation 0.35 and
/// 0.4, lightness 0.45 and 0.55); OKLCH puts a yellow and a blue of equal HSL lightness where eyes
/// do. Unlike there, every colour has exactly one role.
public enum SwatchRole: String, Hashable, Sendable, CaseIterable {
  /// Strong and of middle lightness.
  case vibrant
  /// Strong and light.
  case lightVibrant
  /// Strong and dark.
  case darkVibrant
  /// Weak or grey, of middle lightness.
  case muted
  /// Weak or grey, and light.
  case lightMuted
  /// Weak or grey, and dark.
  case darkMuted

  /// The least chroma that is vibrant.
  public static let vibrantChroma = 0.10
  /// The least lightness that is light.
  public static let leastLight = 0.75
  /// The lightness under which colours are dark.
  public static let mostDark = 0.45

  /// The role of a colour.
  public init(_ color: OKLab) {
    let isVibrant = color.chroma >= Self.vibrantChroma
    self =
      switch color.lightness {
      case Self.leastLight...: isVibrant ? .lightVibrant : .lightMuted
      case ..<Self.mostDark: isVibrant ? .darkVibrant : .darkMuted
      default: isVibrant ? .vibrant : .muted
      }
  }
}
