import Pixels
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("The winner from a sample")
struct SampledKernelTests {
  @Test("is the winner of the whole image, in every seeded trial on every adversarial layout")
  func trials() throws {
    var trials = 0
    var sampled = 0
    for scene in TrialScene.chosen {
      let image = try scene.kind.makeImage(width: scene.width, height: scene.height, seed: 5)
      let workspace = Workspace(threads: 2)
      let outcome = image.withPixels { view in
        let oracle = WinnerOracle(view, PaletteOptions())
        return (0..<TrialScene.seeds).map { seed in
          let answer = SampledKernel(seed: UInt64(seed)).answer(
            for: view, options: PaletteOptions(), workspace: workspace)
          #expect(oracle.objection(to: answer) == nil, "\(scene.name), seed \(seed)")
          return answer.isExact
        }
      }
      trials += outcome.count
      sampled += outcome.count { !$0 }
      if let expected = scene.isDecided {
        #expect(outcome.allSatisfy { $0 != expected }, "\(scene.name)")
      }
    }
    #expect(trials >= TrialScene.least)
    #expect(sampled > trials / 3)
  }

  @Test("reads few pixels of an image whose winner is plain, the same ones every time")
  func fewPixels() throws {
    let image = try SyntheticImage.planted(.straddling).makeImage(width: 2000, height: 1500)
    let answer = Dominant.sampledDominant(of: image)
    #expect(!answer.isExact)
    #expect(answer.pixelsRead <= 20_000)
    #expect(answer.absence == nil)
    #expect(answer == Dominant.sampledDominant(of: image))
    let dominant = try #require(answer.dominant)
    #expect(dominant.window.contains(RGB8(red: 128, green: 64, blue: 192)))
    #expect(dominant.populationRange.contains(dominant.population))
    #expect(Dominant.sampledDominant(of: image, seed: 1) != answer)
  }

  @Test("looks only at visible pixels that no filter takes out, in padded rows too")
  func visibility() throws {
    let red = RGBA8(red: 220, green: 30, blue: 30)
    let hidden = RGBA8(red: 10, green: 240, blue: 10, alpha: 127)
    let grey = RGBA8(red: 128, green: 128, blue: 128)
    let pixels = (0..<1024 * 1024).map { [hidden, hidden, grey, grey, red, grey, hidden][$0 % 7] }
    for precision in HistogramPrecision.allCases {
      let options = PaletteOptions(
        visibility: VisibilityRule(greyWithin: 3), precision: precision)
      withHostileView(pixels, width: 1024, padding: 20, offset: 1) { view in
        let oracle = WinnerOracle(view, options)
        let answer = Dominant.sampledDominant(of: view, options: options)
        #expect(oracle.objection(to: answer) == nil)
        #expect(!answer.isExact)
        #expect(answer.dominant?.color == red.color)
        #expect(answer.dominant?.population == 1)
      }
    }
  }

  @Test("counts every pixel where a sample cannot tell: small, tied, noisy, invisible")
  func exact() throws {
    let red = RGB8(red: 255, green: 0, blue: 0)
    let blue = RGB8(red: 0, green: 0, blue: 255)
    let tied = SyntheticImage.checkerboard(red, blue)
    let noise = try #require(SyntheticImage.named("noise"))
    for (kind, width, height) in [
      (SyntheticImage.flat(red), 100, 100), (tied, 1024, 1024), (noise, 1024, 700), (tied, 0, 0),
    ] {
      let image = try kind.makeImage(width: width, height: height)
      let answer = Dominant.sampledDominant(of: image)
      let palette = Dominant.palette(of: image, method: .histogram)
      #expect(answer.isExact)
      #expect(answer.pixelsRead >= image.pixelCount)
      #expect(answer.pixelsRead <= image.pixelCount + image.pixelCount / 100)
      #expect(answer.dominant?.color == palette.dominant?.color)
      #expect(answer.dominant?.population == palette.dominant?.population)
      #expect(answer.absence == palette.absence)
      image.withPixels { view in
        #expect(WinnerOracle(view, PaletteOptions()).objection(to: answer) == nil)
      }
    }
    let invisible = Dominant.sampledDominant(of: try ImageBuffer(width: 1024, height: 1024))
    #expect(invisible.absence == .allTransparent)
    #expect(invisible.dominant == nil)
  }

  @Test("positions cover every stratum evenly and stay inside it")
  func positions() {
    let count = 512 * 100 - 30
    let positions = SamplePositions(pixelCount: count, seed: 3)
    var hits = Array(repeating: 0, count: 100)
    for round in 0..<400 {
      for stratum in 0..<SamplePositions.strata {
        let index = positions[round: round, stratum: stratum]
        #expect(index / 100 == stratum)
        hits[index % 100] += 1
      }
    }
    // 2048 each; five standard deviations are 226.
    #expect(hits.allSatisfy { (1820...2276).contains($0) })
  }
}
