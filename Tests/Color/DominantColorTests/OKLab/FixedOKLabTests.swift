internal import Hashing
import Pixels
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("Fixed-point OKLab")
struct FixedOKLabTests {
  /// Every colour in release builds, one in 97 in debug builds.
  static let step = {
    #if DEBUG
      97
    #else
      1
    #endif
  }()

  @Test("is within 4e-5 of a double-precision computation for every colour")
  func errorBound() {
    var worst = 0.0
    for value in stride(from: 0, to: 1 << 24, by: Self.step) {
      let color = RGB8(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
      let (fixed, exact) = (FixedOKLab(quick: color), OKLab(color))
      let unit = Double(FixedOKLab.unit)
      worst = max(
        worst, abs(Double(fixed.l) / unit - exact.lightness),
        abs(Double(fixed.a) / unit - exact.a), abs(Double(fixed.b) / unit - exact.b))
    }
    #expect(worst < 4e-5)
    #expect(worst > 1e-5, "a 14-bit number cannot be that good: what was compared?")
  }

  @Test("is within 1e-4 of a double-precision computation for means between levels")
  func errorOfMeans() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let count = UInt64.random(in: 1...1000, using: &random)
      let limit = UInt64.random(in: 1...255, using: &random) * count
      let sums = ColorSums(
        count: count, red: .random(in: 0...limit, using: &random),
        green: .random(in: 0...limit, using: &random),
        blue: .random(in: 0...limit, using: &random))
      func mean(_ sum: UInt64) -> Double {
        (Double(sum) / Double(count) * 256 + 0.5).rounded(.down) / 256
      }
      let fixed = FixedOKLab(meanOf: sums)
      let exact = OKLab(red: mean(sums.red), green: mean(sums.green), blue: mean(sums.blue))
      let unit = Double(FixedOKLab.unit)
      #expect(abs(Double(fixed.l) / unit - exact.lightness) < 1e-4)
      #expect(abs(Double(fixed.a) / unit - exact.a) < 1e-4)
      #expect(abs(Double(fixed.b) / unit - exact.b) < 1e-4)
    }
  }

  @Test("has no colour in greys, and the ends of lightness exactly")
  func greys() {
    for level in UInt8.min...UInt8.max {
      let grey = FixedOKLab(RGB8(red: level, green: level, blue: level))
      #expect(grey.a == 0)
      #expect(grey.b == 0)
    }
    #expect(FixedOKLab(RGB8(red: 0, green: 0, blue: 0)) == FixedOKLab(l: 0, a: 0, b: 0))
    #expect(FixedOKLab(RGB8(red: 255, green: 255, blue: 255)).l == FixedOKLab.unit)
  }

  @Test("takes the mean of one pixel for its colour, and of huge sums without overflow")
  func means() {
    let color = RGB8(red: 200, green: 3, blue: 77)
    var sums = ColorSums()
    sums.add(color)
    #expect(FixedOKLab(meanOf: sums) == FixedOKLab(color))
    let count: UInt64 = 1 << 55
    let huge = ColorSums(count: count, red: 200 * count, green: 3 * count, blue: 77 * count)
    #expect(FixedOKLab(meanOf: huge) == FixedOKLab(color))
  }

  @Test("measures squared distances")
  func distances() {
    let (left, right) = (FixedOKLab(l: 10, a: -20, b: 5), FixedOKLab(l: 13, a: -24, b: 17))
    #expect(left.squaredDistance(to: right) == 169)
    #expect(right.squaredDistance(to: left) == 169)
  }
}

@Suite("Linear light")
struct LinearLightTests {
  @Test("rises from 0 to one with every level, right to a few millionths")
  func levels() {
    #expect(LinearLight.of(0) == 0)
    #expect(LinearLight.of(255 << 8) == 1 << 24)
    for level in 0..<256 {
      let exact = OKLab.linear(Double(level) / 255) * 0x1p24
      let value = Double(LinearLight.of(UInt32(level) << 8))
      #expect(abs(value - exact) <= max(0.6, 4e-6 * exact), "level \(level)")
    }
    for channel in UInt32(1)...255 << 8 {
      #expect(LinearLight.of(channel) >= LinearLight.of(channel - 1))
    }
  }
}

@Suite("Cube roots")
struct CubeRootTests {
  @Test("are the largest integers whose cube fits, the quick ones too")
  func roots() {
    var values = (0...5000).map { UInt64($0) }
    for root in stride(from: UInt64(17), through: 1 << 18, by: 61) {
      let cube = root * root * root
      values += [cube - 1, cube, cube + 1]
    }
    for power in UInt64(9)...54 { values += [1 << power - 1, 1 << power] }
    var random = SplitMix64(seed: 3)
    for _ in 0..<10_000 {
      values.append(random.next() >> UInt64.random(in: 10...63, using: &random))
    }
    for value in values where value <= 1 << 54 {
      let root = CubeRoot.floor(value)
      #expect(root * root * root <= value)
      #expect((root + 1) * (root + 1) * (root + 1) > value)
      #expect(CubeRoot.quickFloor(value) == root, "of \(value)")
    }
  }
}
