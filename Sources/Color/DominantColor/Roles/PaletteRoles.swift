/// What the colours of a palette are good for in a design: each role filled with a colour of the
/// palette, or absent with a reason.
///
/// No colour is made up: a role that no colour of the picture has stays empty.
///
/// ```swift
/// let palette = Dominant.palette(of: image, method: .distinct)
/// palette.roles[.vibrant]?.color
/// palette.roles.accent?.color
/// palette.roles.absence(of: .darkVibrant)  // "no colour of the palette is strong and dark"
/// ```
public struct PaletteRoles: Hashable, Sendable {
  private let swatches: [Swatch]

  init(_ swatches: [Swatch]) { self.swatches = swatches }

  /// The colour of a role with most pixels; `nil` when no colour has the role.
  public subscript(role: SwatchRole) -> Swatch? {
    swatches.filter { $0.role == role }.max { $0.count < $1.count }
  }

  /// The colour that stands out: the strongest of those that cover less than half of the pixels, by
  /// chroma; `nil` when none is strong (``SwatchRole/vibrantChroma``).
  public var accent: Swatch? {
    swatches
      .filter { 2 * $0.count < $0.outOf && $0.okLab.chroma >= SwatchRole.vibrantChroma }
      .max { $0.okLab.chroma < $1.okLab.chroma }
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
    return swatches.contains { $0.okLab.chroma >= SwatchRole.vibrantChroma }
      ? "the only strong colour covers half of the picture or more"
      : "no colour of the palette is strong"
  }
}

extension Palette {
  /// The roles of the palette's colours.
  public var roles: PaletteRoles { PaletteRoles(swatches) }
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
