internal import CImageShims
internal import CommandTestSupport
internal import Hashing
internal import Pixels
internal import Testing

@testable import ImageCodecs

/// In release all 2²⁴ colours, in debug every 251st.
@Suite("Colours of a matrix and curves")
struct MatrixColorsTests {
  #if DEBUG
    private static let step = 251
  #else
    private static let step = 1
  #endif
  private static let colors: [UInt32] = stride(from: 0, to: 1 << 24, by: step).map {
    UInt32($0) | UInt32($0) << 24
  }

  private func colors(of profile: [UInt8]) throws -> MatrixColors {
    let numbers = try #require(self.numbers(of: profile))
    return try #require(MatrixColors(lights: numbers.lights, matrix: numbers.matrix))
  }

  private func numbers(of profile: [UInt8]) -> (lights: [Double], matrix: [Double])? {
    // Bytes that nobody reads, so that no conversion is kept whose profile was closed.
    let profile = profile + [6, 3]
    guard let conversion = cimage_conversion_open(profile, profile.count, CIMAGE_SRGB) else {
      return nil
    }
    defer { cimage_conversion_close(conversion) }
    return MatrixColors.numbers(of: conversion)
  }

  private func converted(
    _ words: [UInt32], _ convert: (UnsafeMutableRawBufferPointer) -> Void
  ) -> [UInt32] {
    var copy = words
    copy.withUnsafeMutableBytes(convert)
    return copy
  }

  @Test(
    "within a level of Little CMS, and every loop alike, in all colours of ten profiles",
    arguments: RGBSpace.ofMatrices)
  func exhaustive(space: RGBSpace) throws {
    let profile = space.profile()
    let ours = try colors(of: profile)
    let own = converted(Self.colors) { ours.convert($0, loop: MatrixColors.loopCount - 1) }
    for loop in 0..<MatrixColors.loopCount - 1 {
      #expect(converted(Self.colors) { ours.convert($0, loop: loop) } == own, "loop \(loop)")
    }
    var others = Self.colors
    #expect(others.withUnsafeMutableBytes { LittleCMS.convert($0, from: profile) })
    #expect(zip(own, others).first { !Self.isNear($0, $1) } == nil)
    // Through the public way, alpha too.
    let conversion = try #require(GamutConversion(profile))
    let some = Array(Self.colors.prefix(10_000))
    #expect(converted(some) { conversion.convert($0) } == Array(own.prefix(10_000)))
  }

  private static func isNear(_ left: UInt32, _ right: UInt32) -> Bool {
    let (left, right) = (SIMD4(word: left), SIMD4(word: right))
    let difference = pointwiseMax(left, right) &- pointwiseMin(left, right)
    return difference.max() <= 1 && left.w == right.w
  }

  @Test("the loops give what the specification says", arguments: RGBSpace.ofMatrices)
  func specification(space: RGBSpace) throws {
    let ours = try colors(of: space.profile())
    var generator = SplitMix64(seed: 24)
    var words = (0..<4000).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    // Dark colours, greys, and the corners of the cube.
    for level: UInt32 in 0..<256 { words.append(level * 0x01_0101) }
    for blue: UInt32 in 0..<8 {
      for green: UInt32 in 0..<8 {
        for red: UInt32 in 0..<8 {
          let dark = red | green << 8 | blue << 16
          words.append(dark)
          words.append((dark & 0x01_0101) * 255)
        }
      }
    }
    for loop in 0..<MatrixColors.loopCount {
      let own = converted(words) { ours.convert($0, loop: loop) }
      for (word, own) in zip(words, own) {
        let expected = ours.color(of: RGBA8(SIMD4(word: word)).color)
        let found = RGBA8(SIMD4(word: own))
        #expect(found.color == expected && own >> 24 == word >> 24, "\(loop) \(word)")
      }
    }
  }

  @Test("no level is further from the exact one than 8 bits round, and a little")
  func exact() throws {
    #if DEBUG
      let (dark, step) = (8, 17)
    #else
      let (dark, step) = (40, 5)
    #endif
    let shades: [UInt8] = (UInt8.min...UInt8.max).filter { Int($0) < dark || Int($0) % step == 0 }
    for space in RGBSpace.ofMatrices {
      let ours = try colors(of: space.profile())
      let exact = try #require(self.numbers(of: space.profile()))
      var worst = 0.0
      for red in shades {
        for green in shades {
          for blue in shades {
            let found = ours.color(of: RGB8(red: red, green: green, blue: blue))
            let light = [
              exact.lights[Int(red)], exact.lights[256 + Int(green)], exact.lights[512 + Int(blue)],
            ]
            for (to, level) in [found.red, found.green, found.blue].enumerated() {
              let weights = exact.matrix[(3 * to)..<(3 * to + 3)]
              let sum: Double = zip(weights, light).map { $0 * $1 }.reduce(0, +)
              let signal = 255 * MatrixColors.signal(min(max(sum, 0), 1))
              worst = max(worst, abs(signal - Double(level)))
            }
          }
        }
      }
      // Half a level is rounding; weights of 13 binary places are the rest for ProPhoto.
      #expect(worst < 0.75, "\(space.name) \(worst)")
    }
  }

  @Test("greys stay grey, black and white what they are")
  func greys() throws {
    for space in [RGBSpace.displayP3, .adobeRGB, .proPhoto] {
      let ours = try colors(of: space.profile())
      for level in UInt8.min...UInt8.max {
        let color = ours.color(of: RGB8(red: level, green: level, blue: level))
        #expect(color.red == color.green && color.green == color.blue, "\(space.name) \(level)")
        if level == 0 || level == 255 { #expect(color.red == level) }
      }
    }
  }

  @Test("any number of pixels at any address, and none beside them")
  func counts() throws {
    let ours = try colors(of: RGBSpace.displayP3.profile())
    let bytes = (0..<4 * 210).map { UInt8(truncatingIfNeeded: $0 * 89 + 7) }
    for count in 0...200 {
      for offset in [0, 1, 7] {
        let answers = (0..<MatrixColors.loopCount).map { loop in
          var copy = bytes
          copy.withUnsafeMutableBytes {
            ours.convert(.init(rebasing: $0[offset..<offset + 4 * count]), loop: loop)
          }
          return copy
        }
        #expect(answers.allSatisfy { $0 == answers[0] }, "\(count) \(offset)")
        #expect(answers[0][..<offset] == bytes[..<offset])
        #expect(answers[0][(offset + 4 * count)...] == bytes[(offset + 4 * count)...])
      }
    }
  }

  @Test("numbers that are not those of colours are left to Little CMS")
  func hostile() {
    let lights = (0..<768).map { Double($0 % 256) / 255 }
    let matrix: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    #expect(MatrixColors(lights: lights, matrix: matrix) != nil)
    for wrong in [Double.nan, .infinity, -.infinity, 1e300, -2, 2] {
      for place in [0, 255, 400, 767] {
        var changed = lights
        changed[place] = wrong
        #expect(MatrixColors(lights: changed, matrix: matrix) == nil)
      }
      for place in 0..<9 where abs(wrong) != 2 {
        var changed = matrix
        changed[place] = wrong
        #expect(MatrixColors(lights: lights, matrix: changed) == nil)
      }
    }
    #expect(MatrixColors(lights: [], matrix: matrix) == nil)
    #expect(MatrixColors(lights: lights, matrix: [Double](repeating: 0, count: 9)) == nil)
    // As large as weights may be: the sums stay within 32 bits.
    for row in [[3.99, -2.99, 0], [-3.9, 3.9, 1], [3.2, -3.9, 1.7]] {
      guard let ours = MatrixColors(lights: lights, matrix: row + row + row) else { continue }
      for word: UInt32 in [0x00_00FF, 0xFF_FF00, 0xFF_00FF, 0xFF_FFFF, 0, 0x00_FF00] {
        let expected = ours.color(of: RGBA8(SIMD4(word: word)).color)
        for loop in 0..<MatrixColors.loopCount {
          let own = converted([UInt32](repeating: word, count: 70)) {
            ours.convert($0, loop: loop)
          }
          #expect(own.allSatisfy { RGBA8(SIMD4(word: $0)).color == expected })
        }
      }
    }
  }

  @Test("profiles with changed numbers convert without harm, by whichever way")
  func changedProfiles() throws {
    let whole = RGBSpace.ofMatrices[6].profile()
    var generator = SplitMix64(seed: 63)
    for tag in ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"] {
      let place = try #require(Self.place(of: tag, in: whole))
      for value: UInt32 in [0, 0x8000_0000, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x0001_0000, 0xFFFF_0000] {
        for offset in [8, 12, 16] {
          var changed = whole
          withUnsafeBytes(of: value.bigEndian) {
            changed.replaceSubrange(place + offset..<place + offset + 4, with: $0)
          }
          guard let conversion = GamutConversion(changed) else { continue }
          let words = (0..<100).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
          let own = converted(words) { conversion.convert($0) }
          #expect(zip(words, own).allSatisfy { $0 >> 24 == $1 >> 24 })
        }
      }
    }
  }

  /// Where a tag begins.
  private static func place(of tag: String, in profile: [UInt8]) -> Int? {
    func number(_ place: Int) -> Int {
      profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let entries = (0..<number(128)).map { 132 + 12 * $0 }
    let entry = entries.first { profile[$0..<$0 + 4].elementsEqual(tag.utf8) }
    return entry.map { number($0 + 4) }
  }

  @Test("a profile with a table goes through Little CMS, its colours remembered or not")
  func tables() throws {
    let profile = LittleCMS.tabledProfile()
    #expect(numbers(of: profile) == nil)
    let conversion = try #require(GamutConversion(profile))
    var generator = SplitMix64(seed: 9)
    let few = (0..<5).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    // Many colours, few, runs, and more than are remembered in any order.
    let pictures: [[UInt32]] = [
      (0..<50_000).map { _ in UInt32(truncatingIfNeeded: generator.next()) },
      (0..<5000).map { few[$0 * 7 % 5] }, (0..<5000).map { few[$0 / 1000] },
      (0..<20_000).map { UInt32($0 % 6000) &* 2_654_435_761 }, [few[0]], [],
    ]
    for words in pictures {
      var others = words
      #expect(others.withUnsafeMutableBytes { LittleCMS.convert($0, from: profile) })
      #expect(converted(words) { conversion.convert($0) } == others)
    }
  }
}

extension SIMD4<UInt8> {
  /// The bytes of a word, lowest first.
  fileprivate init(word: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8),
      UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 24))
  }
}

extension RGBA8 {
  fileprivate init(_ bytes: SIMD4<UInt8>) {
    self.init(red: bytes.x, green: bytes.y, blue: bytes.z, alpha: bytes.w)
  }
}
