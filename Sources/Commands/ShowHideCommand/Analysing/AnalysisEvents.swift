internal import ColorNames
internal import DominantColor
internal import Hashing
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels

/// The events of an analysis, a JSON object each, with the kind of event first.
enum AnalysisEvents {
  /// How many degrees to either side of a hue a page selects at first.
  private static let usualTolerance = 20

  static func event(_ kind: String, _ fields: [JSONValue.Field]) -> JSONValue {
    .object([.init("event", .string(kind))] + fields)
  }

  /// The file is a picture; its size is that of the picture turned upright.
  static func opened(_ header: ImageHeader) -> JSONValue {
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return event(
      "opened",
      [
        .init("format", .string(header.format.fileExtensions.first ?? "")),
        .init("width", .integer(size.width)), .init("height", .integer(size.height)),
      ])
  }

  /// A share of the rows was read, 0 to 1.
  static func progress(_ share: Double) -> JSONValue {
    event("progress", [.init("done", .number(share))])
  }

  /// The picture was read to its end.
  static func decoded(
    _ picture: ImageBuffer, png: [UInt8], hues: HueHistogram, accents: [Swatch],
    warnings: [String]
  ) -> JSONValue {
    func count(_ value: UInt64) -> JSONValue { .integer(Int(clamping: value)) }
    return event(
      "decoded",
      [
        .init(
          "preview",
          .object([
            .init("width", .integer(picture.width)), .init("height", .integer(picture.height)),
            .init("png", .string(Base64.text(png))),
          ])),
        .init(
          "hue", .optional(hues.mostVividRange(tolerance: usualTolerance)) { .integer($0.center) }),
        .init("hues", .array(hues.bins.map { count($0.sums.count) })),
        .init("accents", .array(swatches(accents))),
        .init("greys", count(hues.greyCount)), .init("counted", count(hues.tally.counted)),
        .init("warnings", .array(warnings.map { .string($0) })),
      ])
  }

  /// The colours are known.
  ///
  /// - Throws: ``CommandFailure`` where a palette cannot be written.
  static func analysed(
    _ entry: PaletteEntry, roles: [NamedRole]
  ) throws(CommandFailure) -> JSONValue {
    func copy(_ writer: some PaletteWriter) throws(CommandFailure) -> [UInt8] {
      var writer = writer
      return writer.opening() + writer.section(entry) + (try writer.closing())
    }
    func text(_ writer: some PaletteWriter) throws(CommandFailure) -> JSONValue {
      .string(String(decoding: try copy(writer), as: UTF8.self))
    }
    return event(
      "analysed",
      [
        .init("swatches", .array(swatches(entry.palette.swatches, entry.displayP3))),
        .init("absence", .optional(entry.palette.absence) { .string($0.description) }),
        .init("bars", .optional(entry.bars) { $0.json }),
        .init("roles", .array(roles.map(\.json))),
        .init(
          "copies",
          .object([
            .init("css", try text(PaletteCSS())), .init("json", try text(PaletteJSON())),
            .init("gpl", try text(PaletteGPL())),
            .init("ase", .string(Base64.text(try copy(PaletteASE())))),
          ])),
      ])
  }

  /// Colours with names, no two of the same; those that sRGB does not have also in Display P3.
  private static func swatches(
    _ swatches: [Swatch], _ displayP3: [DisplayP3Color]? = nil
  ) -> [JSONValue] {
    let descriptions = ColorDescription.all(swatches.map(\.color))
    return swatches.indices.map { index in
      let wide = displayP3.flatMap { $0[index].isInSRGB ? nil : $0[index] }
      return swatch(swatches[index], descriptions[index], wide)
    }
  }

  private static func swatch(
    _ swatch: Swatch, _ description: ColorDescription, _ wide: DisplayP3Color?
  ) -> JSONValue {
    let further = wide.map { [JSONValue.Field("wide", .string($0.css))] } ?? []
    return .object(
      [
        .init("color", .string(swatch.color.description)),
        .init("share", .number(swatch.population)),
        .init("hue", .optional(HueScale().bin(of: swatch.color)) { .integer($0) }),
        .init("name", .string(description.name)),
        .init("text", .string(description.text.color.description)),
        .init("contrast", .string(description.contrast)),
      ] + further)
  }
}
