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
    entry.bars = found.bars
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
    let look = request.reader.barLook(header)
    let background = try background(content, without: nil)
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
      try read(content, without: nil) { look.add($0) }
    }
    if let bars {
      let background = try self.background(content, without: bars)
      counts = self.counts(
        width: width - bars.left - bars.right, height: height - bars.top - bars.bottom)
      try read(content, without: bars) { counts.add($0, without: background) }
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
    return (header, NamedRole.all(found.roles))
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
      colors: RoleSearch(width: width, height: height, visibility: visibility))
  }

  /// What fills the border, which takes a reading of its own; `nil` where it is not left out.
  private func background(
    _ content: InputContent, without bars: EdgeBars?
  ) throws(CommandFailure) -> Background? {
    guard leftOut.hasBackground else { return nil }
    let header = try content.makeReader(decoder).header
    let finder = BackgroundFinder(
      width: header.width - (bars?.left ?? 0) - (bars?.right ?? 0),
      height: header.height - (bars?.top ?? 0) - (bars?.bottom ?? 0))
    var row = 0
    try read(content, without: bars) { pixels in
      finder.add(pixels, row: row)
      row += pixels.height
    }
    return finder.finding().background
  }

  /// Reads the picture once more, what bars leave of it.
  private func read(
    _ content: InputContent, without bars: EdgeBars?, _ body: (PixelView) -> Void
  ) throws(CommandFailure) {
    var reader = try content.makeReader(decoder)
    let conversion = FileColors(reader.header) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }.conversion
    let (width, height) = (reader.rowWidth, reader.rowCount)
    let columns = (bars?.left ?? 0)..<(width - (bars?.right ?? 0))
    let rows = (bars?.top ?? 0)..<(height - (bars?.bottom ?? 0))
    var first = 0
    while var band = try content.readBand(of: &reader, pixels: Self.pixelsPerBand) {
      conversion?.convert(&band)
      let wanted = rows.clamped(to: first..<(first + band.height))
      band.withPixels { pixels in
        guard !wanted.isEmpty else { return }
        body(
          pixels.cropped(
            columns: columns, rows: (wanted.lowerBound - first)..<(wanted.upperBound - first)))
      }
      first += band.height
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
