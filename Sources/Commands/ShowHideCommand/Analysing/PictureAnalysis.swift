internal import DominantColor
internal import FilePalettes
internal import Hashing
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels

/// Finds out what a page needs to know of a picture, and reports it as it becomes known.
///
/// First the size and format (`opened`), then how far reading is (`progress`), then a small picture
/// and all hues (`decoded`), and at last the colours (`analysed`).
struct PictureAnalysis {
  let input: Input
  /// The longest side of the small picture.
  let side: Int
  let decoder: ImageDecoder
  let request: PaletteRequest
  /// What does not count, in any of the answers.
  let leftOut: LeftOutColors

  /// The pixels that are decoded between two reports of progress.
  private static let pixelsPerBand = 1 << 21

  /// Reads the picture twice: for its pixels, and for its colours, which a profile may change.
  ///
  /// - Parameter report: takes each event as soon as it is known.
  /// - Throws: ``CommandFailure``.
  func run(_ report: (JSONValue) -> Void) async throws(CommandFailure) {
    let content = try input.open(limit: decoder.limits.fileBytes)
    let (header, roles) = try await readPixels(content, report)
    let found = try content.palette(request.reader)
    var entry = PaletteEntry(
      path: "picture", width: header.width, height: header.height, isExact: true, warnings: [],
      palette: found.palette, isNamed: true)
    // Of a picture whose colours sRGB has, there is nothing more to report.
    entry.displayP3 = found.displayP3.flatMap { $0.allSatisfy(\.isInSRGB) ? nil : $0 }
    report(try AnalysisEvents.analysed(entry, roles: roles))
  }

  /// The message where there is no such picture.
  static func failure(_ failure: CommandFailure) -> JSONValue {
    AnalysisEvents.event("failed", [.init("problem", .string(failure.cause ?? failure.message))])
  }

  private func readPixels(
    _ content: InputContent, _ report: (JSONValue) -> Void
  ) async throws(CommandFailure) -> (ImageHeader, [NamedRole]) {
    var reader = try content.makeReader(decoder)
    let header = reader.header
    let (width, height) = (reader.rowWidth, reader.rowCount)
    report(AnalysisEvents.opened(header))
    let background = try background(content)
    let visibility = leftOut.visibility(minimumAlpha: VisibilityRule().minimumAlpha)
    let hues = SummaryBuilder(
      HueMethod.self, options: PaletteOptions(visibility: visibility),
      pixelCount: width * height)
    var small = try shrinking { () throws(ImageCodecError) in
      try BoxMean(width: width, height: height, fitting: side)
    }
    let conversion = FileColors(header) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }.conversion
    let colors = RoleSearch(width: width, height: height, visibility: visibility)
    var rows = 0
    while var band = try content.readBand(of: &reader, pixels: Self.pixelsPerBand) {
      conversion?.convert(&band)
      small.add(band, rows: band.height)
      band.withPixels { pixels in
        colors.add(pixels, without: background) { hues.add($0) }
      }
      guard !Task.isCancelled else {
        throw CommandFailure.stopped
      }
      rows += band.height
      report(AnalysisEvents.progress(Double(rows) / Double(max(height, 1))))
    }
    let picture = try shrinking { () throws(ImageCodecError) in
      try small.upright(header.orientation)
    }
    // It goes to a page once: time matters more than bytes.
    let png = try shrinking { () throws(ImageCodecError) in
      try PNGEncoder(compressionLevel: 1).encode(picture)
    }
    let found = colors.found()
    report(
      AnalysisEvents.decoded(
        picture, png: png, hues: hues.summary(), accents: found.accents,
        warnings: reader.warnings.map(\.message)))
    return (header, NamedRole.all(found.roles))
  }

  /// What fills the border, which takes a reading of its own; `nil` where it is not left out.
  private func background(_ content: InputContent) throws(CommandFailure) -> Background? {
    guard leftOut.hasBackground else { return nil }
    var reader = try content.makeReader(decoder)
    let finder = BackgroundFinder(width: reader.rowWidth, height: reader.rowCount)
    var row = 0
    let conversion = FileColors(reader.header) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }.conversion
    while var band = try content.readBand(of: &reader, pixels: Self.pixelsPerBand) {
      conversion?.convert(&band)
      band.withPixels { finder.add($0, row: row) }
      row += band.height
    }
    return finder.finding().background
  }

  private func shrinking<Value>(
    _ body: () throws(ImageCodecError) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw .undecodable(error, path: input.path)
    }
  }
}
