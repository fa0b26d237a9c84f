internal import ImageCodecs
internal import Pixels

/// A decoded file, with what the files made from it should keep.
struct PictureFile: Sendable {
  /// The pixels as stored, not turned upright.
  var image: ImageBuffer
  let header: ImageHeader
  /// The ICC profile, when it fits the pixels; empty without.
  let colorProfile: [UInt8]
  let warnings: [String]

  /// Reads and decodes a file.
  init(_ input: InputFile, decoder: ImageDecoder) throws(CommandFailure) {
    let (decoded, profile) = try input.withContent(
      limit: decoder.limits.fileBytes,
      file: { file throws(ImageCodecError) in
        (try decoder.decode(file), try decoder.colorProfile(of: file))
      },
      bytes: { bytes throws(ImageCodecError) in
        (try decoder.decode(bytes), try decoder.colorProfile(of: bytes))
      })
    image = decoded.image
    header = decoded.header
    warnings = decoded.warnings.map(\.message)
    colorProfile = Self.profileOfRGB(profile ?? [])
  }

  /// A profile of other than RGB colours (of a grey or CMYK file) says nothing true of RGB pixels.
  private static func profileOfRGB(_ profile: [UInt8]) -> [UInt8] {
    // The colour space stands in bytes 16 to 19 of a profile's header (ICC.1:2022, 7.2.6).
    profile.count >= 20 && profile[16..<20].elementsEqual("RGB ".utf8) ? profile : []
  }
}
