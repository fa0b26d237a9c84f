internal import CLittleCMS

/// The primaries, white point and tone curve that an RGB colour profile is made of.
public struct RGBSpace: Sendable {
  /// A chromaticity of the CIE 1931 diagram.
  public typealias Chromaticity = (x: Double, y: Double)

  /// What people call it.
  public let name: String
  private let red: Chromaticity
  private let green: Chromaticity
  private let blue: Chromaticity
  private let white: Chromaticity
  /// `nil` for the curve of sRGB.
  private let gamma: Double?

  private static let d65 = (x: 0.3127, y: 0.3290)

  /// sRGB itself.
  public static let sRGB = RGBSpace(
    name: "sRGB", red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65,
    gamma: nil)
  /// Display P3.
  public static let displayP3 = RGBSpace(
    name: "Display P3", red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060),
    white: d65, gamma: nil)
  /// Adobe RGB (1998).
  public static let adobeRGB = RGBSpace(
    name: "Adobe RGB", red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: d65,
    gamma: 563.0 / 256)
  /// ProPhoto RGB.
  public static let proPhoto = RGBSpace(
    name: "ProPhoto", red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001),
    white: (0.3457, 0.3585), gamma: 1.8)

  /// The bytes of a profile of this space, as Little CMS writes it.
  public func profile() -> [UInt8] {
    func point(_ chromaticity: Chromaticity) -> cmsCIExyY {
      cmsCIExyY(x: chromaticity.x, y: chromaticity.y, Y: 1)
    }
    var white = point(white)
    var primaries = cmsCIExyYTRIPLE(Red: point(red), Green: point(green), Blue: point(blue))
    // IEC 61966-2-1 as a parametric curve of type 4.
    let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve =
      gamma.map { cmsBuildGamma(nil, $0) } ?? cmsBuildParametricToneCurve(nil, 4, parameters)
    var curves = [curve, curve, curve]
    let made = cmsCreateRGBProfile(&white, &primaries, &curves)
    defer {
      cmsCloseProfile(made)
      cmsFreeToneCurve(curve)
    }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(made, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(made, &bytes, &count)
    return bytes
  }
}
