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
    let (header, roles, bars) = try await readPixels(content, report)
    var reader = request.reader
    // They were looked for with the preview.
    reader.leavesOutBars = false
    if let bars { reader.region = bars.content }
    let found = try content.palette(reader)
    var entry = PaletteEntry(
      path: "picture", width: header.width, height: header.height, isExact: true, warnings: [],
      palette: found.palette, isNamed: true)
    entry.bars = bars
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
  ) async throws(CommandFailure) -> (ImageHeader, [NamedRole], PictureBars?) {
    var reader = try content.makeReader(decoder)
    let header = reader.header
    let (width, height) = (reader.rowWidth, reader.rowCount)
    report(AnalysisEvents.opened(header))
    let look = request.reader.barLook(header)
    let background = try background(content, nil, header)
    var counts = counts(width: width, height: height)
    var small = try shrinking { () throws(ImageCodecError) in
      try BoxMean(width: width, height: height, fitting: side)
    }
    let conversion = FileColors(header) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }.conversion
    var rows = 0
    while var band = try content.readBand(of: &reader, pixels: Self.pixelsPerBand) {
      conversion?.convert(&band)
      small.add(band, rows: band.height)
      band.withPixels { pixels in
        look?.add(pixels)
        counts.add(pixels, without: background)
      }
      guard !Task.isCancelled else {
        throw CommandFailure.stopped
      }
      rows += band.height
      report(AnalysisEvents.progress(Double(rows) / Double(max(height, 1))))
    }
    let bars = try look?.bars { (look) throws(CommandFailure) in
      try read(content, nil) { look.add($0) }
    }
    if let bars {
      let part = PicturePart(
        columns: bars.left..<(width - bars.right), rows: bars.top..<(height - bars.bottom))
      let background = try self.background(content, part, header)
      counts = self.counts(width: part.columns.count, height: part.rows.count)
      try read(content, part) { counts.add($0, without: background) }
    }
    let picture = try shrinking { () throws(ImageCodecError) in
      try small.upright(header.orientation)
    }
    // It goes to a page once: time matters more than bytes.
    let png = try shrinking { () throws(ImageCodecError) in
      try PNGEncoder(compressionLevel: 1).encode(picture)
    }
    let found = counts.colors.found()
    report(
      AnalysisEvents.decoded(
        picture, png: png, hues: counts.hues.summary(), accents: found.accents,
        warnings: reader.warnings.map(\.message)))
    return (
      header, NamedRole.all(found.roles),
      bars.map { PictureBars(stored: $0, color: $0.color, of: header) }
    )
  }

  /// What is counted of a picture, or of what its bars leave.
  private struct Counts {
    let hues: SummaryBuilder<HueMethod>
    let colors: RoleSearch

    func add(_ pixels: PixelView, without background: Background?) {
      colors.add(pixels, without: background) { hues.add($0) }
    }
  }

  private func counts(width: Int, height: Int) -> Counts {
    let visibility = leftOut.visibility(minimumAlpha: VisibilityRule().minimumAlpha)
    return Counts(
      hues: SummaryBuilder(
        HueMethod.self, options: PaletteOptions(visibility: visibility),
        pixelCount: width * height),
      colors: RoleSearch(width: width, height: height, hasBrand: true, visibility: visibility))
  }

  /// What fills the border of a picture or a part, which takes a reading of its own; `nil` where it is not left out.
  private func background(
    _ content: InputContent, _ part: PicturePart?, _ header: ImageHeader
  ) throws(CommandFailure) -> Background? {
    guard leftOut.hasBackground else { return nil }
    let finder = BackgroundFinder(
      width: part?.columns.count ?? header.width, height: part?.rows.count ?? header.height)
    var row = 0
    try read(content, part) { pixels in
      finder.add(pixels, row: row)
      row += pixels.height
    }
    return finder.finding().background
  }

  /// Reads the picture once more, or a part of it.
  private func read(
    _ content: InputContent, _ part: PicturePart?, _ body: (PixelView) -> Void
  ) throws(CommandFailure) {
    var reader = try content.makeReader(decoder)
    let conversion = FileColors(reader.header) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }.conversion
    var firstRow = 0
    while var band = try content.readBand(of: &reader, pixels: Self.pixelsPerBand) {
      conversion?.convert(&band)
      band.withPixels { view in
        let pixels = part.map { $0.inside(view, firstRow: firstRow)?.pixels } ?? view
        if let pixels { body(pixels) }
      }
      firstRow += band.height
    }
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
