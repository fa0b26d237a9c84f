internal import ColorNames
internal import OrderedJSON
internal import Pixels
internal import Reporting

/// A colour in words: its nearest names, and the text that can be read on it.
struct ColorDescription {
  let color: RGB8
  let css: NearestName
  let xkcd: NearestName
  let text: ReadableText
  /// The nearer of the two, that of CSS where both are as near; among colours that are shown together, one that no
  /// other has.
  let paletteName: PaletteName

  /// Describes a colour alone.
  init(_ color: RGB8) { self.init(color, PaletteName.names(of: [color])[0]) }

  /// Describes colours that are shown together, in their order.
  static func all(_ colors: [RGB8]) -> [ColorDescription] {
    zip(colors, PaletteName.names(of: colors)).map { ColorDescription($0, $1) }
  }

  private init(_ color: RGB8, _ name: PaletteName) {
    self.color = color
    paletteName = name
    css = ColorNameList.css.nearest(to: color)
    xkcd = ColorNameList.xkcd.nearest(to: color)
    text = ReadableText(on: color)
  }

  /// The name that is shown.
  var name: String { paletteName.name }

  /// "black" or "white".
  var textName: String { text.color.red == 0 ? "black" : "white" }

  /// The contrast of the text, as a ratio such as "4.9:1", rounded down so that it never claims
  /// more than there is.
  var contrast: String {
    Decimals.fixed((text.contrast * 10).rounded(.down) / 10, places: 1) + ":1"
  }

  /// The members of an object that describes the colour.
  var fields: [JSONValue.Field] {
    [
      .init("name", .string(name)),
      .init("list", .string(paletteName.nearest.named.list.rawValue)),
      .init("deltaE00", .number(paletteName.nearest.distance)), .init("css", Self.json(css)),
      .init("xkcd", Self.json(xkcd)),
      .init("text", .string(text.color.description)), .init("contrast", .number(text.contrast)),
    ]
  }

  private static func json(_ name: NearestName) -> JSONValue {
    .object([
      .init("name", .string(name.named.name)),
      .init("color", .string(name.named.color.description)),
      .init("deltaE00", .number(name.distance)),
    ])
  }
}
