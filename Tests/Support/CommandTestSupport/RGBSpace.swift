internal import CLittleCMS
internal import Foundation

/// The primaries, white point and tone curve that an RGB colour profile is made of.
package struct RGBSpace: Sendable {
  /// A chromaticity of the CIE 1931 diagram.
  package typealias Chromaticity = (x: Double, y: Double)

  /// From a level to light, each from 0 to 1.
  private enum Curve {
    /// IEC 61966-2-1, as parameters of type 4.
    case sRGB
    /// Rec. ITU-R BT.709, as parameters of type 4.
    case bt709
    case power(Double)
    /// Powers, one for each channel, as samples of 16 bits.
    case samples(Int, [Double])
  }

  /// What people call it.
  package let name: String
  private let red: Chromaticity
  private let green: Chromaticity
  private let blue: Chromaticity
  private let white: Chromaticity
  private let curve: Curve

  private static let d65 = (x: 0.3127, y: 0.3290)
  private static let d50 = (x: 0.3457, y: 0.3585)

  /// sRGB itself.
  package static let sRGB = RGBSpace(
    name: "sRGB", red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65,
    curve: .sRGB)
  /// Display P3.
  package static let displayP3 = RGBSpace(
    name: "Display P3", red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060),
    white: d65, curve: .sRGB)
  /// Adobe RGB (1998).
  package static let adobeRGB = RGBSpace(
    name: "Adobe RGB", red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: d65,
    curve: .power(563.0 / 256))
  /// ProPhoto RGB.
  package static let proPhoto = RGBSpace(
    name: "ProPhoto", red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001),
    white: d50, curve: .power(1.8))

  /// Spaces of a matrix and curves of every kind: standards, displays as they are measured, and scanners.
  package static let ofMatrices: [RGBSpace] = [
    displayP3, adobeRGB, proPhoto,
    RGBSpace(
      name: "Rec. 2020", red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046),
      white: d65, curve: .bt709),
    RGBSpace(
      name: "Rec. 709", red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65,
      curve: .bt709),
    RGBSpace(
      name: "display, a power", red: (0.652, 0.332), green: (0.307, 0.628), blue: (0.152, 0.055),
      white: d65, curve: .power(2.2)),
    RGBSpace(
      name: "display, 256 samples", red: (0.640, 0.341), green: (0.320, 0.615),
      blue: (0.149, 0.068), white: (0.3100, 0.3250), curve: .samples(256, [2.18, 2.24, 2.31])),
    RGBSpace(
      name: "display, 1024 samples", red: (0.675, 0.318), green: (0.271, 0.672),
      blue: (0.148, 0.049), white: (0.3140, 0.3310), curve: .samples(1024, [2.35, 2.4, 2.28])),
    RGBSpace(
      name: "scanner, a power", red: (0.66, 0.32), green: (0.25, 0.68), blue: (0.14, 0.05),
      white: d50, curve: .power(1.8)),
    RGBSpace(
      name: "scanner, 256 samples", red: (0.70, 0.30), green: (0.20, 0.74), blue: (0.12, 0.04),
      white: d50, curve: .samples(256, [1.7, 1.75, 1.9])),
  ]

  /// Little CMS's curves of the three channels, which the caller frees.
  private var toneCurves: [OpaquePointer?] {
    switch curve {
    case .sRGB:
      let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return (0..<3).map { _ in cmsBuildParametricToneCurve(nil, 4, parameters) }
    case .bt709:
      let parameters = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081]
      return (0..<3).map { _ in cmsBuildParametricToneCurve(nil, 4, parameters) }
    case .power(let exponent):
      return (0..<3).map { _ in cmsBuildGamma(nil, exponent) }
    case .samples(let count, let exponents):
      return exponents.map { exponent in
        let samples = (0..<count).map {
          UInt16((65_535 * pow(Double($0) / Double(count - 1), exponent)).rounded())
        }
        return cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(count), samples)
      }
    }
  }

  /// The bytes of a profile of this space, as Little CMS writes it.
  package func profile() -> [UInt8] {
    func point(_ chromaticity: Chromaticity) -> cmsCIExyY {
      cmsCIExyY(x: chromaticity.x, y: chromaticity.y, Y: 1)
    }
    var white = point(white)
    var primaries = cmsCIExyYTRIPLE(Red: point(red), Green: point(green), Blue: point(blue))
    var curves = toneCurves
    let made = cmsCreateRGBProfile(&white, &primaries, &curves)
    defer {
      cmsCloseProfile(made)
      for curve in curves { cmsFreeToneCurve(curve) }
    }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(made, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(made, &bytes, &count)
    return bytes
  }
}
