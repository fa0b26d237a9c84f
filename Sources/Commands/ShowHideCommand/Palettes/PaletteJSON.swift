internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import OrderedJSON
internal import Pixels

extension PaletteEntry {
  /// The picture as an object of the documented schema.
  var json: JSONValue {
    var fields: [JSONValue.Field] = [
      .init("path", .string(path)),
      .init("width", .integer(width)),
      .init("height", .integer(height)),
      .init("visible", .integer(Int(clamping: palette.tally.counted))),
      .init("exact", .bool(isExact)),
    ]
    if let distinctColors { fields.append(.init("distinctColors", .integer(distinctColors))) }
    if let estimate { fields.append(.init("estimate", estimate.json)) }
    fields += tie + absenceFields + shortageFields
    if let bars { fields.append(.init("bars", bars.json)) }
    fields.append(.init("warnings", .array(warnings.map { .string($0) })))
    fields.append(.init("dominant", .optional(palette.dominant, dominant)))
    fields.append(.init("swatches", .array(swatches)))
    if let average { fields.append(.init("average", average.json)) }
    if hasBlurHash { fields.append(.init("blurHash", .optional(blurHash) { .string($0) })) }
    if let background { fields.append(.init("background", background.json)) }
    if let roles { fields.append(.init("roles", roles.json(background: background))) }
    return .object(fields)
  }

  private func dominant(_ swatch: Swatch) -> JSONValue {
    json(of: swatch, dominantInDisplayP3.map { [.init("displayP3", $0.json)] } ?? [])
  }

  private var swatches: [JSONValue] {
    let descriptions = descriptions
    return palette.swatches.enumerated().map { index, swatch in
      var further = displayP3.map { [JSONValue.Field("displayP3", $0[index].json)] } ?? []
      if isNamed { further += descriptions[index].fields }
      if let places { further.append(.init("where", places[index]?.json ?? .null)) }
      return json(of: swatch, further)
    }
  }

  private func json(of swatch: Swatch, _ further: [JSONValue.Field]) -> JSONValue {
    let fields: [JSONValue.Field] = [
      .init("color", .string(swatch.color.description)),
      .init("count", .integer(Int(clamping: swatch.count))),
      .init("population", .number(swatch.population)),
    ]
    return .object(fields + further)
  }
}

extension PaletteEntry {
  /// Why there is no colour: a word for programs, and a sentence for people.
  private var absenceFields: [JSONValue.Field] {
    guard let reason = palette.absence else { return [] }
    return [Self.reason("absence", reason.rawValue, absence ?? reason.description)]
  }

  /// Why there are fewer colours than were asked for, likewise.
  private var shortageFields: [JSONValue.Field] {
    shortage.map { [Self.reason("shortage", $0.rawValue, $0.description)] } ?? []
  }

  private static func reason(_ name: String, _ word: String, _ message: String) -> JSONValue.Field {
    .init(
      name, .object([.init("reason", .string(word)), .init("message", .string(message))]))
  }

  /// The colours that share the lead, where every pixel was counted and several do.
  private var tie: [JSONValue.Field] {
    let colors = isExact ? palette.nearTie.map { JSONValue.string($0.color.description) } : []
    return colors.isEmpty ? [] : [.init("tie", .array(colors))]
  }
}

extension PictureBars {
  /// Columns and rows of each bar, and what they leave: left and upper edge, width and height.
  var json: JSONValue {
    .object([
      .init("color", .string(color.description)),
      .init("left", .integer(left)), .init("top", .integer(top)),
      .init("right", .integer(right)), .init("bottom", .integer(bottom)),
      .init(
        "content",
        .array(
          [columns.lowerBound, rows.lowerBound, columns.count, rows.count].map { .integer($0) })),
    ])
  }
}

extension AverageColor {
  /// The means of light and of encoded levels; null where no pixel counts.
  fileprivate var json: JSONValue {
    .object([
      .init("light", .optional(ofLight) { .string($0.description) }),
      .init("levels", .optional(ofLevels) { .string($0.description) }),
    ])
  }
}

extension SwatchPlace {
  /// In pixels of the picture turned upright: the middle, and a box of left and upper edge, width and height.
  fileprivate var json: JSONValue {
    .object([
      .init("center", .array([.number(rounded(centerX)), .number(rounded(centerY))])),
      .init(
        "box",
        .array(
          [columns.lowerBound, rows.lowerBound, columns.count, rows.count].map { .integer($0) })),
    ])
  }

  private func rounded(_ pixels: Double) -> Double { (10 * pixels).rounded() / 10 }
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
