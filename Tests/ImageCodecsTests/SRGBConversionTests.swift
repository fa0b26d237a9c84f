internal import CLittleCMS
internal import Pixels
internal import Testing

@testable import ImageCodecs

@Suite("Converting to sRGB")
struct SRGBConversionTests {
  /// The primaries, white point and gamma that a profile is made of.
  struct Space: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let red: (x: Double, y: Double)
    let green: (x: Double, y: Double)
    let blue: (x: Double, y: Double)
    let white: (x: Double, y: Double)
    /// `nil` for the curve of sRGB.
    let gamma: Double?
  }

  static let d65 = (x: 0.3127, y: 0.3290)
  static let sRGB = Space(
    testDescription: "sRGB", red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06),
    white: d65, gamma: nil)
  static let displayP3 = Space(
    testDescription: "Display P3", red: (0.680, 0.320), green: (0.265, 0.690),
    blue: (0.150, 0.060), white: d65, gamma: nil)
  static let adobeRGB = Space(
    testDescription: "Adobe RGB", red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06),
    white: d65, gamma: 563.0 / 256)
  static let proPhoto = Space(
    testDescription: "ProPhoto", red: (0.7347, 0.2653), green: (0.1596, 0.8404),
    blue: (0.0366, 0.0001), white: (0.3457, 0.3585), gamma: 1.8)

  /// The bytes of a profile that Little CMS makes.
  static func profile(_ space: Space) -> [UInt8] {
    var white = cmsCIExyY(x: space.white.x, y: space.white.y, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: space.red.x, y: space.red.y, Y: 1),
      Green: cmsCIExyY(x: space.green.x, y: space.green.y, Y: 1),
      Blue: cmsCIExyY(x: space.blue.x, y: space.blue.y, Y: 1))
    // IEC 61966-2-1 as a parametric curve of type 4.
    let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve =
      space.gamma.map { cmsBuildGamma(nil, $0) } ?? cmsBuildParametricToneCurve(nil, 4, parameters)
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

  private func converted(_ color: [UInt8], from space: Space) throws -> [UInt8] {
    let conversion = try #require(SRGBConversion(Self.profile(space)))
    var pixel = color + [77]
    pixel.withUnsafeMutableBytes { conversion.convert($0) }
    #expect(pixel[3] == 77)
    return Array(pixel[..<3])
  }

  private func isNear(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    zip(left, right).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  @Test("a profile of sRGB itself leaves nothing to convert")
  func identity() {
    #expect(SRGBConversion(Self.profile(Self.sRGB)) == nil)
    #expect(SRGBConversion.canRead(Self.profile(Self.sRGB)))
  }

  @Test("greys stay grey, and black and white what they are")
  func greys() throws {
    for space in [Self.displayP3, Self.adobeRGB, Self.proPhoto] {
      #expect(isNear(try converted([0, 0, 0], from: space), [0, 0, 0]))
      #expect(isNear(try converted([255, 255, 255], from: space), [255, 255, 255]))
      let grey = try converted([128, 128, 128], from: space)
      #expect(isNear(grey, [grey[0], grey[0], grey[0]]))
    }
  }

  @Test("colours are those of the published matrices")
  func colors() throws {
    // From the primaries and curves by double-precision matrices (219.2, 94.5, 31.5); a saturated red
    // of P3 lies outside sRGB and is clipped to pure red.
    #expect(isNear(try converted([204, 102, 51], from: Self.displayP3), [219, 94, 31]))
    #expect(isNear(try converted([255, 0, 0], from: Self.displayP3), [255, 0, 0]))
    // (0, 0, 131.6) and (111.3, 141.3, 128.5): Adobe RGB shares sRGB's red and blue.
    #expect(isNear(try converted([0, 0, 128], from: Self.adobeRGB), [0, 0, 132]))
    #expect(isNear(try converted([120, 140, 128], from: Self.adobeRGB), [111, 141, 128]))
  }

  @Test("cut, changed and foreign profiles never crash")
  func hostile() {
    let whole = Self.profile(Self.displayP3)
    #expect(SRGBConversion([]) == nil && !SRGBConversion.canRead([]))
    #expect(!SRGBConversion.canRead(Array("no profile".utf8)))
    #expect(SRGBConversion([UInt8](repeating: 0, count: SRGBConversion.largestProfile + 1)) == nil)
    for count in stride(from: 0, to: whole.count, by: 3) { run(Array(whole[..<count])) }
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<3000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = UInt8.random(in: 0...255, using: &generator)
      }
      run(changed)
    }
  }

  private func run(_ profile: [UInt8]) {
    guard let conversion = SRGBConversion(profile) else { return }
    var pixels = [UInt8](0..<64)
    pixels.withUnsafeMutableBytes { conversion.convert($0) }
    #expect(stride(from: 3, to: 64, by: 4).allSatisfy { pixels[$0] == UInt8($0) })
  }
}
