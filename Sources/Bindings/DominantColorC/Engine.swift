internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// Everything that the C interface asks of the Swift libraries.
extension Request {
  private var reader: FilePaletteReader {
    var reader = FilePaletteReader(
      method: method, options: options, decoder: decoder, isExact: isExact,
      selection: Self.selection, region: region)
    reader.leavesOutBackground = background == .leftOut
    return reader
  }

  /// One thread, the caller's, and no tuning file.
  private static let selection = KernelSelection.defaultOrder.limited(toThreads: 1)

  /// The palette of an encoded picture.
  func answer(for bytes: UnsafeRawBufferPointer) throws(Failure) -> Answer {
    do {
      let found = try reader.palette(of: bytes)
      let around = background == .ignored ? nil : try reader.surroundings(of: bytes)
      return Answer(found, around)
    } catch {
      throw Failure(error)
    }
  }

  /// The palette of a picture file.
  func answer(forFileAt path: String) throws(Failure) -> Answer {
    let file = try open(path)
    do {
      let found = try reader.palette(of: file)
      let around = background == .ignored ? nil : try reader.surroundings(of: file)
      return Answer(found, around)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The palette of pixels.
  func answer(for pixels: StridedPixels) throws(Failure) -> Answer {
    try pixels.check(limits: decoder.limits)
    let builder = PaletteBuilder(
      method: method, options: options, pixelCount: pixels.width * pixels.height,
      selection: Self.selection)
    let part = pixels.cropped(to: region)
    let around = background == .ignored ? nil : surroundings(of: part)
    part.forEachBand { band in
      if background == .leftOut, let found = around?.background.background {
        builder.add(band, without: found)
      } else {
        builder.add(band)
      }
    }
    var answer = Answer(builder.palette(), width: pixels.width, height: pixels.height)
    answer.take(around, isLeftOut: background == .leftOut)
    return answer
  }

  /// What is around the colours.
  private func surroundings(of pixels: StridedPixels) -> FileSurroundings {
    var neighbours = ColorNeighbours(visibility: options.visibility)
    let finder = BackgroundFinder(
      width: pixels.width, height: pixels.height,
      minimumAlpha: options.visibility.minimumAlpha, selection: Self.selection)
    pixels.forEachBand { band, column, row in
      finder.add(band, column: column, row: row)
      neighbours.add(band)
    }
    return FileSurroundings(background: finder.finding(), neighbours: neighbours)
  }

  /// The counted pixels of an encoded picture.
  func histogram(of bytes: UnsafeRawBufferPointer) throws(Failure) -> PaletteHistogram {
    do {
      return try reader.histogram(of: bytes).histogram
    } catch {
      throw Failure(error)
    }
  }

  /// The counted pixels of a picture file.
  func histogram(ofFileAt path: String) throws(Failure) -> PaletteHistogram {
    let file = try open(path)
    do {
      return try reader.histogram(of: file).histogram
    } catch {
      throw Failure(error, path: path)
    }
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

  /// An empty histogram.
  func emptyHistogram() throws(Failure) -> PaletteHistogram {
    do {
      return try PaletteHistogram(method: method, options: options)
    } catch {
      throw Failure(error)
    }
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
  var warnings: [String] = []
  /// `nil` where nobody asked.
  private(set) var background: BackgroundFinding?
  /// What the colours are good for.
  private(set) var roles: PaletteRoles

  /// Takes what is around the colours.
  mutating func take(_ around: FileSurroundings?, isLeftOut: Bool) {
    guard let around else { return }
    background = around.background
    roles = palette.roles(
      besides: around.neighbours, without: isLeftOut ? around.background.background : nil)
  }

  init(_ palette: Palette, width: Int = 0, height: Int = 0) {
    self.palette = palette
    roles = palette.roles
    (self.width, self.height) = (width, height)
  }

  init(_ file: FilePalette, _ around: FileSurroundings?) {
    palette = file.palette
    roles = palette.roles
    let header = file.header
    (width, height) = header.orientation.uprightSize(width: header.width, height: header.height)
    format = header.format
    isExact = file.isExact
    warnings = file.warnings.map(\.message)
    take(around, isLeftOut: file.background != nil)
  }
}
