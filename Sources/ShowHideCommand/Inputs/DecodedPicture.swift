internal import ImageCodecs
internal import Pixels

/// A decoded file, with what the files made from it should keep.
struct DecodedPicture: Sendable {
  /// The pixels as stored, not turned upright; they use memory until the value is gone.
  let decoded: DecodedImage
  /// The ICC profile, when it fits the pixels; empty without.
  let colorProfile: [UInt8]
  let warnings: [String]

  var image: ImageBuffer { decoded.image }
  var header: ImageHeader { decoded.header }

  /// Reads and decodes a file.
  init(_ input: Input, decoder: ImageDecoder) throws(CommandFailure) {
    let (decoded, profile) = try input.withContent(
      limit: decoder.limits.fileBytes,
      file: { file throws(ImageCodecError) in
        try Self.read(ImageRowReader(file, decoder: decoder))
      },
      bytes: { bytes throws(ImageCodecError) in
        try Self.read(ImageRowReader(bytes, decoder: decoder))
      })
    self.decoded = decoded
    var warnings = decoded.warnings.map(\.message)
    colorProfile = Self.isOfRGB(profile) ? profile : []
    if !profile.isEmpty, colorProfile.isEmpty {
      warnings.append("The colour profile is not one of RGB colours and was left out.")
    }
    if decoded.header.bitDepth > 8 {
      warnings.append(
        "Samples of \(decoded.header.bitDepth) bits were rounded to 8, which is what is written.")
    }
    self.warnings = warnings
  }

  private static func read(
    _ reader: consuming ImageRowReader
  ) throws(ImageCodecError) -> (DecodedImage, [UInt8]) {
    let profile = try reader.colorProfile() ?? []
    return (try reader.readImage(), profile)
  }

  /// A profile of other than RGB colours (of a grey or CMYK file) says nothing true of RGB pixels.
  private static func isOfRGB(_ profile: [UInt8]) -> Bool {
    // The colour space stands in bytes 16 to 19 of a profile's header (ICC.1:2022, 7.2.6).
    profile.count >= 20 && profile[16..<20].elementsEqual("RGB ".utf8)
  }
}
