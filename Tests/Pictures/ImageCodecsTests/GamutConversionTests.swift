internal import CommandTestSupport
internal import Hashing
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ImageCodecs

@Suite("Converting to sRGB and Display P3")
struct GamutConversionTests {
  private func converted(_ color: [UInt8], from space: RGBSpace) throws -> [UInt8] {
    let conversion = try #require(GamutConversion(space.profile()))
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
    #expect(GamutConversion(RGBSpace.sRGB.profile()) == nil)
    #expect(GamutConversion.canRead(RGBSpace.sRGB.profile()))
  }

  @Test("greys stay grey, and black and white what they are")
  func greys() throws {
    for space in [RGBSpace.displayP3, RGBSpace.adobeRGB, RGBSpace.proPhoto] {
      #expect(isNear(try converted([0, 0, 0], from: space), [0, 0, 0]))
      #expect(isNear(try converted([255, 255, 255], from: space), [255, 255, 255]))
      let grey = try converted([128, 128, 128], from: space)
      #expect(isNear(grey, [grey[0], grey[0], grey[0]]))
    }
  }

  @Test("colours are those of the published matrices")
  func colors() throws {
    // From the primaries and curves by double-precision matrices (219.2, 94.5, 31.5); a saturated
    // red of P3 lies outside sRGB and is clipped to pure red.
    #expect(isNear(try converted([204, 102, 51], from: RGBSpace.displayP3), [219, 94, 31]))
    #expect(isNear(try converted([255, 0, 0], from: RGBSpace.displayP3), [255, 0, 0]))
    // (0, 0, 131.6) and (111.3, 141.3, 128.5): Adobe RGB shares sRGB's red and blue.
    #expect(isNear(try converted([0, 0, 128], from: RGBSpace.adobeRGB), [0, 0, 132]))
    #expect(isNear(try converted([120, 140, 128], from: RGBSpace.adobeRGB), [111, 141, 128]))
  }

  @Test(
    "colours of Display P3 are those of the published matrices, and kept where they are its own")
  func displayP3() throws {
    #expect(GamutConversion(RGBSpace.displayP3.profile(), to: .displayP3) == nil)
    // By double-precision matrices: Adobe RGB (204, 102, 51) is (215.6, 109.9, 60.4), and of its green the
    // red lies outside of Display P3; sRGB's red is (234.0, 51.1, 35.3).
    for (space, color, expected) in [
      (RGBSpace.adobeRGB, [204, 102, 51], [216, 110, 60]),
      (.adobeRGB, [0, 255, 0], [0, 250, 45]),
      (.sRGB, [255, 0, 0], [234, 51, 35]),
    ] as [(RGBSpace, [UInt8], [UInt8])] {
      let conversion = try #require(GamutConversion(space.profile(), to: .displayP3))
      var pixel = color + [77]
      pixel.withUnsafeMutableBytes { conversion.convert($0) }
      #expect(isNear(Array(pixel[..<3]), expected) && pixel[3] == 77, "\(space.name) \(pixel)")
      // Conversions of one profile to two gamuts are kept apart.
      #expect(try space.name == "sRGB" || converted(color, from: space) != Array(pixel[..<3]))
    }
  }

  @Test("colours of CSS Color 4 are what it says, and come back from Display P3 as they were")
  func css() {
    let red = DisplayP3Color(sRGB: RGB8(red: 255, green: 0, blue: 0))
    for (channel, expected) in [(red.red, 0.917_49), (red.green, 0.200_29), (red.blue, 0.138_56)] {
      #expect(abs(channel - expected) < 0.000_01)
    }
    let wide = DisplayP3Color(levels: RGB8(red: 255, green: 0, blue: 0))
    #expect(wide.sRGB == RGB8(red: 255, green: 0, blue: 0) && !wide.isInSRGB)
    var generator = SplitMix64(seed: 41)
    for _ in 0..<2000 {
      let bits = generator.next()
      let color = RGB8(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16))
      let wide = DisplayP3Color(sRGB: color)
      #expect(wide.sRGB == color && wide.isInSRGB, "\(color)")
      #expect(DisplayP3Color(levels: color).levels == color)
    }
  }

  @Test("cut, changed and foreign profiles never crash")
  func hostile() {
    let whole = RGBSpace.displayP3.profile()
    #expect(GamutConversion([]) == nil && !GamutConversion.canRead([]))
    #expect(!GamutConversion.canRead(Array("no profile".utf8)))
    #expect(
      GamutConversion([UInt8](repeating: 0, count: GamutConversion.largestProfile + 1)) == nil)
    for count in stride(from: 0, to: whole.count, by: 3) { run(Array(whole[..<count])) }
    var generator = SplitMix64(seed: 8)
    for _ in 0..<3000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = UInt8.random(in: 0...255, using: &generator)
      }
      run(changed)
    }
  }

  @Test("conversions that are kept for later pictures are those of their profiles")
  func kept() async throws {
    let spaces = [RGBSpace.displayP3, RGBSpace.adobeRGB, RGBSpace.proPhoto, RGBSpace.sRGB]
    // More profiles than are kept; bytes after the end, which nobody reads, make them differ.
    let profiles = (0..<16).map { spaces[$0 % 4].profile() + [0, 0, 0, UInt8($0)] }
    let first = spaces.map { answer($0.profile()) }
    #expect(Set(first).count == 4 && first[3] == nil)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<64).allSatisfy { turn in
            let index = (turn * (2 * task + 1) + task) % 16
            return answer(profiles[index]) == first[index % 4]
          }
        }
      }
      for try await agrees in group { #expect(agrees) }
    }
  }

  /// What becomes of some colours; `nil` where they stay as they are.
  private func answer(_ profile: [UInt8]) -> [UInt8]? {
    guard let conversion = GamutConversion(profile) else { return nil }
    var pixels = (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37) }
    pixels.withUnsafeMutableBytes { conversion.convert($0) }
    return pixels
  }

  private func run(_ profile: [UInt8]) {
    guard let conversion = GamutConversion(profile) else { return }
    var pixels = [UInt8](0..<64)
    pixels.withUnsafeMutableBytes { conversion.convert($0) }
    #expect(stride(from: 3, to: 64, by: 4).allSatisfy { pixels[$0] == UInt8($0) })
  }
}
