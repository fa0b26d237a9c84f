internal import CImageShims

/// Profiles of greys, as profiles of the RGB pixels that are made of greys.
package enum GreyProfile {
  /// The profile of pixels whose three numbers are those of a grey.
  ///
  /// It has the curve of the grey and the primaries of sRGB, whose white the greys share.
  ///
  /// - Parameter profile: an ICC profile; it may be untrusted.
  /// - Returns: the profile; `nil` where the one that was given is not of greys, or damaged.
  package static func ofRGB(_ profile: [UInt8]) -> [UInt8]? {
    guard isOf(profile, "GRAY"), profile.count <= GamutConversion.largestProfile else {
      return nil
    }
    var light = [UInt16](repeating: 0, count: Int(CodedColors.steps))
    let isKnown = profile.withUnsafeBufferPointer { bytes in
      light.withUnsafeMutableBufferPointer { light in
        cimage_grey_light(bytes.baseAddress, bytes.count, light.baseAddress, light.count)
      }
    }
    return isKnown ? CodedColors(greyLight: light)?.profile : nil
  }

  /// Whether a profile says colours of RGB.
  package static func isOfRGB(_ profile: [UInt8]) -> Bool { isOf(profile, "RGB ") }

  /// The colour space stands in bytes 16 to 19 of a profile's header (ICC.1:2022, 7.2.6).
  private static func isOf(_ profile: [UInt8], _ name: String) -> Bool {
    profile.count >= 20 && profile[16..<20].elementsEqual(name.utf8)
  }
}
