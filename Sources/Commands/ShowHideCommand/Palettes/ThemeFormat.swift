internal import CommandText
internal import DominantColor
internal import OrderedJSON
internal import Pixels
internal import Reporting

/// How themes are written.
enum ThemeFormat: String, NamedFormat {
  case css
  case json
  case tokens
  case swift
  case android

  /// The text of a theme, with a line break at its end.
  func text(of theme: InterfaceTheme) -> String {
    switch self {
    case .css: Self.css(theme)
    case .json: Self.json(theme).line + "\n"
    case .tokens: Self.tokens(theme).line + "\n"
    case .swift: Self.swift(theme)
    case .android: Self.android(theme)
    }
  }

  private static func css(_ theme: InterfaceTheme) -> String {
    func properties(_ scheme: ThemeScheme, indent: String) -> String {
      scheme.colors.map {
        "\(indent)--theme-\(dashed($0.role)): \($0.color);\(remark($0).map { " /* \($0) */" } ?? "")\n"
      }.joined()
    }
    return ":root {\n  color-scheme: light dark;\n" + properties(theme.light, indent: "  ")
      + "}\n\n@media (prefers-color-scheme: dark) {\n  :root {\n"
      + properties(theme.dark, indent: "    ") + "  }\n}\n"
  }

  private static func json(_ theme: InterfaceTheme) -> JSONValue {
    func scheme(_ scheme: ThemeScheme) -> JSONValue {
      .object(
        scheme.colors.map { color in
          .init(
            color.role.rawValue,
            .object(
              [
                .init("color", .string(color.color.description)),
                .init("source", .string(color.source.description)),
                .init("deltaE00", .number(color.color.deltaE00(to: color.source))),
              ]
                + (color.contrast.map { [.init("contrast", .number($0))] } ?? [])
                + (color.lightnessContrast.map { [.init("apca", .number($0))] } ?? [])))
        })
    }
    return .object([
      .init("schema", .integer(1)), .init("light", scheme(theme.light)),
      .init("dark", scheme(theme.dark)),
    ])
  }

  /// Design tokens of the W3C's community group (Design Tokens Format Module 2025.10).
  private static func tokens(_ theme: InterfaceTheme) -> JSONValue {
    func group(_ scheme: ThemeScheme) -> JSONValue {
      .object(
        [.init("$type", .string("color"))]
          + scheme.colors.map { color in
            .init(
              dashed(color.role),
              .object(
                [.init("$value", value(color.color))]
                  + (remark(color).map { [.init("$description", .string($0))] } ?? [])))
          })
    }
    return .object([.init("light", group(theme.light)), .init("dark", group(theme.dark))])
  }

  /// A colour as a value of a token.
  private static func value(_ color: RGB8) -> JSONValue {
    .object([
      .init("colorSpace", .string("srgb")),
      .init(
        "components",
        .array([color.red, color.green, color.blue].map { .number(Double($0) / 255) })),
      .init("hex", .string(color.description)),
    ])
  }

  private static func swift(_ theme: InterfaceTheme) -> String {
    func lines(_ name: String, _ scheme: ThemeScheme) -> String {
      "  enum \(name) {\n"
        + scheme.colors.map { color in
          let levels = [color.color.red, color.color.green, color.color.blue]
          let parts = zip(["red", "green", "blue"], levels).map { "\($0): \($1) / 255" }
          return "    static let \(color.role.rawValue) = Color(\(parts.joined(separator: ", ")))\n"
        }.joined() + "  }\n"
    }
    return "import SwiftUI\n\nenum Theme {\n" + lines("Light", theme.light)
      + lines("Dark", theme.dark) + "}\n"
  }

  /// Resources of values; those for dark rooms have names of their own, so that one file holds both.
  private static func android(_ theme: InterfaceTheme) -> String {
    func lines(_ suffix: String, _ scheme: ThemeScheme) -> String {
      scheme.colors.map { color in
        let name = dashed(color.role).split(separator: "-").joined(separator: "_")
        return "  <color name=\"theme_\(name)\(suffix)\">\(color.color)</color>\n"
      }.joined()
    }
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n" + lines("", theme.light)
      + lines("_night", theme.dark) + "</resources>\n"
  }

  /// `muted-text` for `mutedText`.
  private static func dashed(_ role: ThemeRole) -> String {
    role.rawValue.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// Where a colour comes from, and the contrasts it keeps.
  private static func remark(_ color: ThemeColor) -> String? {
    let moved =
      color.color == color.source ? "of the picture" : "from \(color.source) of the picture"
    guard let contrast = color.contrast, let lightness = color.lightnessContrast else {
      return moved
    }
    // Rounded down, so that it never claims more than there is.
    let ratio = Decimals.fixed((contrast * 10).rounded(.down) / 10, places: 1)
    return "\(moved), \(ratio):1, APCA \(Decimals.fixed(lightness, places: 0))"
  }
}
