internal import ColorIndex
internal import CommandText
internal import Files
internal import OrderedJSON
internal import Pixels
internal import Reporting

/// Found pictures as text: a table for people, paths and JSON for programs.
struct FoundText {
  /// What was asked for, in words.
  let query: String
  let pictures: [FoundPicture]

  /// One path after another, each with an end mark.
  func paths(separator: UInt8) -> [UInt8] {
    pictures.flatMap { PathText.encode($0.path) + [separator] }
  }

  /// A row a picture, with its colours as blocks where they can be shown.
  func table(on terminal: Terminal) -> String {
    let hasDistances = pictures.contains { $0.distance != nil }
    var table = TextTable(
      columns: (hasDistances ? [.init("ΔE00")] : []) + [
        .init("share"), .init("colours", .left), .init("picture", .left),
      ])
    for found in pictures {
      let palette = found.picture.palette.swatches.prefix(5).map(\.color)
      // The colour for which the picture was found comes first.
      let colors = (found.matched.map { [$0] } ?? []) + palette
      let blocks = colors.compactMap { color in
        terminal.swatch(red: color.red, green: color.green, blue: color.blue, columns: 3)
      }
      let first = colors.first?.description ?? TextTable.nothing
      let distance = found.distance.map { [TextTable.Cell(Decimals.fixed($0, places: 1))] }
      table.append(
        (distance ?? []) + [
          TextTable.Cell(Decimals.percent(Double(found.share) / Double(IndexedSwatch.whole))),
          TextTable.Cell(
            first, prefix: blocks.isEmpty ? "" : blocks.joined() + " ",
            prefixWidth: blocks.isEmpty ? 0 : 3 * blocks.count + 1),
          TextTable.Cell(PathText.printable(found.path)),
        ])
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  /// One JSON document, schema 1.
  var json: String {
    let document = JSONValue.object([
      .init("schema", .integer(1)), .init("query", .string(query)),
      .init("pictures", .array(pictures.map(Self.json))),
    ])
    return document.line + "\n"
  }

  private static func json(_ found: FoundPicture) -> JSONValue {
    .object(
      [
        .init("path", .string(found.path)), .init("width", .integer(found.picture.width)),
        .init("height", .integer(found.picture.height)),
      ] + (found.distance.map { [.init("deltaE00", .number($0))] } ?? []) + [
        .init("share", .number(Double(found.share) / Double(IndexedSwatch.whole)))
      ] + (found.matched.map { [.init("matched", .string($0.description))] } ?? []) + [
        .init(
          "swatches",
          .array(
            found.picture.palette.swatches.map { swatch in
              .object([
                .init("color", .string(swatch.color.description)),
                .init("population", .number(Double(swatch.share) / Double(IndexedSwatch.whole))),
              ])
            }))
      ])
  }
}
