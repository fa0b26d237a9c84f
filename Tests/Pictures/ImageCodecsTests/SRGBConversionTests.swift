internal import CommandTestSupport
internal import Hashing
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ImageCodecs

@Suite("Converting to sRGB")
struct SRGBConversionTests {
  private func converted(_ color: [UInt8], from space: RGBSpace) throws -> [UInt8] {
    let conversion = try #require(SRGBConversion(space.profile()))
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
    #expect(SRGBConversion(RGBSpace.sRGB.profile()) == nil)
    #expect(SRGBConversion.canRead(RGBSpace.sRGB.profile()))
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

  @Test("cut, changed and foreign profiles never crash")
  func hostile() {
    let whole = RGBSpace.displayP3.profile()
    #expect(SRGBConversion([]) == nil && !SRGBConversion.canRead([]))
    #expect(!SRGBConversion.canRead(Array("no profile".utf8)))
    #expect(SRGBConversion([UInt8](repeating: 0, count: SRGBConversion.largestProfile + 1)) == nil)
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
    guard let conversion = SRGBConversion(profile) else { return nil }
    var pixels = (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37) }
    pixels.withUnsafeMutableBytes { conversion.convert($0) }
    return pixels
  }

  private func run(_ profile: [UInt8]) {
    guard let conversion = SRGBConversion(profile) else { return }
    var pixels = [UInt8](0..<64)
    pixels.withUnsafeMutableBytes { conversion.convert($0) }
    #expect(stride(from: 3, to: 64, by: 4).allSatisfy { pixels[$0] == UInt8($0) })
  }
}
