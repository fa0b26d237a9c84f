internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// Everything that the C interface asks of the Swift libraries.
extension Request {
  private var reader: FilePaletteReader {
    var reader = FilePaletteReader(
      method: method, options: options, decoder: decoder, isExact: isExact,
      colorTolerance: colorTolerance, seed: seed, selection: Self.selection,
      keepsFewColors: keepsFewColors, region: region)
    reader.leavesOutBackground = background == .leftOut
    reader.gamut = gamut
    reader.leavesOutBars = !isWhole
    return reader
  }

  /// One thread, the caller's, and no tuning file.
  private static let selection = KernelSelection.defaultOrder.limited(toThreads: 1)

  /// The palette of an encoded picture; of a file with its path.
  func answer(
    for source: some ImageSource, at path: String? = nil
  ) throws(Failure) -> Answer {
    do {
      let found = try reader.palette(of: source)
      let inner = without(found.bars).reader
      let around = background == .ignored ? nil : try inner.surroundings(of: source)
      var answer = Answer(
        found, around, places: hasPlaces ? try inner.places(of: found, in: source) : nil)
      answer.shortage = found.palette.shortage(
        of: options, isExact: found.distinctColors != nil)
      return answer
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The palette of a picture file.
  func answer(forFileAt path: String) throws(Failure) -> Answer {
    try answer(for: open(path), at: path)
  }

  /// The palette of pixels.
  func answer(for pixels: StridedPixels) throws(Failure) -> Answer {
    try pixels.check(limits: decoder.limits)
    guard !isWhole, region == nil,
      let found = pixels.bars(minimumAlpha: options.visibility.minimumAlpha)
    else { return answer(forChecked: pixels) }
    let bars = PictureBars(found, width: pixels.width, height: pixels.height)
    var answer = without(bars).answer(forChecked: pixels)
    answer.bars = bars
    return answer
  }

  private func answer(forChecked pixels: StridedPixels) -> Answer {
    let part = pixels.cropped(to: region)
    var bands = BandedPalette(
      method: method, options: options, pixelCount: part.width * part.height,
      selection: Self.selection)
    var few = keepsFewColors ? FewColors(visibility: options.visibility) : nil
    let around = background == .ignored ? nil : surroundings(of: part)
    part.forEachBand { band in
      if background == .leftOut, let found = around?.background.background {
        bands.add(band, without: found)
        found.leaveOut(of: band, rule: options.visibility) { few?.add($0) }
      } else {
        bands.add(band)
        few?.add(band)
      }
      if few?.isExceeded == true { few = nil }
    }
    let means = bands.palette()
    let exact = few?.palette(inPlaceOf: means, count: options.count)
    var answer = Answer(exact ?? means, width: pixels.width, height: pixels.height)
    answer.distinctColors = exact == nil ? nil : few?.colorCount
    answer.shortage = answer.palette.shortage(of: options, isExact: exact != nil)
    answer.take(around, isLeftOut: background == .leftOut)
    if gamut == .displayP3 {
      answer.displayP3 = answer.palette.swatches.map { DisplayP3Color(sRGB: $0.color) }
      answer.dominantInDisplayP3 = answer.palette.dominant.map { DisplayP3Color(sRGB: $0.color) }
    }
    if hasPlaces { answer.places = places(of: answer, in: pixels) }
    return answer
  }

  /// Where each swatch is.
  private func places(of answer: Answer, in pixels: StridedPixels) -> [SwatchPlace?] {
    let corner = region?.pixels(width: pixels.width, height: pixels.height)
    var places = SwatchPlaces(
      of: answer.palette, isExact: answer.distinctColors != nil, visibility: options.visibility,
      width: pixels.width, height: pixels.height)
    pixels.cropped(to: region).forEachBand { band, row in
      places.add(
        band, column: corner?.columns.lowerBound ?? 0, row: row + (corner?.rows.lowerBound ?? 0))
    }
    return places.places
  }

  /// What is around the colours.
  private func surroundings(of pixels: StridedPixels) -> FileSurroundings {
    let colors = SummaryBuilder(
      DistinctMethod.self, options: options, pixelCount: pixels.width * pixels.height,
      selection: Self.selection)
    let finder = BackgroundFinder(
      width: pixels.width, height: pixels.height,
      minimumAlpha: options.visibility.minimumAlpha, selection: Self.selection)
    pixels.forEachBand { band, row in
      finder.add(band, row: row)
      colors.add(band)
    }
    let background = finder.finding()
    return FileSurroundings(
      background: background, colors: colors.summary(), ground: finder.ground(after: background))
  }

  /// The counted pixels of an encoded picture; of a file with its path.
  func histogram(
    of source: some ImageSource, at path: String? = nil
  ) throws(Failure) -> PaletteHistogram {
    do {
      return try reader.histogram(of: source).histogram
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The counted pixels of a picture file.
  func histogram(ofFileAt path: String) throws(Failure) -> PaletteHistogram {
    try histogram(of: open(path), at: path)
  }

  /// Counted pixels.
  func histogram(of pixels: StridedPixels) throws(Failure) -> PaletteHistogram {
    try pixels.check(limits: decoder.limits)
    let builder: PaletteHistogramBuilder
    do {
      builder = try PaletteHistogramBuilder(
        method: method, options: options, pixelCount: pixels.width * pixels.height,
        selection: Self.selection)
    } catch {
      throw Failure(error)
    }
    pixels.cropped(to: region).forEachBand { builder.add($0) }
    return builder.histogram()
  }

  func emptyHistogram() throws(Failure) -> PaletteHistogram {
    do {
      return try PaletteHistogram(method: method, options: options)
    } catch {
      throw Failure(error)
    }
  }

  /// The mean colour of an encoded picture; of a file with its path.
  func average(
    of source: some ImageSource, at path: String? = nil
  ) throws(Failure) -> AverageColor {
    do {
      return try reader.average(of: source)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The mean colour of a picture file.
  func average(ofFileAt path: String) throws(Failure) -> AverageColor {
    try average(of: open(path), at: path)
  }

  /// The mean colour of pixels.
  func average(of pixels: StridedPixels) throws(Failure) -> AverageColor {
    try pixels.check(limits: decoder.limits)
    var average = AverageColor(visibility: options.visibility)
    pixels.cropped(to: region).forEachBand { average.add($0) }
    return average
  }

  /// The BlurHash of an encoded picture; of a file with its path.
  func blurHash(
    of source: some ImageSource, at path: String? = nil, _ waves: BlurHashWaves
  ) throws(Failure) -> String? {
    do {
      return try reader.blurHash(of: source, across: waves.across, down: waves.down)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The BlurHash of a picture file.
  func blurHash(ofFileAt path: String, _ waves: BlurHashWaves) throws(Failure) -> String? {
    try blurHash(of: open(path), at: path, waves)
  }

  /// The BlurHash of pixels.
  func blurHash(of pixels: StridedPixels, _ waves: BlurHashWaves) throws(Failure) -> String? {
    try pixels.check(limits: decoder.limits)
    let part = pixels.cropped(to: region)
    var hash = BlurHash(
      width: part.width, height: part.height, across: waves.across, down: waves.down,
      visibility: options.visibility)
    part.forEachBand { hash.add($0, column: 0, row: $1) }
    return hash.text
  }

  private func open(_ path: String) throws(Failure) -> ImageFile {
    do {
      return try ImageFile(opening: path)
    } catch {
      throw Failure(error)
    }
  }
}

/// A palette with what a caller in C is told beside it.
struct Answer {
  let palette: Palette
  /// Of the picture turned upright.
  var (width, height) = (0, 0)
  var format: ImageFormat?
  var isExact = true
  /// How many colours the picture has, where its swatches are some of them as they are.
  var distinctColors: Int?
  var warnings: [String] = []
  /// Where each swatch is, `nil` for one without a pixel; `nil` where that is not told.
  var places: [SwatchPlace?]?
  /// The swatches' colours in Display P3; `nil` where they are not told.
  var displayP3: [DisplayP3Color]?
  /// The dominant colour in Display P3; `nil` where it is not told.
  var dominantInDisplayP3: DisplayP3Color?
  /// The bars that were left out; `nil` where there are none.
  var bars: PictureBars?
  /// Why there are fewer swatches than were asked for; `nil` where there are as many.
  var shortage: Palette.Shortage?
  /// `nil` where it was not asked for.
  private(set) var background: BackgroundFinding?
  /// What the colours are good for.
  private(set) var roles: PaletteRoles

  /// Takes what is around the colours.
  mutating func take(_ around: FileSurroundings?, isLeftOut: Bool) {
    guard let around else { return }
    background = around.background
    roles = palette.roles(
      besides: around.colors, without: isLeftOut ? around.background.background : nil,
      on: around.ground)
  }

  init(_ palette: Palette, width: Int = 0, height: Int = 0) {
    self.palette = palette
    roles = palette.roles
    (self.width, self.height) = (width, height)
  }

  init(_ file: FilePalette, _ around: FileSurroundings?, places: [SwatchPlace?]?) {
    (self.places, displayP3) = (places, file.displayP3)
    dominantInDisplayP3 = file.dominantInDisplayP3
    palette = file.palette
    roles = palette.roles
    let header = file.header
    (width, height) = header.orientation.uprightSize(width: header.width, height: header.height)
    format = header.format
    isExact = file.isExact
    distinctColors = file.distinctColors
    bars = file.bars
    warnings = file.warnings.map(\.message)
    take(around, isLeftOut: file.background != nil)
  }
}
