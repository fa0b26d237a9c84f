/// What the colours of a palette are good for in a design: each role filled with a colour of the
/// palette, or absent with a reason.
///
/// The background, and what reads on it, come from the pixels' places (``Background``), not from the palette.
///
/// No colour is made up: a role that no colour of the picture has stays empty.
///
/// ```swift
/// let palette = Dominant.palette(of: image, method: .distinct)
/// palette.roles[.vibrant]?.color
/// palette.roles.accent?.color
/// palette.roles.brand?.color
/// palette.roles.absence(of: .darkVibrant)  // "no colour of the palette is strong and dark"
/// ```
public struct PaletteRoles: Hashable, Sendable {
  private let swatches: [Swatch]
  /// The role of each, by its colour alone.
  private let roles: [SwatchRole]
  /// The swatches that are no noise, or all where that is unknown.
  private let together: [Swatch]
  private let brandColor: BrandColor

  /// - Parameters:
  ///   - swatches: the palette's.
  ///   - scattered: whether each is scattered like noise; empty if unknown.
  ///   - brand: where more is known than the palette.
  init(_ swatches: [Swatch], scattered: [Bool] = [], brand: BrandColor? = nil) {
    self.swatches = swatches
    roles = swatches.map(\.role)
    brandColor = brand ?? BrandColor(among: swatches)
    together =
      scattered.isEmpty ? swatches : zip(swatches, scattered).filter { !$0.1 }.map { $0.0 }
  }

  /// The colour of a role with most pixels; `nil` when no colour has the role.
  public subscript(role: SwatchRole) -> Swatch? {
    zip(swatches, roles).filter { $0.1 == role }.max { $0.0.count < $1.0.count }?.0
  }

  /// The colour that stands out: the strongest of those that cover less than half of the pixels, by
  /// chroma; `nil` when none is strong (``SwatchRole/vibrantChroma``).
  ///
  /// Only places show whether a colour is a thing or scattered like noise: `Palette.roles(besides:without:)`.
  public var accent: Swatch? {
    together
      .filter { 2 * $0.count < $0.outOf && $0.okLab.chroma >= SwatchRole.vibrantChroma }
      .max { $0.okLab.chroma < $1.okLab.chroma }
  }

  /// The colour that stands for a logo, or for a product on a ground: the one that most pixels have, of which vivid ones weigh more and greys
  /// nothing; `nil` where all are grey.
  ///
  /// Of a logo of one colour it is that colour, as no ``accent`` is. Of a photo it is the vivid colour that covers most.
  /// A logo of black or white has no brand colour: ``foreground(on:)`` says what stands out from its ground.
  ///
  /// What it is among all colours of the picture, and besides what the thing stands on, takes
  /// `Palette.roles(besides:without:on:)`: it is then the mean of the pixels of one paint, and not of a swatch that smoothed
  /// edges are part of. `Palette.roles` knows the swatches alone.
  public var brand: Swatch? { brandColor.swatch }

  /// Why there is no brand colour; `nil` when there is one.
  public var brandAbsence: String? { brandColor.absence }

  /// The colour that reads best on a background: of those that the background does not contain, the one with
  /// the highest contrast (WCAG 2) to it, which is 3 at least; `nil` when there is none.
  public func foreground(on background: Background?) -> Swatch? {
    guard let background else { return nil }
    let ground = background.swatch.color
    return
      swatches
      .filter { !background.contains($0.color) && $0.color.contrast(with: ground) >= 3 }
      .max { $0.color.contrast(with: ground) < $1.color.contrast(with: ground) }
  }

  /// Why there is no foreground; `nil` when there is one.
  public func foregroundAbsence(on background: Background?) -> String? {
    if foreground(on: background) != nil { return nil }
    if background == nil { return "there is no background" }
    if swatches.isEmpty { return "the palette has no colours" }
    return "no colour of the palette has a contrast of 3:1 with the background"
  }

  /// Why a role is empty; `nil` when it is filled.
  public func absence(of role: SwatchRole) -> String? {
    if self[role] != nil { return nil }
    if swatches.isEmpty { return "the palette has no colours" }
    return "no colour of the palette is \(role.meaning)"
  }

  /// Why there is no accent; `nil` when there is one.
  public var accentAbsence: String? {
    if accent != nil { return nil }
    if swatches.isEmpty { return "the palette has no colours" }
    let isStrong = { (swatch: Swatch) in swatch.okLab.chroma >= SwatchRole.vibrantChroma }
    guard swatches.contains(where: isStrong) else { return "no colour of the palette is strong" }
    return together.contains(where: isStrong)
      ? "the only strong colour covers half of the picture or more"
      : "the strong colours are scattered like noise"
  }
}

extension Palette {
  /// The roles of the palette's colours.
  public var roles: PaletteRoles { PaletteRoles(swatches) }

  /// The roles of the palette's colours, among which none that is scattered like noise is the accent.
  ///
  /// - Parameters:
  ///   - colors: of the same pixels, which a builder of ``DistinctMethod`` counts.
  ///   - background: what was left out of the palette and is among the colours, if anything was.
  ///   - ground: what a logo or a product stands on (`BackgroundFinder.ground(after:)`): the brand is besides it.
  /// - Returns: the roles.
  public func roles(
    besides colors: PlacedColors, without background: Background? = nil,
    on ground: Background? = nil
  ) -> PaletteRoles {
    let brand = BrandColor(in: colors, without: background, on: ground)
    return PaletteRoles(
      swatches, scattered: colors.scattered(of: self, without: background),
      // Few exact colours are of this method; means of its windows are as near.
      brand: method == .histogram ? brand.exact(among: swatches) : brand)
  }
}

extension SwatchRole {
  /// What a colour of the role is, in words.
  var meaning: String {
    switch self {
    case .vibrant: "strong and of middle lightness"
    case .lightVibrant: "strong and light"
    case .darkVibrant: "strong and dark"
    case .muted: "weak and of middle lightness"
    case .lightMuted: "weak and light"
    case .darkMuted: "weak and dark"
    }
  }
}
