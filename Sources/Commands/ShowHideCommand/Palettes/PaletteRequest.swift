internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import Reporting

/// What to ask of each file.
struct PaletteRequest: Sendable {
  private(set) var reader: FilePaletteReader
  /// Whether colours are named.
  var isNamed = false
  /// Whether roles are reported.
  var hasRoles = false
  /// Whether places are reported, which takes a second look at every pixel.
  var hasPlaces = false
  /// Whether the mean colour is reported, which takes a look at every pixel of its own.
  var hasAverage = false
  /// Whether the BlurHash is reported, which takes another look.
  var hasBlurHash = false
  /// Whether the background is reported, which takes a look at every pixel of its own unless it is left out.
  var hasBackground = false

  /// Checks what was typed.
  ///
  /// Without a method, pictures of few colours keep them exactly.
  init(
    method name: String?, count: ColorCount?, decoder: ImageDecoder, isExact: Bool,
    colorTolerance: Double = 1, seed: UInt64 = 0, minimumAlpha: Int? = nil,
    region: PictureRegion? = nil
  ) throws(UsageError) {
    let known = name.map { PaletteMethod(rawValue: $0.lowercased()) }
    if case .some(nil) = known {
      throw UsageError(
        unknownChoice(
          name ?? "", kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    var options = PaletteOptions()
    switch count {
    case .most(let count):
      guard (1...64).contains(count) else {
        throw UsageError("--count takes 1 to 64 or auto, not \(count).")
      }
      options.count = count
    case .automatic:
      if let known = known ?? nil, known != .distinct {
        throw UsageError("--count auto takes --method distinct, not \(known.rawValue).")
      }
      options.choosesCount = true
    case nil: break
    }
    let tolerances = OutlineProof.colorTolerances
    guard tolerances.contains(colorTolerance) else {
      throw UsageError(
        "--within takes \(tolerances.lowerBound) to 1, not \(colorTolerance).")
    }
    if let minimumAlpha {
      guard let alpha = UInt8(exactly: minimumAlpha) else {
        throw UsageError("--minimum-alpha takes 0 to 255, not \(minimumAlpha).")
      }
      options.visibility.minimumAlpha = alpha
    }
    reader = FilePaletteReader(
      method: known ?? nil, options: options, decoder: decoder, isExact: isExact,
      colorTolerance: colorTolerance, seed: seed,
      region: region)
  }

  /// Leaves colours out of every answer.
  mutating func leaveOut(_ colors: LeftOutColors) {
    let minimumAlpha = reader.options.visibility.minimumAlpha
    reader.options.visibility = colors.visibility(minimumAlpha: minimumAlpha)
    reader.leavesOutBackground = colors.hasBackground
  }

  /// Counts bars at the edges too.
  mutating func countBars() { reader.leavesOutBars = false }

  /// Whether colours are given in Display P3 too.
  var hasDisplayP3: Bool { reader.gamut == .displayP3 }

  /// Counts in a gamut.
  mutating func count(in name: String) throws(UsageError) {
    guard let gamut = ColorGamut(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "gamut", choices: ColorGamut.allCases.map(\.rawValue)))
    }
    reader.gamut = gamut
  }

  /// The same request with at most so many threads for each file.
  func limited(toThreads threads: Int) -> PaletteRequest {
    var copy = self
    copy.reader.selection = reader.selection.limited(toThreads: threads)
    copy.reader.decoder.threads = threads
    return copy
  }

  /// Why there is no dominant colour, in the words of the options; `nil` where there is one.
  private func absence(of found: FilePalette) -> String? {
    let least = reader.options.visibility.minimumAlpha
    return switch found.palette.absence {
    case .allTransparent: "every pixel is less opaque than --minimum-alpha \(least)"
    case .allFiltered: AbsenceText.leftOut
    case .noPixels where reader.region != nil: "the region lies outside of the picture"
    default: found.palette.absence?.description
    }
  }

  /// The reader of what else is told of a picture: of what its bars leave.
  private func reader(besides found: FilePalette) -> FilePaletteReader {
    var reader = reader
    if let bars = found.bars { reader.region = bars.content }
    return reader
  }

  /// Finds the colours of a file, holding only a few rows of its pixels at a time.
  func readPalette(of input: Input) throws(CommandFailure) -> PaletteEntry {
    let answer = try input.withContent(
      limit: reader.decoder.limits.fileBytes,
      file: { file throws(ImageCodecError) in
        let found = try reader.palette(of: file)
        let reader = reader(besides: found)
        return (
          found, places: hasPlaces ? try reader.places(of: found, in: file) : nil,
          average: hasAverage ? try reader.average(of: file) : nil,
          blurHash: hasBlurHash ? try reader.blurHash(of: file) : nil,
          surroundings: hasBackground ? try reader.surroundings(of: file) : nil
        )
      },
      bytes: { bytes throws(ImageCodecError) in
        let found = try reader.palette(of: bytes)
        let reader = reader(besides: found)
        return (
          found, places: hasPlaces ? try reader.places(of: found, in: bytes) : nil,
          average: hasAverage ? try reader.average(of: bytes) : nil,
          blurHash: hasBlurHash ? try reader.blurHash(of: bytes) : nil,
          surroundings: hasBackground ? try reader.surroundings(of: bytes) : nil
        )
      })
    let found = answer.0
    let header = found.header
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return PaletteEntry(
      path: input.path, width: size.width, height: size.height, isExact: found.isExact,
      warnings: found.warnings.map(\.message), palette: found.palette,
      captureTime: header.captureTime, estimate: found.estimate, isNamed: isNamed,
      distinctColors: found.distinctColors, absence: absence(of: found),
      shortage: found.palette.shortage(
        of: reader.options, isExact: found.distinctColors != nil),
      places: answer.places, average: answer.average, hasBlurHash: hasBlurHash,
      blurHash: answer.blurHash, background: found.background ?? answer.surroundings?.background,
      roles: hasRoles
        ? answer.surroundings.map {
          found.palette.roles(
            besides: $0.colors, without: found.background?.background, on: $0.ground)
        } : nil, bars: found.bars, displayP3: found.displayP3,
      dominantInDisplayP3: found.dominantInDisplayP3)
  }
}
