internal import CommandText
internal import DominantColor
internal import OrderedJSON
internal import Pixels

extension PaletteEntry {
  /// The picture as an object of the documented schema.
  var json: JSONValue {
    .object(
      [
        .init("path", .string(path)),
        .init("width", .integer(width)),
        .init("height", .integer(height)),
        .init("visible", .integer(Int(clamping: palette.tally.counted))),
        .init("exact", .bool(isExact)),
      ] + (estimate.map { [.init("estimate", $0.json)] } ?? []) + tie + [
        .init("warnings", .array(warnings.map { .string($0) })),
        .init(
          "swatches",
          .array(
            palette.swatches.map { swatch in
              .object(
                [
                  .init("color", .string(swatch.color.description)),
                  .init("count", .integer(Int(clamping: swatch.count))),
                  .init("population", .number(swatch.population)),
                ] + (isNamed ? ColorDescription(swatch.color).fields : []))
            })),
      ] + (hasRoles ? [.init("roles", palette.roles.json)] : []))
  }
}

extension PaletteEntry {
  /// The colours that share the lead, where every pixel was counted and several do.
  private var tie: [JSONValue.Field] {
    let colors = isExact ? palette.nearTie.map { JSONValue.string($0.color.description) } : []
    return colors.isEmpty ? [] : [.init("tie", .array(colors))]
  }
}

extension PaletteEstimate {
  fileprivate var json: JSONValue {
    .object([
      .init("colorDifference", .number(colorDifference)),
      .init(
        "population",
        .array([.number(populationRange.lowerBound), .number(populationRange.upperBound)])),
      .init("errorProbability", .number(errorProbability)),
      .init("pixelsRead", .integer(pixelsRead)),
    ])
  }
}

/// One JSON document, schema 1, written picture by picture.
struct PaletteJSON: PaletteWriter {
  private var isFirst = true

  func opening() -> [UInt8] { Array("{\"schema\":1,\"images\":[".utf8) }

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    let separator = isFirst ? "\n" : ",\n"
    isFirst = false
    return Array((separator + entry.json.line).utf8)
  }

  func closing() -> [UInt8] { Array("\n]}\n".utf8) }
}

/// One JSON object a line for each file, also for those that failed.
struct PaletteJSONLines: PaletteWriter {
  func section(_ entry: PaletteEntry) -> [UInt8] { Array((entry.json.line + "\n").utf8) }

  func failure(_ path: String, _ message: String) -> [UInt8] {
    let object = JSONValue.object([
      .init("path", .string(path)), .init("error", .string(message)),
    ])
    return Array((object.line + "\n").utf8)
  }
}
