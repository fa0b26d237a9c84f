import DominantColor
import Pixels
import SyntheticImages
import Testing

/// Right, not only quick: an image's planted colour is found wherever it lies against the cells.
@Suite("Accuracy on planted images")
struct PlantedAccuracyTests {
  #if DEBUG
    static let images = 20
  #else
    static let images = 1000
  #endif

  @Test("ΔE00 to the truth is at most 0.5, without a failure, on random planted images")
  func planted() throws {
    for seed in 1...UInt64(Self.images) {
      let kind = SyntheticImage.planted(.random(seed: seed))
      let image = try kind.makeImage(width: 320, height: 240, seed: seed)
      let truth = try #require(kind.truth(width: 320, height: 240, seed: seed))
      let answer = try #require(Dominant.palette(of: image).dominant)
      let distance = CIELAB(answer.color).deltaE00(to: CIELAB(truth.color))
      #expect(distance <= 0.5, "seed \(seed): \(answer.color) for \(truth.color)")
    }
  }
}
