internal import Hashing
internal import Testing

@testable internal import SyntheticImages

@Suite("Randomness")
struct RandomnessTests {
  @Test("SplitMix64 gives the numbers of its authors' program")
  func splitMix64() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("bounded numbers reach both ends of their range and never leave it")
  func bounded() {
    var random = SplitMix64(seed: 9)
    let numbers = (0..<2000).map { _ in random.within(-3...4) }
    #expect(Set(numbers) == Set(-3...4))
    #expect(random.below(0) == 0)
    #expect(random.below(1) == 0)
  }

  @Test("bell noise is symmetric, odd and within its bounds")
  func bellNoise() {
    #expect(BellNoise.draw(0) == -381)
    #expect(BellNoise.draw(0x1F_FFFF) == 381)
    var random = SplitMix64(seed: 3)
    var (sum, squares) = (0, 0)
    let draws = 30_000
    for _ in 0..<draws / 3 {
      let bits = random.next()
      let (red, green, blue) = BellNoise.draws(bits)
      let (mirroredRed, mirroredGreen, mirroredBlue) = BellNoise.draws(~bits)
      #expect(red == -mirroredRed && green == -mirroredGreen && blue == -mirroredBlue)
      for value in [red, green, blue] {
        sum += Int(value)
        squares += Int(value * value)
      }
    }
    #expect(abs(sum) < 3 * draws, "mean 0 within 3 of 128 √n / n")
    #expect((126.0...130.0).contains((Double(squares) / Double(draws)).squareRoot()))
  }

  @Test("integer square roots are exact on both sides of squares")
  func squareRoots() {
    for root in [0, 1, 2, 3, 255, 46_341, 94_906_267, 4_294_967_295] as [UInt] {
      #expect(integerSquareRoot(root * root) == Int(root))
      guard root > 0 else { continue }
      #expect(integerSquareRoot(root * root - 1) == Int(root) - 1)
      #expect(integerSquareRoot(root * root + 1) == (root == 0 ? 1 : Int(root)))
    }
    #expect(integerSquareRoot(.max) == 4_294_967_295)
  }
}
