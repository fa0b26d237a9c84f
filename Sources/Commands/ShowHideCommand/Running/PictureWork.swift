internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import ShowHide

/// One picture's way from an input to its outputs.
///
/// A picture of moderate size is decoded once and held. A large one is streamed, so that memory
/// does not grow with it: its rows are decoded a second time where the change asks for all hues
/// first, and while rows are changed and written, the next ones are decoded. Those of a picture that is turned
/// wait on the disk.
struct PictureWork: Sendable {
  let decoder: ImageDecoder
  let saving: SavingOptions
  let change: PictureChange
  let threads: Int
  /// Tells what is known of a file before anything is made of it: its path, and a sentence.
  var announce: @Sendable (String, String) -> Void = { _, _ in }

  /// What became of a picture.
  struct Outcome: Sendable {
    /// What was done, in words.
    let words: String
    let warnings: [String]

    /// The same without warnings that were told before, each of the others once.
    func without(_ told: [String]) -> Outcome {
      var known = Set(told)
      return Outcome(words: words, warnings: warnings.filter { known.insert($0).inserted })
    }
  }

  /// The most pixels that are held: 64 MB of them.
  var mostPixelsHeld = 1 << 24
  /// The pixels that are streamed at a time: few enough for the caches.
  var pixelsPerBand = 1 << 19
  /// The same where a PNG is written, so that each call has work for several threads.
  var pixelsPerPNGBand = 1 << 21

  /// Reads an input and writes the outputs.
  ///
  /// - Throws: ``CommandFailure`` that names the file; `CancellationError`.
  func run(_ input: Input, outputs paths: [String]) async throws -> Outcome {
    let content = try input.open(limit: decoder.limits.fileBytes)
    let reader = try content.makeReader(decoder)
    let source = try PictureSource(input, reader)
    try saving.checkKeepsFrames(of: source.header, input, outputs: paths)
    let announced = reader.warnings.map(\.message) + source.warnings
    for warning in announced { announce(input.path, warning) }
    let pixelCount = source.header.width * source.header.height
    do {
      guard pixelCount > mostPixelsHeld, let waiting = rowsWaiting(for: source, paths) else {
        return try await runHolding(source, reader, input, paths).without(announced)
      }
      return try await runStreaming(source, reader, content, paths, waiting).without(announced)
    } catch let missing as MissingRole {
      let cause = "no \(missing.role): \(missing.reason)."
      throw CommandFailure(
        message: "'\(input.path)': \(cause)", exitCode: .badData, cause: cause)
    }
  }

  /// Of each output that is turned while it is written, where its rows wait; `nil` where there is no place for them, as
  /// in a sandbox and before standard output.
  private func rowsWaiting(for source: PictureSource, _ paths: [String]) -> [String: UnnamedFile]? {
    var waiting: [String: UnnamedFile] = [:]
    guard TurnedRows.wait(for: source.header.orientation) else { return waiting }
    for path in paths where saving.turns(path) {
      guard path != OutputFiles.standardOutput,
        let file = UnnamedFile(in: PathParts(path).folder)
      else { return nil }
      waiting[path] = file
    }
    return waiting
  }

  private func runHolding(
    _ source: PictureSource, _ reader: consuming ImageRowReader, _ input: Input, _ paths: [String]
  ) async throws -> Outcome {
    let written = try await writeHeld(source, reader, input, paths)
    try Self.checkGoesOn()
    try await written.outputs.finish()
    return await outcome(
      written.prepared, written.outputs, part(of: source), warnings: written.warnings)
  }

  /// Gives all rows of a picture to the outputs; its pixels are gone before those are finished.
  private func writeHeld(
    _ source: PictureSource, _ reader: consuming ImageRowReader, _ input: Input, _ paths: [String]
  ) async throws -> (
    outputs: PictureOutputs, prepared: PictureChange.Prepared, warnings: [String]
  ) {
    let decoded: DecodedImage
    do {
      decoded = try reader.readImage()
    } catch {
      throw CommandFailure.undecodable(error, path: input.path)
    }
    try Self.checkGoesOn()
    let part = part(of: source)
    let look = try await look(at: decoded.image, source, part, input.path)
    let prepared = try change.prepare(look)
    let isOpaque = prepared.keepsOpacity && decoded.image.withPixels { $0.isOpaque }
    let plans = paths.map { saving.plan($0, for: source, isOpaque: isOpaque) }
    try Self.checkGoesOn()
    let outputs = try PictureOutputs(
      plans, in: saving.files, change: prepared, part: part, threads: threads)
    try await outputs.write(decoded.image)
    return (
      outputs, prepared,
      decoded.warnings.map(\.message) + source.warnings + plans.flatMap(\.warnings)
    )
  }

  /// Ends the work on a picture, whose files in the making go, once somebody asked for it.
  private static func checkGoesOn() throws(CommandFailure) {
    if Interruption.isRequested { throw .stopped }
  }

  /// What a picture that is held consists of.
  private func look(
    at image: ImageBuffer, _ source: PictureSource, _ part: PicturePart?, _ path: String
  ) async throws -> PictureLook {
    var look = PictureLook(seen: source.seen)
    if let finder = backgroundFinder(source, part) {
      try await forEachBand(of: image, source, path) {
        Self.add($0, part, firstRow: $1, to: finder)
      }
      look.background = finder.finding().background
    }
    let background = look.background
    if let scale = change.hues {
      var hues = HueHistogram(scale)
      try await forEachBand(of: image, source, path) { band, row in
        let found = try await analyze(band, part, firstRow: row, without: background, path)
        if let found {
          hues.merge(found.hues)
          look.backgroundPixels += found.leftOut
        }
      }
      look.hues = hues
    }
    if let colors = colors(of: source, part) {
      try await forEachBand(of: image, source, path) {
        Self.add($0, part, firstRow: $1, without: background, to: colors)
      }
      look.take(colors)
    }
    return look
  }

  /// Lends a picture as it is seen: all of it where that is what it stores, else band by band.
  private func forEachBand(
    of image: ImageBuffer, _ source: PictureSource, _ path: String,
    _ body: (ImageBuffer, Int) async throws -> Void
  ) async throws {
    guard let seen = source.seen else { return try await body(image, 0) }
    let rows = max(pixelsPerBand / max(image.width, 1), 1)
    for first in stride(from: 0, to: image.height, by: rows) {
      let band = try image.withPixels { pixels throws(CommandFailure) in
        try Self.look(pixels.rows(first..<min(first + rows, image.height)), seen, path)
      }
      try Self.checkGoesOn()
      try await body(band, first)
    }
  }

  /// Rows as they are seen.
  private static func look(
    _ rows: PixelView, _ seen: SeenColors, _ path: String
  ) throws(CommandFailure) -> ImageBuffer {
    do {
      return try seen.image(of: rows)
    } catch {
      throw .noMemory(path, error.description)
    }
  }

  /// Counts colours where the change asks for them.
  private func colors(of source: PictureSource, _ part: PicturePart?) -> RoleSearch? {
    guard change.wantsRoles else { return nil }
    return RoleSearch(
      width: part?.columns.count ?? source.header.width,
      height: part?.rows.count ?? source.header.height, hasBrand: change.wantsBrand,
      visibility: visibility, selection: KernelSelection.automatic.limited(toThreads: threads))
  }

  /// Which pixels count, the background aside.
  private var visibility: VisibilityRule {
    change.leftOut.visibility(minimumAlpha: VisibilityRule().minimumAlpha)
  }

  /// Looks for the background where that is left out.
  private func backgroundFinder(
    _ source: PictureSource, _ part: PicturePart?
  ) -> BackgroundFinder? {
    guard change.leftOut.hasBackground else { return nil }
    return BackgroundFinder(
      width: part?.columns.count ?? source.header.width,
      height: part?.rows.count ?? source.header.height,
      selection: KernelSelection.automatic.limited(toThreads: threads))
  }

  /// Adds some rows, or what of them lies in a part.
  private static func add(
    _ band: ImageBuffer, _ part: PicturePart?, firstRow: Int, to finder: BackgroundFinder
  ) {
    band.withPixels { view in
      guard let part else { return finder.add(view, row: firstRow) }
      guard let inside = part.inside(view, firstRow: firstRow) else { return }
      finder.add(inside.pixels, row: firstRow + inside.firstRow - part.rows.lowerBound)
    }
  }

  /// The background of a picture that is not held, which takes a reading of its own; `nil` where none is left out.
  private func background(
    _ source: PictureSource, _ part: PicturePart?, _ content: InputContent
  ) throws(CommandFailure) -> Background? {
    guard let finder = backgroundFinder(source, part) else { return nil }
    var reader = try content.makeReader(decoder)
    var firstRow = 0
    var used: ImageBuffer?
    while var band = try content.readBand(
      of: &reader, pixels: pixelsPerBand, reusing: used.take())
    {
      if let seen = source.seen { band.withMutableBytes(seen.convert) }
      Self.add(band, part, firstRow: firstRow, to: finder)
      firstRow += band.height
      used = band
    }
    return finder.finding().background
  }

  /// Adds some rows, or what of them lies in a part.
  private static func add(
    _ band: ImageBuffer, _ part: PicturePart?, firstRow: Int, without background: Background?,
    to colors: RoleSearch
  ) {
    band.withPixels { view in
      let pixels = part.map { $0.inside(view, firstRow: firstRow)?.pixels } ?? view
      if let pixels { colors.add(pixels, without: background) }
    }
  }

  /// The hues of some rows, or of what of them lies in a part; `nil` where the change asks for none.
  private func analyze(
    _ band: ImageBuffer, _ part: PicturePart?, firstRow: Int, without background: Background?,
    _ path: String
  ) async throws -> (hues: HueHistogram, leftOut: UInt64)? {
    guard let scale = change.hues else { return nil }
    if let background {
      return hues(of: band, part, firstRow: firstRow, scale, without: background)
    }
    guard let part else {
      let whole = try await Analysis.analyze(
        band, scale: scale, visibility: visibility, threads: threads)
      return (whole.hues, 0)
    }
    let inside: ImageBuffer?
    do {
      inside = try band.withPixels { view throws(ImageGeometryError) in
        guard let inside = part.inside(view, firstRow: firstRow) else { return nil }
        return try ImageBuffer(copying: inside.pixels)
      }
    } catch {
      throw CommandFailure.noMemory(path, error.description)
    }
    guard let inside else { return (HueHistogram(scale), 0) }
    let found = try await Analysis.analyze(
      inside, scale: scale, visibility: visibility, threads: threads)
    return (found.hues, 0)
  }

  /// The hues of what is not the background, and how many pixels that is.
  private func hues(
    of band: ImageBuffer, _ part: PicturePart?, firstRow: Int, _ scale: HueScale,
    without background: Background
  ) -> (hues: HueHistogram, leftOut: UInt64) {
    let counting = SummaryBuilder(
      HueMethod.self, options: PaletteOptions(visibility: visibility, hue: scale),
      pixelCount: band.pixelCount,
      selection: KernelSelection.automatic.limited(toThreads: threads))
    let leftOut = band.withPixels { view -> UInt64 in
      let pixels = part.map { $0.inside(view, firstRow: firstRow)?.pixels } ?? view
      guard let pixels else { return 0 }
      return background.leaveOut(of: pixels, rule: visibility) { counting.add($0) }
    }
    return (counting.summary(), leftOut)
  }

  /// The part of a picture that is meant, as it is stored; `nil` for all of it.
  private func part(of source: PictureSource) -> PicturePart? {
    guard let stored = change.region?.storedPixels(of: source.header) else { return nil }
    return PicturePart(columns: stored.columns, rows: stored.rows)
  }

  /// What became of a picture, once all is written.
  private func outcome(
    _ prepared: PictureChange.Prepared, _ outputs: PictureOutputs, _ part: PicturePart?,
    warnings: [String]
  ) async -> Outcome {
    var (words, warnings) = (prepared.words, warnings)
    if let part, part.columns.isEmpty || part.rows.isEmpty {
      warnings.append("The region lies outside of the picture: nothing is selected.")
    } else if let share = await outputs.selectedShare {
      words += ", \(Decimals.percent(share)) of the visible pixels"
      if share < 0.0005 {
        warnings.append(
          "0.0 % of the visible pixels have the colour of --color. Raise --tolerance, or ask "
            + "'showhide palette' which colours there are.")
      }
    }
    return Outcome(words: words, warnings: warnings)
  }

  private func runStreaming(
    _ source: PictureSource, _ first: consuming ImageRowReader, _ content: InputContent,
    _ paths: [String], _ waiting: [String: UnnamedFile]
  ) async throws -> Outcome {
    var reader = first
    var hues: HueHistogram?
    let part = part(of: source)
    let colors = colors(of: source, part)
    var look = PictureLook(
      seen: source.seen, background: try background(source, part, content))
    var firstRow = 0
    var isOpaque = !source.header.hasTransparency
    // Only reading it to its end shows how opaque a picture is, and whether rows are missing.
    if change.looksFirst || !isOpaque || decoder.allowsPartialImages {
      isOpaque = true
      hues = change.hues.map { HueHistogram($0) }
      var next = try content.readBand(of: &reader, pixels: pixelsPerBand)
      var used: ImageBuffer?
      while var band = next {
        next = nil
        try Self.checkGoesOn()
        if let seen = source.seen { band.withMutableBytes(seen.convert) }
        let start = firstRow
        let background = look.background
        let rows = band
        async let found = analyze(
          rows, part, firstRow: start, without: background, paths.first ?? "")
        if let colors {
          Self.add(band, part, firstRow: start, without: background, to: colors)
        }
        firstRow += band.height
        next = try content.readBand(of: &reader, pixels: pixelsPerBand, reusing: used.take())
        if source.header.hasTransparency { isOpaque = isOpaque && band.withPixels { $0.isOpaque } }
        if let found = try await found {
          hues?.merge(found.hues)
          look.backgroundPixels += found.leftOut
        }
        used = band
      }
      isOpaque = isOpaque && reader.missingRows == 0
      reader = try content.makeReader(decoder)
    }
    look.hues = hues
    look.take(colors)
    let prepared = try change.prepare(look)
    let plans = paths.map {
      saving.plan($0, for: source, isOpaque: prepared.keepsOpacity && isOpaque)
    }
    let outputs = try PictureOutputs(
      plans, in: saving.files, change: prepared, waiting: waiting, part: part, threads: threads)
    let pixels = plans.contains { $0.format == .png } ? pixelsPerPNGBand : pixelsPerBand
    var next = try content.readBand(of: &reader, pixels: pixels)
    var used: ImageBuffer?
    //     next       read 1    read 2    read 3
    //     band                 write 1   write 2
    //     used                           1, whose memory takes 3: two bands in all
    while let band = next {
      try Self.checkGoesOn()
      async let written: Void = outputs.write(band)
      next = try content.readBand(of: &reader, pixels: pixels, reusing: used.take())
      try await written
      used = band
    }
    if reader.missingRows > 0 {
      try await outputs.write(
        content.makeRows(reader.missingRows, width: source.header.width))
    }
    try await outputs.finish(pixels: pixels / 2)
    return await outcome(
      prepared, outputs, part,
      warnings: reader.warnings.map(\.message) + source.warnings + plans.flatMap(\.warnings))
  }
}
