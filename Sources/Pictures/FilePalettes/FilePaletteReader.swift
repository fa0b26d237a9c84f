public import DominantColor
public import ImageCodecs
internal import LargePages
internal import Pixels

/// Finds the colours of picture files without ever holding a file or its pixels.
///
/// ```swift
/// let answer = try FilePaletteReader().palette(of: ImageFile(opening: "photo.jpg"))
/// answer.palette.swatches           // colours that differ clearly
/// answer.palette.dominant?.color    // the fullest small window of colour
/// ```
///
/// Rows go from the decoder into a histogram a few at a time. Peak memory does not grow with the
/// picture, but for an interlaced PNG (whose pixels are held), a JPEG in several scans (whose
/// coefficients are), of a JPEG that a sample judges, the outline (up to 4 MB) and where blocks
/// start (up to 16 MB), and 36 bytes for each row and column where bars are looked for.
///
/// Colours are those of sRGB: where a file's colour profile says something else, such as Display
/// P3, Adobe RGB or ProPhoto, its pixels are converted before they are counted. A profile that
/// cannot be followed is a warning, and the pixels are taken as sRGB.
public struct FilePaletteReader: Sendable {
  /// The question to answer.
  public var method: PaletteMethod
  /// How many colours, and which pixels count.
  public var options: PaletteOptions
  /// Limits, and what to do about damage.
  public var decoder: ImageDecoder
  /// Whether every pixel of every file is to be counted.
  ///
  /// Otherwise, for method `histogram`, of a baseline JPEG in one scan with
  /// `OutlineProof.leastPixelCount` pixels or more, grey or with usual sampling factors (4:4:4, 4:2:2,
  /// 4:2:0), an outline is read, the means of 8 × 8 pixels. Tiles of 4 × 4 pixels drawn at random
  /// then have to prove the dominant colour to ``colorTolerance``, with a probability of error of
  /// 1.001 · 10⁻⁶ at most (see `OutlineProof`, and ``FilePalette/estimate``). Where they do not, and of
  /// all other files, every pixel is counted.
  ///
  /// Methods `hue`, `kmeans` and `distinct` count every pixel. Neighbouring hues are seldom far enough apart for a
  /// sample, and with k-means a sample may lead to another optimum, however large it is.
  public var isExact: Bool
  /// By how much a dominant colour that a sample proves may differ from the exact one, in ΔE00,
  /// before both are rounded: 0.1 to 1 (`OutlineProof.colorTolerances`); what lies outside counts as the
  /// nearer bound.
  ///
  /// Half of it takes up to four times as many tiles, and every pixel of some more pictures.
  public var colorTolerance: Double
  /// What chooses the pixels that are looked at where not all are.
  ///
  /// One seed always chooses the same, so somebody who knows it can paint a picture that misleads
  /// it; draw one at random where pictures are hostile.
  public var seed: UInt64
  /// Which kernel counts, by the size that a file declares; it decides speed, never the colours.
  public var selection: KernelSelection
  /// Whether methods `histogram` and `distinct` give the exact colours of pictures that consist of few,
  /// such as logos, pixel art and screenshots (``FilePalette/distinctColors`` says so).
  ///
  /// Such a picture has at most 512 colours, which do not run into each other as those of a grey
  /// photo or a gradient do. Without a number of colours in ``options`` there are up to 16, each with
  /// 0.5 % of the pixels at least. Files of lossy coding, such as JPEG, have no exact colours.
  public var keepsFewColors: Bool
  /// The part of the picture that is looked at, every pixel of it; `nil` for all of it.
  public var region: PictureRegion?

  /// Whether the background is left out, where there is one: then every pixel is counted, and every file is decoded twice.
  ///
  /// Pixels of the background count as filtered, and ``FilePalette/background`` says what it is.
  public var leavesOutBackground = false

  /// Whether uniform bars at the edges are left out, such as those of a letterbox or the margins of a scan.
  ///
  /// Usually they are. Then a file that has some is decoded twice, and ``FilePalette/bars`` says what they are.
  /// They are looked for while every pixel is counted (see `BarFinder`). A picture of few exact colours, such as a logo or a
  /// drawing, has none, and a ``region`` is looked at as it is. A large JPEG whose outline has bars is looked at in full,
  /// also where a sample would prove its colour (see ``isExact``).
  public var leavesOutBars = true

  /// What colours are counted in.
  ///
  /// With `ColorGamut.displayP3` the pixels of files that name other colours than sRGB's are converted to
  /// Display P3, and every one is counted there, by the same arithmetic:
  /// colours that sRGB does not have stay apart from those on its surface.
  /// ``FilePalette/displayP3`` then has the swatches, and ``FilePalette/palette`` the same in sRGB. Filters
  /// of colours look at the levels of Display P3.
  public var gamut = ColorGamut.sRGB

  /// Makes a reader; without a method it is distinct, and pictures of few colours keep these.
  public init(
    method: PaletteMethod? = nil, options: PaletteOptions = PaletteOptions(),
    decoder: ImageDecoder = ImageDecoder(), isExact: Bool = false,
    colorTolerance: Double = 1, seed: UInt64 = 0, selection: KernelSelection = .automatic,
    keepsFewColors: Bool? = nil, region: PictureRegion? = nil
  ) {
    self.keepsFewColors = keepsFewColors ?? (method == nil)
    self.region = region
    self.method = method ?? .distinct
    self.options = options
    self.decoder = decoder
    self.isExact = isExact
    self.colorTolerance = colorTolerance
    self.seed = seed
    self.selection = selection
  }

  /// Bytes of rows decoded at a time: enough to share the costs of a call, few enough to stay in
  /// the nearest caches.
  private static let bandBytes = 1 << 20
  /// The same of an outline, which is little in all, so that no more memory is touched than it takes.
  private static let outlineBandBytes = 1 << 17
  /// The same where sixteen rows take more than that.
  private static let wideBandBytes = 1 << 17

  /// The colours of a file on disk or in memory.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times the scans read.
  public func palette(of source: some ImageSource) throws(ImageCodecError) -> FilePalette {
    guard !leavesOutBackground else {
      let reader = try source.rows(decoder)
      let header = reader.header
      let look = barLook(header)
      let colors = Self.colors(of: reader, gamut: gamut)
      let finding = try background(reading: reader, gamut: gamut) { look?.add($0) }
      if let found = try palette(of: source, without: look, header, colors.gamut) {
        return found
      }
      return try exactPalette(reading: source.rows(decoder), colors, without: finding)
    }
    var reader = try source.rows(decoder, detail: detail(for:))
    let colors = Self.colors(of: reader, gamut: gamut)
    let header = reader.header
    if reader.isOutline, let sampling = reader.tileDraws {
      // Where the outline has bars, the picture is looked at in full.
      let outline = barLook(width: reader.rowWidth, height: reader.rowCount, header)
      let answer = try provenPalette(reading: &reader, colors, sampling) { outline?.add($0) }
      if let answer, outline?.mayHaveBars() != true { return answer }
    }
    let look = barLook(header)
    let whole =
      reader.isOutline
      ? try exactPalette(reading: reader.readerInFull(), colors, look)
      : try exactPalette(reading: reader, colors, look)
    return try palette(of: source, without: look, header, colors.gamut) ?? whole
  }

  /// What looks for bars in all rows of a file; `nil` where they are not asked for.
  package func barLook(_ header: ImageHeader) -> BarLook? {
    barLook(width: header.width, height: header.height, header)
  }

  private func barLook(width: Int, height: Int, _ header: ImageHeader) -> BarLook? {
    guard leavesOutBars, region == nil else { return nil }
    return BarLook(
      width: width, height: height, hasExactColors: header.hasExactColors,
      minimumAlpha: options.visibility.minimumAlpha)
  }

  /// The palette without the bars that a look at all rows found; `nil` where it found none.
  private func palette(
    of source: some ImageSource, without look: BarLook?, _ header: ImageHeader,
    _ counted: ColorGamut
  ) throws(ImageCodecError) -> FilePalette? {
    let stored = try look?.bars { (look) throws(ImageCodecError) in
      var reader = try source.rows(decoder)
      try readBands(of: &reader, Self.colors(of: reader, gamut: gamut)) { look.add($0) }
    }
    guard let stored else { return nil }
    let color = counted == .displayP3 ? DisplayP3Color(levels: stored.color).sRGB : stored.color
    let bars = PictureBars(stored: stored, color: color, of: header)
    var reader = self
    reader.region = bars.content
    var found = try reader.palette(of: source)
    found.bars = bars
    return found
  }

  /// How the colours of an open file become those of a gamut.
  static func colors(
    of reader: borrowing ImageRowReader, gamut: ColorGamut = .sRGB
  ) -> FileColors {
    FileColors(reader.header, wanted: gamut) { () throws(ImageCodecError) in
      try reader.colorProfile()
    }
  }

  /// An outline only where it saves time and can answer.
  private func detail(for header: ImageHeader) -> ImageDetail {
    method == .histogram && gamut == .sRGB ? histogramDetail(for: header) : .full
  }

  /// The same for method `histogram` in sRGB.
  func histogramDetail(for header: ImageHeader) -> ImageDetail {
    let pixelCount = header.width * header.height
    guard pixelCount >= OutlineProof.leastPixelCount && !isExact && region == nil else {
      return .full
    }
    let draws = OutlineProof.recommendedDraws(
      colorTolerance: provenTolerance, pixelCount: pixelCount)
    return .sampledOutline(draws: draws, seed: seed)
  }

  /// ``colorTolerance``, as a proof takes it.
  private var provenTolerance: Double {
    let range = OutlineProof.colorTolerances
    // In this order a tolerance that is not a number is the least.
    return min(max(range.lowerBound, colorTolerance), range.upperBound)
  }

  private func exactPalette(
    reading reader: consuming ImageRowReader, _ colors: FileColors,
    _ look: BarLook? = nil, without finding: BackgroundFinding? = nil
  ) throws(ImageCodecError) -> FilePalette {
    let background = finding?.background
    var bands = BandedPalette(
      method: method, options: options, pixelCount: pixelCount(reader.header), selection: selection)
    let mayBeFew = keepsFewColors && method.isExactOfFewColors && reader.header.hasExactColors
    let isCounted =
      look != nil && background == nil
      && options.visibility == VisibilityRule(minimumAlpha: options.visibility.minimumAlpha)
    var few = mayBeFew && !isCounted ? FewColors(visibility: options.visibility) : nil
    try readBands(of: &reader, colors) { pixels in
      look?.add(pixels)
      guard let background else {
        bands.add(pixels)
        few?.add(pixels)
        if few?.isExceeded == true { few = nil }
        return
      }
      bands.add(pixels, without: background)
      background.leaveOut(of: pixels, rule: options.visibility) { few?.add($0) }
      if few?.isExceeded == true { few = nil }
    }
    if mayBeFew, isCounted { few = look?.few }
    let means = bands.palette()
    let exact = few?.palette(inPlaceOf: means, count: options.count)
    let found = FilePalette(
      palette: exact ?? means, header: reader.header, isExact: true, estimate: nil,
      warnings: reader.warnings + colors.warnings + regionWarnings(reader.header),
      distinctColors: exact == nil ? nil : few?.colorCount, background: finding)
    return gamut == .displayP3 ? found.inDisplayP3(countedIn: colors.gamut) : found
  }

  /// The pixels of the region, or of the whole picture.
  private func pixelCount(_ header: ImageHeader) -> Int {
    guard let pixels = region?.storedPixels(of: header) else { return header.width * header.height }
    return pixels.columns.count * pixels.rows.count
  }

  /// What is odd about the region.
  func regionWarnings(_ header: ImageHeader) -> [ImageWarning] {
    guard let pixels = region?.storedPixels(of: header),
      pixels.columns.isEmpty || pixels.rows.isEmpty
    else { return [] }
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return [
      ImageWarning(
        "The region lies outside of the picture, which has \(size.width) × \(size.height) pixels.")
    ]
  }

  /// Where draws that are likely to suffice are more than this many times all there are, every pixel
  /// is counted at once: what few draws say is rough.
  private static func forecastSlack(rank: Int) -> Double { 1 + 0.08 * Double(rank) }
  /// A look has at most four times as many draws as the one before: where these forecast failure, the
  /// others are not decoded.
  private static let mostRanksAtOnce = 2

  /// The colours by the outline and tiles; `nil` where they prove nothing, or the file has to be
  /// read in full.
  ///
  /// The fewest tiles come first; they tell how many more it takes. The body sees the outline too.
  func provenPalette(
    reading reader: inout ImageRowReader, _ colors: FileColors, _ sampling: TileSampling,
    also body: (PixelView) -> Void
  ) throws(ImageCodecError) -> FilePalette? {
    let header = reader.header
    let proof = OutlineProof(
      options: options, pixelCount: header.width * header.height, population: sampling.population,
      colorTolerance: provenTolerance, selection: selection)
    try readBands(of: &reader, colors) { pixels in
      proof.add(pixels)
      body(pixels)
    }
    var (rank, rankAbove) = (sampling.highestRank, sampling.highestRank + 1)
    while let tiles = reader.readTiles(ranks: rank...rankAbove - 1) {
      //     rank       4      3      2      1      0
      //     draws      n/16   n/8    n/4    n/2    n      of a rank and all above it
      //     read       4      3...2         1...0         two ranks have four times the draws
      // Fewer ranks, where the forecast says that fewer draws suffice.
      let draws = sampling.draws(fromRank: rank)
      let mostDraws =
        rank > 0 ? Self.forecastSlack(rank: rank) * Double(sampling.draws) : Double(draws)
      let look = proof.look(
        adding: Self.converted(tiles, colors), draws: draws, mostDraws: mostDraws)
      switch look {
      case .settled(let found):
        return FilePalette(
          palette: found.palette, header: header, isExact: false, estimate: found.estimate,
          warnings: reader.warnings + colors.warnings)
      case .open(let neededDraws):
        guard rank > 0, neededDraws <= mostDraws else { return nil }
        rankAbove = rank
        let lowest = max(rank - Self.mostRanksAtOnce, 0)
        rank -= 1
        while rank > lowest, neededDraws > Double(sampling.draws(fromRank: rank)) { rank -= 1 }
      }
    }
    return nil
  }

  /// Tiles in colours of sRGB; pixels past the picture's edges stay 0.
  private static func converted(_ tiles: [UInt32], _ colors: FileColors) -> [UInt32] {
    guard let conversion = colors.conversion else { return tiles }
    var converted = tiles
    converted.withUnsafeMutableBytes { conversion.convert($0) }
    for index in tiles.indices where tiles[index] == 0 { converted[index] = 0 }
    return converted
  }

  /// Rows to decode before they are counted.
  ///
  /// Whole strips of sixteen, which the vector kernels go down, as many as fit; very wide rows go
  /// few at a time, because memory counts for more than speed there.
  static func rowsPerBand(bytesPerRow: Int, isOutline: Bool = false) -> Int {
    let strips = (isOutline ? outlineBandBytes : bandBytes) / max(16 * bytesPerRow, 1)
    return strips > 0 ? 16 * strips : max(1, wideBandBytes / max(bytesPerRow, 1))
  }

  func readBands(
    of reader: inout ImageRowReader, _ colors: FileColors, _ body: (PixelView) -> Void
  ) throws(ImageCodecError) {
    let rowCount = Self.rowsPerBand(
      bytesPerRow: reader.bytesPerRow, isOutline: reader.isOutline)
    let byteCount = max(rowCount * reader.bytesPerRow, 1)
    let bytes = UnsafeMutablePointer<UInt8>.allocatePages(capacity: byteCount)
    defer { bytes.freePages() }
    let band = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount)
    let part = reader.isOutline ? nil : region?.storedPixels(of: reader.header)
    var first = 0
    while let base = band.baseAddress, part.map({ first < $0.rows.upperBound }) ?? true {
      let rows = try reader.readRows(into: band)
      guard rows > 0 else { break }
      // Also where a strip is skipped: `wanted` counts rows of the picture.
      defer { first += rows }
      colors.conversion?.convert(
        UnsafeMutableRawBufferPointer(rebasing: band[..<(rows * reader.bytesPerRow)]))
      // SAFETY: the reader has just filled that many rows of the band, without padding.
      let view = PixelView(
        baseAddress: UnsafeRawPointer(base), width: reader.rowWidth, height: rows)
      guard let part else {
        body(view)
        continue
      }
      let wanted = part.rows.clamped(to: first..<(first + rows))
      guard !wanted.isEmpty else { continue }
      body(
        view.cropped(
          columns: part.columns, rows: (wanted.lowerBound - first)..<(wanted.upperBound - first)))
    }
  }
}
