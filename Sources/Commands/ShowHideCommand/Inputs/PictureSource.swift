internal import ImageCodecs

/// What a file says of its picture, and what the files made from it should keep.
struct PictureSource: Sendable {
  let header: ImageHeader
  /// The ICC profile, when it fits the pixels; empty without.
  let colorProfile: [UInt8]
  /// What cannot be kept, in sentences.
  let warnings: [String]

  /// Asks a reader of the file.
  init(
    _ input: Input, _ reader: borrowing ImageRowReader
  ) throws(CommandFailure) {
    header = reader.header
    let profile: [UInt8]
    do {
      profile = try reader.colorProfile() ?? []
    } catch {
      throw .undecodable(error, path: input.path)
    }
    var warnings: [String] = []
    colorProfile = Self.isOfRGB(profile) ? profile : []
    if !profile.isEmpty, colorProfile.isEmpty {
      warnings.append("The colour profile is not one of RGB colours and was left out.")
    }
    if header.bitDepth > 8 {
      warnings.append(
        "Samples of \(header.bitDepth) bits were rounded to 8, which is what is written.")
    }
    self.warnings = warnings
  }

  /// A profile of other than RGB colours (of a grey or CMYK file) says nothing true of RGB pixels.
  private static func isOfRGB(_ profile: [UInt8]) -> Bool {
    // The colour space stands in bytes 16 to 19 of a profile's header (ICC.1:2022, 7.2.6).
    profile.count >= 20 && profile[16..<20].elementsEqual("RGB ".utf8)
  }
}
