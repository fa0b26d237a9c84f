internal import DominantColor
internal import OrderedJSON
internal import Pixels
internal import Reporting

extension PaletteRoles {
  /// An object with a member for each role: a colour and its share, or why there is none.
  func json(background: BackgroundFinding?) -> JSONValue {
    let accent = Self.json(accent, absence: accentAbsence)
    var fields = SwatchRole.allCases.map { role in
      JSONValue.Field(role.rawValue, Self.json(self[role], absence: absence(of: role)))
    }
    fields.append(.init("accent", accent))
    fields.append(.init("brand", Self.json(brand, absence: brandAbsence)))
    if let background {
      let foreground = foreground(on: background.background)
      fields.append(
        .init(
          "background",
          Self.json(background.background?.swatch, absence: background.absence?.description)))
      fields.append(
        .init(
          "foreground",
          Self.json(foreground, absence: foregroundAbsence(on: background.background))))
    }
    return .object(fields)
  }

  private static func json(_ swatch: Swatch?, absence: String?) -> JSONValue {
    guard let swatch else { return .object([.init("absent", .string(absence ?? ""))]) }
    return .object([
      .init("color", .string(swatch.color.description)),
      .init("population", .number(swatch.population)),
    ])
  }
}

extension BackgroundFinding {
  /// The background's mean colour, pixels, share of the visible ones and kind, or why there is none.
  var json: JSONValue {
    switch self {
    case .found(let background):
      .object([
        .init("color", .string(background.swatch.color.description)),
        .init("count", .integer(Int(clamping: background.swatch.count))),
        .init("population", .number(background.swatch.population)),
        .init("kind", .string(background.kind)),
      ])
    case .none(let absence):
      .object([
        .init("absent", .string(absence.description)),
        .init("reason", .string(absence.rawValue)),
      ])
    }
  }

  /// The same for people.
  var words: String {
    switch self {
    case .found(let background):
      "\(background.swatch.color), \(Decimals.percent(background.swatch.population)), "
        + background.kind
    case .none(let absence): "none: \(absence)"
    }
  }
}

extension Background {
  fileprivate var kind: String { isGradient ? "gradient" : "uniform" }
}
