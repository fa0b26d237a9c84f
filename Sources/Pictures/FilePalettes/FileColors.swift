internal import ImageCodecs

/// How the colours of a file become those of sRGB.
struct FileColors {
  /// `nil` where the pixels are sRGB as they are, or taken to be.
  let conversion: SRGBConversion?
  let warnings: [ImageWarning]

  /// Follows a file's profile.
  init(_ header: ImageHeader, profile: () throws(ImageCodecError) -> [UInt8]?) {
    // Of a grey or CMYK file the pixels were made RGB without its profile.
    guard [.rgb, .palette, .yCbCr].contains(header.colorModel) else {
      conversion = nil
      warnings = Self.remarks(on: header.colorTags)
      return
    }
    guard header.hasColorProfile else {
      guard header.colorTags.differsFromSRGB, let profile = header.colorTags.profile else {
        conversion = nil
        warnings = Self.remarks(on: header.colorTags)
        return
      }
      conversion = SRGBConversion(profile)
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
    conversion = SRGBConversion(bytes)
    let isLost = conversion == nil && !SRGBConversion.canRead(bytes)
    warnings = isLost ? [ImageWarning("\(cause) Colours are taken as sRGB.")] : []
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
