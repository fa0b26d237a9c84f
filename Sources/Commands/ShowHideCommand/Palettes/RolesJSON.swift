internal import DominantColor
internal import OrderedJSON
internal import Pixels

extension PaletteRoles {
  /// An object with a member for each role: a colour and its share, or why there is none.
  var json: JSONValue {
    .object(
      SwatchRole.allCases.map { role in
        .init(role.rawValue, Self.json(self[role], absence: absence(of: role)))
      } + [.init("accent", Self.json(accent, absence: accentAbsence))])
  }

  private static func json(_ swatch: Swatch?, absence: String?) -> JSONValue {
    guard let swatch else { return .object([.init("absent", .string(absence ?? ""))]) }
    return .object([
      .init("color", .string(swatch.color.description)),
      .init("population", .number(swatch.population)),
    ])
  }
}
