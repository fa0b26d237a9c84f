internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// Everything that the C interface asks of the Swift libraries.
extension Request {
  private var reader: FilePaletteReader {
    FilePaletteReader(
      method: method, options: options, decoder: decoder, isExact: isExact,
      selection: Self.selection, region: region)
  }

  /// One thread, the caller's, and no tuning file.
  private static let selection = KernelSelection.defaultOrder.limited(toThreads: 1)

  /// The palette of an encoded picture.
  func answer(for bytes: UnsafeRawBufferPointer) throws(Failure) -> Answer {
    do {
      return Answer(try reader.palette(of: bytes))
    } catch {
      throw Failure(error)
    }
  }

  /// The palette of a picture file.
  func answer(forFileAt path: String) throws(Failure) -> Answer {
    let file = try open(path)
    do {
      return Answer(try reader.palette(of: file))
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
    pixels.cropped(to: region).forEachBand { builder.add($0) }
    return Answer(builder.palette(), width: pixels.width, height: pixels.height)
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

  init(_ palette: Palette, width: Int = 0, height: Int = 0) {
    self.palette = palette
    (self.width, self.height) = (width, height)
  }

  init(_ file: FilePalette) {
    palette = file.palette
    let header = file.header
    (width, height) = header.orientation.uprightSize(width: header.width, height: header.height)
    format = header.format
    isExact = file.isExact
    warnings = file.warnings.map(\.message)
  }
}
