internal import CDominantColor
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

/// What a caller in C asks for: checked options.
struct Request {
  let method: PaletteMethod
  let options: PaletteOptions
  let decoder: ImageDecoder
  let isExact: Bool
  /// The part of each picture that is looked at; `nil` for all of it.
  private(set) var region: PictureRegion?
  /// Whether pictures of few colours keep them exactly.
  let keepsFewColors: Bool
  /// By how much a dominant colour that a sample proves may differ from the exact one, in ΔE00.
  let colorTolerance: Double
  /// What chooses the sample.
  let seed: UInt64
  /// Whether it is told where each swatch is.
  let hasPlaces: Bool
  /// What becomes of the background.
  let background: BackgroundUse
  /// What colours are counted in.
  let gamut: ColorGamut
  /// Whether bars at the edges count.
  let isWhole: Bool

  /// What an answer says of the background.
  enum BackgroundUse {
    case ignored, told, leftOut
  }

  /// Reads options of this or an older version of the struct, or of a newer one that asks for
  /// nothing new.
  ///
  /// - Parameter pointer: the caller's options; `nil` for the defaults.
  /// - Throws: `Failure` for an option out of its range.
  init(_ pointer: UnsafePointer<dominantcolor_options>?) throws(Failure) {
    var given = Self.defaults
    if let pointer {
      try copyVersioned(
        from: UnsafeRawPointer(pointer), to: &given, least: Self.firstSize,
        name: "dominantcolor_options")
    }
    self = try Request(checking: given)
  }

  /// `sizeof(dominantcolor_options)` in the first version.
  private static let firstSize = 96
  /// `sizeof(dominantcolor_options)` from which on it has the background.
  static let sizeWithBackground = 136

  private init(checking given: dominantcolor_options) throws(Failure) {
    let methods: [PaletteMethod] = [.histogram, .kmeans, .hue, .distinct]
    let precisions: [HistogramPrecision] = [.standard, .fine]
    let isAutomatic = given.method == Int32(DOMINANTCOLOR_AUTOMATIC)
    method = isAutomatic ? .distinct : methods[try checked(given.method, 0...3, "method")]
    let choosesCount = given.count == Int32(DOMINANTCOLOR_COUNT_AUTOMATIC)
    guard !choosesCount || method == .distinct else {
      throw .invalid(
        "A count that the picture decides takes method distinct, not \(method.rawValue).")
    }
    options = PaletteOptions(
      count: given.count == 0 || choosesCount ? nil : try checked(given.count, 1...64, "count"),
      choosesCount: choosesCount,
      visibility: VisibilityRule(
        minimumAlpha: UInt8(try checked(given.minimum_alpha, 0...255, "minimum_alpha")),
        whiteAbove: try Self.filter(given.white_above, "white_above"),
        blackBelow: try Self.filter(given.black_below, "black_below"),
        greyWithin: try Self.filter(given.grey_within, "grey_within")),
      precision: precisions[try checked(given.precision, 0...1, "precision")],
      hue: HueScale(
        binCount: try checked(given.hue_bins, 1...1536, "hue_bins"),
        greyThreshold: UInt8(try checked(given.grey_threshold, 0...255, "grey_threshold"))))
    guard given.max_seconds >= 0 else {
      throw .invalid("max_seconds takes 0 or more, not \(given.max_seconds).")
    }
    decoder = ImageDecoder(
      limits: DecodingLimits(
        pixels: try Self.limit(given.max_pixels, "max_pixels"),
        fileBytes: try Self.limit(given.max_file_bytes, "max_file_bytes"),
        memoryBytes: try Self.limit(given.max_memory_bytes, "max_memory_bytes"),
        scans: try Self.limit(Int64(given.max_scans), "max_scans"),
        metadataBytes: try Self.limit(given.max_profile_bytes, "max_profile_bytes"),
        seconds: given.max_seconds),
      allowsPartialImages: given.allow_partial != 0, threads: 1)
    isExact = given.exact != 0
    region = try Self.region(given)
    let uses: [BackgroundUse] = [.ignored, .told, .leftOut]
    background = uses[try checked(given.background, 0...2, "background")]
    keepsFewColors = (isAutomatic || given.few_colors != 0) && method.isExactOfFewColors
    let tolerances = OutlineProof.colorTolerances
    guard tolerances.contains(given.color_tolerance) else {
      throw .invalid(
        "color_tolerance takes \(tolerances.lowerBound) to 1, not \(given.color_tolerance).")
    }
    colorTolerance = given.color_tolerance
    seed = given.seed
    hasPlaces = given.with_places != 0
    let gamuts: [ColorGamut] = [.sRGB, .displayP3]
    gamut = gamuts[try checked(given.gamut, 0...1, "gamut")]
    isWhole = given.whole != 0
  }

  private static func region(_ given: dominantcolor_options) throws(Failure) -> PictureRegion? {
    let unit = try checked(given.region_unit, 0...1, "region_unit")
    let numbers = [
      (given.region_x, "region_x"), (given.region_y, "region_y"),
      (given.region_width, "region_width"), (given.region_height, "region_height"),
    ]
    for (number, name) in numbers where !(0...1e9).contains(number) {
      throw .invalid("\(name) takes 0 to 1000000000, not \(number).")
    }
    let (width, height) = (given.region_width, given.region_height)
    guard width > 0, height > 0 else {
      guard numbers.allSatisfy({ $0.0 == 0 }) else {
        throw .invalid(
          "A region has a width and a height above 0, not \(width) and \(height).")
      }
      return nil
    }
    return PictureRegion(
      x: given.region_x, y: given.region_y, width: width, height: height,
      unit: unit == 0 ? .pixels : .percent)
  }

  /// The options that every caller starts from.
  static var defaults: dominantcolor_options {
    let (options, limits) = (PaletteOptions(), DecodingLimits())
    var defaults = dominantcolor_options()
    defaults.size = MemoryLayout<dominantcolor_options>.size
    defaults.method = Int32(DOMINANTCOLOR_AUTOMATIC)
    defaults.minimum_alpha = Int32(options.visibility.minimumAlpha)
    (defaults.white_above, defaults.black_below, defaults.grey_within) = (-1, -1, -1)
    defaults.hue_bins = Int32(options.hue.binCount)
    defaults.grey_threshold = Int32(options.hue.greyThreshold)
    defaults.max_scans = Int32(clamping: limits.scans)
    defaults.max_pixels = Int64(limits.pixels)
    defaults.max_file_bytes = Int64(limits.fileBytes)
    defaults.max_memory_bytes = Int64(limits.memoryBytes)
    defaults.max_profile_bytes = Int64(limits.metadataBytes)
    defaults.max_seconds = limits.seconds
    defaults.color_tolerance = OutlineProof.colorTolerances.upperBound
    return defaults
  }

  private static func filter(_ value: Int32, _ name: String) throws(Failure) -> UInt8? {
    value == -1 ? nil : UInt8(try checked(value, 0...255, name, or: " or -1"))
  }

  private static func limit(_ value: Int64, _ name: String) throws(Failure) -> Int {
    guard value >= 0, let limit = Int(exactly: value) else {
      throw .invalid("\(name) takes 0 or more, not \(value).")
    }
    return limit
  }
}

/// A number within its range.
func checked(
  _ value: Int32, _ range: ClosedRange<Int>, _ name: String, or alternative: String = ""
) throws(Failure) -> Int {
  guard range.contains(Int(value)) else {
    throw .invalid(
      "\(name) takes \(range.lowerBound) to \(range.upperBound)\(alternative), not \(value).")
  }
  return Int(value)
}

/// Copies a struct that begins with its size over one with defaults.
///
/// A caller of an older version gives fewer bytes, and the rest keeps its default. One of a newer
/// version gives more, which must be 0: what this version does not know cannot be asked of it.
///
/// - Parameters:
///   - source: the caller's struct.
///   - target: this version's struct, with defaults.
///   - least: bytes of the first version.
///   - name: the struct's, for the message.
/// - Throws: `Failure` for a size that is impossible, or a field that this version does not know.
func copyVersioned<Struct: BitwiseCopyable>(
  from source: UnsafeRawPointer, to target: inout Struct, least: Int, name: String
) throws(Failure) {
  let size = source.loadUnaligned(as: Int.self)
  guard (least...4096).contains(size) else {
    throw .invalid("A \(name) has \(least) bytes or more, not \(size). Initialise it first.")
  }
  //     caller of version 1    [ size | fields ]
  //     this version           [ size | fields | newer fields ]            their defaults stay
  //     caller of version 3    [ size | fields | newer fields | 0 … 0 ]    must be 0
  let known = min(size, MemoryLayout<Struct>.size)
  // SAFETY: the caller promises `size` readable bytes; `known` is at most the target's.
  withUnsafeMutableBytes(of: &target) { bytes in
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: known))
  }
  for offset in known..<size where source.load(fromByteOffset: offset, as: UInt8.self) != 0 {
    throw .invalid("The \(name) uses a field that this version of the library does not have.")
  }
}

extension Request {
  /// The same of what bars leave of a picture.
  func without(_ bars: PictureBars?) -> Request {
    guard let bars else { return self }
    var request = self
    request.region = bars.content
    return request
  }

  /// The same limits and count, with the rules by which a histogram was counted.
  func counting(like histogram: PaletteHistogram) -> Request {
    var options = options
    options.visibility = histogram.visibility
    switch histogram.cells {
    case .colors(let colors): options.precision = colors.precision
    case .hues(let hues): options.hue = hues.scale
    case .places: break
    }
    return Request(self, method: histogram.method, options: options)
  }

  private init(_ other: Request, method: PaletteMethod, options: PaletteOptions) {
    (self.method, self.options) = (method, options)
    (decoder, isExact, region) = (other.decoder, other.isExact, other.region)
    (keepsFewColors, colorTolerance) = (other.keepsFewColors, other.colorTolerance)
    (seed, hasPlaces) = (other.seed, other.hasPlaces)
    (background, gamut, isWhole) = (.ignored, .sRGB, other.isWhole)
  }
}
