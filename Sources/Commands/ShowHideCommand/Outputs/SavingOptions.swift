internal import Files
internal import ImageCodecs
internal import Pixels

/// How pictures are saved, in the format that their name asks for.
struct SavingOptions: Sendable {
  /// 1 to 100, for JPEG, WebP and AVIF.
  var quality = 90
  /// How finely colour differences are stored in JPEG and AVIF; `nil` for what the quality asks for.
  var chroma: JPEGEncoder.ChromaSubsampling?
  /// How hard the encoder of AVIF works, 1 to 9.
  var effort = 2
  /// What shows through transparent pixels in a JPEG; `nil` makes them an error.
  var background: RGB8?
  /// What of the metadata is left out.
  var strip = MetadataStrip.nothing
  /// Whether a file of several pictures may be replaced by its first one.
  var replacesAnimations = false
  /// Where they go.
  var files = OutputFiles()
  /// The format of what goes to standard output.
  var standardOutputFormat = ImageFormat.png

  /// The format that a name asks for; `nil` when it asks for none that can be written.
  static func format(ofName path: String) -> ImageFormat? {
    ImageFormat(fileExtension: PathParts(path).fileExtension).flatMap {
      $0.isWritable ? $0 : nil
    }
  }

  /// The format of what is written to a path.
  private func format(of path: String) -> ImageFormat {
    path == OutputFiles.standardOutput
      ? standardOutputFormat : Self.format(ofName: path) ?? .png
  }

  /// A file to be written: its format, and what it keeps of its source.
  struct Plan: Sendable {
    let path: String
    let format: ImageFormat
    /// Pixels a row as written.
    let width: Int
    /// Rows as written.
    let height: Int
    let isOpaque: Bool
    let encoding: ImageEncoding
    /// How pixels are turned before they are written.
    let turn: ImageOrientation
    /// What could not be kept, in sentences.
    let warnings: [String]
  }

  /// Whether a file's pixels are turned upright: few programs turn those of its format.
  func turns(_ path: String) -> Bool {
    !format(of: path).isTurnedByViewers
  }

  /// What to write.
  ///
  /// - Parameters:
  ///   - path: the file; its ending says the format.
  ///   - source: says how the picture is turned and what its colours mean.
  ///   - isOpaque: whether no pixel is transparent.
  /// - Returns: the plan.
  func plan(_ path: String, for source: PictureSource, isOpaque: Bool) -> Plan {
    let format = format(of: path)
    let header = source.header
    let turn = turns(path) ? header.orientation : .up
    let size = turn.uprightSize(width: header.width, height: header.height)
    var warnings: [String] = []
    if !format.keepsColorTags, header.colorTags.differsFromSRGB, source.pixelProfile.isEmpty {
      let names = header.colorTags.chunks.keys.sorted().joined(separator: ", ")
      warnings.append(
        "A \(format) has no place for what the file says of its colours (\(names)); they may look "
          + "different. Write a PNG to keep it.")
    }
    let encoding = ImageEncoding(
      quality: quality, chromaSubsampling: chroma ?? usualChroma(format), effort: effort,
      background: background, orientation: turns(path) ? .up : header.orientation,
      colorProfile: format.keepsColorTags ? source.colorProfile : source.pixelProfile,
      colorTags: header.colorTags, metadata: strip.applied(to: source.metadata))
    warnings += encoding.omissions(in: format)
    return Plan(
      path: path, format: format, width: size.width, height: size.height, isOpaque: isOpaque,
      encoding: encoding, turn: turn, warnings: warnings)
  }

  /// Fails where a file of several pictures would be replaced by its first one, unasked.
  func checkKeepsFrames(
    of header: ImageHeader, _ input: Input, outputs: [String]
  ) throws(CommandFailure) {
    guard header.pictureCount > 1, !replacesAnimations, !input.isStandardInput,
      let own = resolvedPath(input.path), outputs.contains(where: { resolvedPath($0) == own })
    else { return }
    let cause =
      "the file holds \(header.pictureCount) pictures, and only the first would be written in their "
      + "place."
    throw CommandFailure(
      message: "'\(input.path)': \(cause) Name another output, or say --first-frame.",
      exitCode: .cannotCreate, cause: cause)
  }

  /// Beside what was made grey, colour differences of four pixels together would colour it.
  private func usualChroma(_ format: ImageFormat) -> JPEGEncoder.ChromaSubsampling {
    format == .jpeg && quality >= 90 ? .none : .half
  }
}
