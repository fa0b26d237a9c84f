internal import ImageCodecs

/// How the colours of a file become those of sRGB or Display P3.
struct FileColors {
  /// `nil` where the pixels are of ``gamut`` as they are, or taken to be.
  let conversion: GamutConversion?
  /// What the pixels are, once converted: Display P3 only where it was wanted, and the file does not
  /// say sRGB, whose colours would lose digits.
  let gamut: ColorGamut
  let warnings: [ImageWarning]

  /// Follows a file's profile.
  init(
    _ header: ImageHeader, wanted: ColorGamut = .sRGB,
    profile: () throws(ImageCodecError) -> [UInt8]?
  ) {
    // Of a grey or CMYK file the pixels were made RGB without its profile.
    guard [.rgb, .palette, .yCbCr].contains(header.colorModel) else {
      (conversion, gamut) = (nil, .sRGB)
      warnings = Self.remarks(on: header.colorTags)
      return
    }
    guard header.hasColorProfile else {
      guard header.colorTags.differsFromSRGB, let profile = header.colorTags.profile else {
        (conversion, gamut) = (nil, .sRGB)
        warnings = Self.remarks(on: header.colorTags)
        return
      }
      (conversion, gamut) = Self.conversion(profile, wanted)
      warnings = header.colorTags.remark.map { [ImageWarning($0)] } ?? []
      return
    }
    var cause = "The colour profile cannot be followed."
    var bytes: [UInt8] = []
    do {
      bytes = try profile() ?? []
    } catch {
      if case .limitExceeded = error { cause = error.description }
    }
    (conversion, gamut) = Self.conversion(bytes, wanted)
    let isLost = conversion == nil && !GamutConversion.canRead(bytes)
    warnings = isLost ? [ImageWarning("\(cause) Colours are taken as sRGB.")] : []
  }

  private static func conversion(
    _ profile: [UInt8], _ wanted: ColorGamut
  ) -> (GamutConversion?, ColorGamut) {
    // What is sRGB, or cannot be followed, stays as it is.
    guard let toSRGB = GamutConversion(profile) else { return (nil, .sRGB) }
    return wanted == .sRGB ? (toSRGB, .sRGB) : (GamutConversion(profile, to: wanted), wanted)
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
