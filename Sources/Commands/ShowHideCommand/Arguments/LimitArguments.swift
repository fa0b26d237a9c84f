internal import ArgumentParser
internal import CommandText
internal import ImageCodecs
internal import Reporting

/// What reading an input may cost: untrusted files can claim much.
struct LimitArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most megapixels of a picture. Default: 400.", valueName: "megapixels"))
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp("The most megabytes of a file. Default: 1000.", valueName: "megabytes"))
  var maxFile: Int?

  @Option(
    help: ArgumentHelp(
      "The most megabytes of memory for all pictures that are read at the same time. Default: 4000.",
      valueName: "megabytes"))
  var maxMemory: Int?

  @Option(help: ArgumentHelp("The most scans of a JPEG. Default: 100.", valueName: "scans"))
  var maxScans: Int?

  @Option(
    help: ArgumentHelp(
      "The most megabytes of a colour profile. Default: 16.", valueName: "megabytes"))
  var maxProfile: Int?

  @Option(
    help: ArgumentHelp(
      "The most seconds of processor time for decoding a picture. Default: 60.",
      valueName: "seconds"))
  var maxSeconds: Double?

  @Flag(
    help: ArgumentHelp(
      "Of a file that is cut short or damaged, take the rows before the damage; those that are "
        + "missing are transparent. Otherwise it is an error."))
  var partial = false

  /// What the parser makes of no option.
  static var plain: LimitArguments {
    var plain = LimitArguments()
    (plain.maxPixels, plain.maxFile, plain.maxMemory) = (nil, nil, nil)
    (plain.maxScans, plain.maxProfile, plain.maxSeconds) = (nil, nil, nil)
    plain.partial = false
    return plain
  }

  /// The decoder that keeps to these.
  func decoder() throws(UsageError) -> ImageDecoder {
    let usual = DecodingLimits()
    var limits = DecodingLimits(
      pixels: try Self.checked(maxPixels, "--max-pixels", unit: 1_000_000) ?? usual.pixels,
      fileBytes: try Self.checked(maxFile, "--max-file", unit: 1_000_000) ?? usual.fileBytes,
      memoryBytes: try Self.checked(maxMemory, "--max-memory", unit: 1_000_000)
        ?? usual.memoryBytes,
      scans: try Self.checked(maxScans, "--max-scans", unit: 1) ?? usual.scans,
      metadataBytes: try Self.checked(maxProfile, "--max-profile", unit: 1_000_000)
        ?? usual.metadataBytes,
      seconds: try Self.checkedSeconds(maxSeconds) ?? usual.seconds)
    limits.budget = MemoryBudget(byteCount: limits.memoryBytes)
    return ImageDecoder(limits: limits, allowsPartialImages: partial)
  }

  private static func checkedSeconds(_ value: Double?) throws(UsageError) -> Double? {
    guard let value else { return nil }
    guard value > 0, value <= 1e9 else {
      throw UsageError("--max-seconds takes a number above 0, to 1000000000, not \(value).")
    }
    return value
  }

  private static func checked(
    _ value: Int?, _ option: String, unit: Int
  ) throws(UsageError) -> Int? {
    guard let value else { return nil }
    guard (1...1_000_000_000).contains(value) else {
      throw UsageError("\(option) takes 1 to 1000000000, not \(value).")
    }
    return value * unit
  }
}
