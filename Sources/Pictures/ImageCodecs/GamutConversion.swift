internal import CImageShims
public import Pixels

/// Converts pixels from the colours of an ICC profile to sRGB or Display P3 (relative colorimetric; of
/// colours outside of the gamut each channel is cut off).
///
/// Profiles of a matrix and curves are converted in integers, ten times as fast as by Little CMS and
/// within a level of it; Little CMS reads them, and converts the others.
///
/// ```swift
/// if let profile = try decoder.colorProfile(of: file), let toSRGB = GamutConversion(profile) {
///   toSRGB.convert(pixels)
/// }
/// ```
///
/// Preparing a conversion may take milliseconds. Eight that are no longer in use are kept in the
/// process, for the next pictures with the same profiles.
///
/// Several threads may use an object.
public final class GamutConversion: @unchecked Sendable {
  // SAFETY: Sendable because what changes, the choice of the fast way, changes in `init` alone, and the
  // fast way remembers nothing from one call to the next.
  private let conversion: OpaquePointer

  /// The most bytes of a profile that is followed: what cameras and screens write has a few
  /// thousand, tables of printers a million.
  public static let largestProfile = 4_000_000

  /// How far a gamut's own profiles, of which many differ in the last digits, move a channel at most.
  static let tolerance = 2

  /// Reads a profile.
  ///
  /// It is `nil` when there is nothing to convert: the profile says the colours of the gamut, as far
  /// as 8 bits show it; or it cannot be followed: damaged, above ``largestProfile``, or not of RGB
  /// colours.
  ///
  /// - Parameters:
  ///   - profile: an ICC profile; it may be untrusted.
  ///   - gamut: the colours to convert to.
  public convenience init?(_ profile: [UInt8], to gamut: ColorGamut = .sRGB) {
    guard let conversion = Self.open(profile, gamut) else { return nil }
    self.init(conversion)
    guard changesColors else { return nil }
  }

  private init(_ conversion: OpaquePointer) {
    self.conversion = conversion
  }

  /// Whether a profile can be followed, also where there is nothing to convert.
  public static func canRead(_ profile: [UInt8]) -> Bool {
    guard let conversion = open(profile, .sRGB) else { return false }
    cimage_conversion_close(conversion)
    return true
  }

  private static func open(_ profile: [UInt8], _ gamut: ColorGamut) -> OpaquePointer? {
    guard profile.count <= largestProfile else { return nil }
    return profile.withUnsafeBufferPointer { bytes in
      cimage_conversion_open(
        bytes.baseAddress, bytes.count, gamut == .displayP3 ? CIMAGE_DISPLAY_P3 : CIMAGE_SRGB)
    }
  }

  deinit { cimage_conversion_close(conversion) }

  /// Converts RGBA pixels in place; alpha is kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func convert(_ pixels: UnsafeMutableRawBufferPointer) {
    var offset = 0
    while offset + 4 <= pixels.count, let base = pixels.baseAddress {
      let count = min((pixels.count - offset) / 4, 1 << 24)
      // SAFETY: the caller passes the bytes, of which these are whole pixels.
      cimage_conversion_run(
        conversion, base.advanced(by: offset).assumingMemoryBound(to: UInt8.self), UInt32(count))
      offset += 4 * count
    }
  }

  /// Converts an image in place; alpha is kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func convert(_ image: inout ImageBuffer) {
    image.withMutableBytes { convert($0) }
  }

  /// Whether the colours are others than the gamut's, found once for each profile.
  private var changesColors: Bool {
    switch cimage_conversion_change(conversion) {
    case CIMAGE_CHANGES_COLORS: return true
    case CIMAGE_KEEPS_COLORS: return false
    default:
      if let rows = MatrixColors(conversion)?.makeRows() {
        cimage_conversion_set_rows(conversion, rows)
      }
      let moves = movesSamples
      cimage_conversion_set_change(
        conversion, moves ? CIMAGE_CHANGES_COLORS : CIMAGE_KEEPS_COLORS)
      return moves
    }
  }

  /// Whether any of 9 × 9 × 9 colours moves by more than the tolerance.
  private var movesSamples: Bool {
    // 0, 32, … 224 and 255: also the corners, where gamuts differ most.
    let levels = stride(from: 0, through: 256, by: 32).map { UInt8(min($0, 255)) }
    var colors: [UInt8] = []
    for red in levels {
      for green in levels {
        for blue in levels { colors += [red, green, blue, 255] }
      }
    }
    var converted = colors
    converted.withUnsafeMutableBytes { convert($0) }
    return zip(colors, converted).contains { abs(Int($0) - Int($1)) > Self.tolerance }
  }
}

/// The name of ``GamutConversion`` before it knew other gamuts than sRGB.
@available(*, deprecated, renamed: "GamutConversion")
public typealias SRGBConversion = GamutConversion
