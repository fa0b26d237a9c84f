internal import DominantColor
internal import OrderedJSON
internal import Pixels

/// A role as a page shows it: its name, and a colour with a name, or why there is none.
struct NamedRole: Equatable, Sendable {
  /// Such as `lightVibrant`.
  let role: String
  /// The colour of the picture; `nil` where none has the role.
  let swatch: Swatch?
  /// Why there is none; `nil` where there is one.
  let absence: String?

  /// The roles that colours have by themselves, the accent and the brand colour.
  static func all(_ roles: PaletteRoles) -> [NamedRole] {
    let own = SwatchRole.allCases.map {
      NamedRole(role: $0.rawValue, swatch: roles[$0], absence: roles.absence(of: $0))
    }
    return own + [
      NamedRole(role: "accent", swatch: roles.accent, absence: roles.accentAbsence),
      NamedRole(role: "brand", swatch: roles.brand, absence: roles.brandAbsence),
    ]
  }

  /// An object for the page.
  var json: JSONValue {
    guard let swatch else {
      return .object([
        .init("role", .string(role)), .init("absence", .string(absence ?? "")),
      ])
    }
    return .object([
      .init("role", .string(role)), .init("color", .string(swatch.color.description)),
      .init("share", .number(swatch.population)),
      .init("name", .string(ColorDescription(swatch.color).name)),
    ])
  }
}
