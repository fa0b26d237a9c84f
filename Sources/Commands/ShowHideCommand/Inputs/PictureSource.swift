internal import FilePalettes
internal import ImageCodecs
internal import ShowHide

/// What a file says of its picture, and what the files made from it should keep.
struct PictureSource: Sendable {
  let header: ImageHeader
  /// The file's ICC profile, where it fits the pixels; empty without.
  let colorProfile: [UInt8]
  /// An ICC profile of the pixels, by whatever the file says of its colours; empty without.
  let pixelProfile: [UInt8]
  /// What the pixels look like; `nil` where they are colours of sRGB, or taken to be.
  let seen: SeenColors?
  /// What the file says of its picture beside pixels and colours.
  let metadata: PictureMetadata
  /// What cannot be kept, in sentences.
  let warnings: [String]

  /// Asks a reader of the file.
  init(
    _ input: Input, _ reader: borrowing ImageRowReader
  ) throws(CommandFailure) {
    header = reader.header
    metadata = reader.metadata()
    let profile: [UInt8]
    do {
      profile = try reader.colorProfile() ?? []
    } catch {
      throw .undecodable(error, path: input.path)
    }
    let colors = FileColors(header) { profile }
    pixelProfile = colors.pixelProfile
    colorProfile =
      GreyProfile.isOfRGB(profile) ? profile : header.hasColorProfile ? pixelProfile : []
    seen = colors.conversion.map { conversion in SeenColors { conversion.convert($0) } }
    var warnings = colors.warnings.map(\.message)
    if header.bitDepth > 8 {
      warnings.append(
        "Samples of \(header.bitDepth) bits were rounded to 8, which is what is written.")
    }
    self.warnings = warnings
  }
}
