package import ImageCodecs

/// How the colours of a file become those of sRGB or Display P3.
package struct FileColors: Sendable {
  /// `nil` where the pixels are of ``gamut`` as they are, or taken to be.
  package let conversion: GamutConversion?
  /// What the pixels are, once converted: Display P3 only where it was wanted, and the file does not
  /// say sRGB, whose colours would lose digits.
  package let gamut: ColorGamut
  package let warnings: [ImageWarning]
  /// An ICC profile of RGB that says what the pixels are as they are delivered; empty where nothing is
  /// said, or nothing that can be told by one.
  package let pixelProfile: [UInt8]

  /// Follows what a file says.
  ///
  /// - Parameters:
  ///   - header: says how colours are stored, and a PNG's chunks.
  ///   - wanted: the colours to convert to.
  ///   - profile: reads the file's profile.
  package init(
    _ header: ImageHeader, wanted: ColorGamut = .sRGB,
    profile: () throws(ImageCodecError) -> [UInt8]?
  ) {
    // Of inks and L*a*b* the decoder makes colours of sRGB, by their profile.
    guard [.grey, .rgb, .palette, .yCbCr].contains(header.colorModel) else {
      self.init(nil, wanted, [], warnings: [])
      return
    }
    let tags = header.colorTags
    let coded = tags.differsFromSRGB ? tags.profile : nil
    // What cICP says goes before the profile (PNG, third edition, 4.3).
    let hasCodes = tags.chunks["cICP"] != nil && (coded != nil || !tags.differsFromSRGB)
    guard header.hasColorProfile, !hasCodes else {
      guard let coded else {
        self.init(nil, wanted, [], warnings: Self.remarks(on: tags))
        return
      }
      self.init(
        coded, wanted, coded, warnings: tags.remark.map { [ImageWarning($0)] } ?? [])
      return
    }
    var cause = "The colour profile cannot be followed."
    var bytes: [UInt8] = []
    do {
      bytes = try profile() ?? []
    } catch {
      if case .limitExceeded = error { cause = error.description }
    }
    let ofPixels = header.colorModel == .grey ? GreyProfile.ofRGB(bytes) ?? bytes : bytes
    let isLost = GamutConversion(ofPixels) == nil && !GamutConversion.canRead(ofPixels)
    self.init(
      ofPixels, wanted, GreyProfile.isOfRGB(ofPixels) ? ofPixels : [],
      warnings: isLost ? [ImageWarning("\(cause) Colours are taken as sRGB.")] : [])
  }

  private init(
    _ profile: [UInt8]?, _ wanted: ColorGamut, _ pixelProfile: [UInt8], warnings: [ImageWarning]
  ) {
    self.pixelProfile = pixelProfile
    self.warnings = warnings
    // What is sRGB, or cannot be followed, stays as it is.
    guard let profile, let toSRGB = GamutConversion(profile) else {
      (conversion, gamut) = (nil, .sRGB)
      return
    }
    (conversion, gamut) =
      wanted == .sRGB ? (toSRGB, .sRGB) : (GamutConversion(profile, to: wanted), wanted)
  }

  /// What is said of colours without a profile, and cannot be followed.
  private static func remarks(on tags: ColorTags) -> [ImageWarning] {
    guard tags.differsFromSRGB else { return [] }
    let names = tags.chunks.keys.sorted().joined(separator: ", ")
    return [
      ImageWarning(
        "What the file says of its colours (\(names)) is not followed. Colours are taken as sRGB.")
    ]
  }
}
