internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Known answers")
struct TruthTests {
  /// Pixels within a number of levels of a truth in every channel.
  private func pixels(of image: ImageBuffer, within reach: Double, of truth: Truth) -> Int {
    ColorCensus(of: image, countedBy: VisibilityRule()).entries.reduce(0) { sum, entry in
      let away = [
        Double(entry.pixel.red) - truth.red, Double(entry.pixel.green) - truth.green,
        Double(entry.pixel.blue) - truth.blue,
      ]
      return away.allSatisfy { abs($0) <= reach } ? sum + entry.count : sum
    }
  }

  @Test("one colour is the colour of every pixel", arguments: [1, 2, 77] as [UInt64])
  func flat(seed: UInt64) throws {
    let kind = try #require(SyntheticImage.named("flat"))
    let truth = try #require(kind.truth(width: 31, height: 9, seed: seed))
    let census = ColorCensus(of: try kind.makeImage(width: 31, height: 9, seed: seed))
    #expect(census.entries.map(\.pixel) == [RGBA8(truth.color)])
    #expect(truth.count == 279)
    #expect(truth.fraction == 1)
  }

  @Test("a planted colour has its share, and at most what a gradient adds", arguments: [1, 2, 3])
  func planted(seed: Int) throws {
    for name in ["planted", "straddle"] {
      let kind = try #require(SyntheticImage.named(name))
      let (width, height) = (301, 203)
      let truth = try #require(kind.truth(width: width, height: height, seed: UInt64(seed)))
      let image = try kind.makeImage(width: width, height: height, seed: UInt64(seed))
      let planted = try #require(truth.count)
      #expect(planted == 12_221, "20 % of 61,103 pixels, rounded up")
      let near = pixels(of: image, within: 8, of: truth)
      #expect(near >= planted)
      #expect(near < planted + width * height / 100)
      let found = try #require(WindowMode(of: image))
      #expect(abs(found.mean.x - truth.red) < 0.5)
      #expect(abs(found.mean.y - truth.green) < 0.5)
      #expect(abs(found.mean.z - truth.blue) < 0.5)
    }
  }

  @Test("fixed cells fall for the decoy of the straddling image")
  func straddle() throws {
    let image = try #require(SyntheticImage.named("straddle")).makeImage(width: 400, height: 300)
    #expect(WindowMode(of: image)?.fullestCell == RGB8(red: 16, green: 192, blue: 80))
    let decoy = ColorCensus(of: image).entries.first
    #expect(decoy?.pixel == RGBA8(red: 20, green: 200, blue: 88))
    #expect(decoy?.count == 7200)
  }

  @Test("random scenes are answered by the densest window, none by its decoy")
  func randomScenes() throws {
    for seed in 0..<60 as Range<UInt64> {
      let scene = PlantedScene.random(seed: seed)
      let kind = SyntheticImage.planted(scene)
      let image = try kind.makeImage(width: 160, height: 120, seed: seed)
      let truth = try #require(kind.truth(width: 160, height: 120, seed: seed))
      #expect(SIMD3(truth.red, truth.green, truth.blue) == scene.center)
      let found = try #require(WindowMode(of: image))
      let away = found.mean - scene.center
      #expect(max(abs(away.x), abs(away.y), abs(away.z)) < 0.5, "seed \(seed): \(scene)")
    }
  }

  @Test("noise about a planted colour is symmetric, spread as asked and cut at 8 levels")
  func plantedNoise() throws {
    for (center, deviation) in [(120.0, 2.0), (127.5, 3.0), (40.25, 1.5)] {
      let scene = PlantedScene(center: [center, center, center], deviation: deviation, fraction: 1)
      let image = try SyntheticImage.planted(scene).makeImage(width: 150, height: 100)
      var (sum, squares) = (0.0, 0.0)
      for entry in ColorCensus(of: image).entries {
        for level in [entry.pixel.red, entry.pixel.green, entry.pixel.blue] {
          let away = Double(level) - center
          #expect(abs(away) <= 8)
          sum += away * Double(entry.count)
          squares += away * away * Double(entry.count)
        }
      }
      #expect(abs(sum / 45_000) < 0.05)
      #expect(abs((squares / 45_000).squareRoot() - deviation) < 0.15)
    }
  }

  @Test("a colour at the end of a channel keeps its mean, and no noise leaves the levels")
  func plantedAtTheEnds() throws {
    let scene = PlantedScene(center: [0, 255, 300], deviation: 3, fraction: 1)
    let image = try SyntheticImage.planted(scene).makeImage(width: 20, height: 20)
    #expect(
      ColorCensus(of: image).entries.map(\.pixel) == [RGBA8(red: 0, green: 255, blue: 255)])
  }

  @Test("patch and decoy are exact for every share, however little room there is")
  func exactShares() throws {
    let decoy = RGB8(red: 10, green: 20, blue: 30)
    for (width, height) in [(1, 1), (7, 5), (1, 40), (40, 1), (33, 21)] {
      for fraction in [0, 0.01, 0.2, 0.5, 0.95, 1] {
        for decoyFraction in [0, 0.06, 0.5, 1] {
          let scene = PlantedScene(
            center: [200, 100, 50], deviation: 0, fraction: fraction, decoy: decoy,
            decoyFraction: decoyFraction, backgroundDeviation: 0)
          let kind = SyntheticImage.planted(scene)
          let census = ColorCensus(of: try kind.makeImage(width: width, height: height, seed: 3))
          let total = Double(width * height)
          let patch = Int((total * fraction).rounded(.up))
          let rest = min(Int((total * decoyFraction).rounded(.down)), width * height - patch)
          func count(_ color: RGB8) -> Int {
            census.entries.first { $0.pixel == RGBA8(color) }?.count ?? 0
          }
          // A gradient of 8-bit colours may pass through either colour once in a while.
          let planted = count(RGB8(red: 200, green: 100, blue: 50))
          #expect((patch...patch + 2).contains(planted))
          #expect((rest...rest + 2).contains(count(decoy)))
          #expect(kind.truth(width: width, height: height)?.count ?? 0 == patch)
        }
      }
    }
  }

  @Test("the paper of a screen is its most frequent colour, and alone in its window")
  func screen() throws {
    let kind = try #require(SyntheticImage.named("screen"))
    for (width, height) in [(480, 360), (640, 480), (500, 900)] {
      for seed in 0..<4 as Range<UInt64> {
        let truth = try #require(kind.truth(width: width, height: height, seed: seed))
        let image = try kind.makeImage(width: width, height: height, seed: seed)
        let census = ColorCensus(of: image)
        #expect(census.entries.first?.pixel == RGBA8(truth.color))
        #expect(WindowMode(of: image)?.count == census.entries.first?.count)
        #expect(truth.fraction == nil)
      }
    }
    #expect(kind.truth(width: 100, height: 100) == nil)
  }

  @Test("the disc under soft alpha has exactly its pixels; hidden colours outnumber it")
  func alpha() throws {
    let kind = try #require(SyntheticImage.named("alpha"))
    for (width, height) in [(61, 47), (64, 64), (200, 90), (9, 40)] {
      let image = try kind.makeImage(width: width, height: height, seed: 4)
      let truth = try #require(kind.truth(width: width, height: height, seed: 4))
      let visible = ColorCensus(of: image, countedBy: VisibilityRule())
      #expect(visible.pixelCount == truth.visibleCount)
      #expect(pixels(of: image, within: 6, of: truth) == truth.count)
      #expect(try #require(truth.fraction) > 0.8)
      let hidden = ColorCensus(of: image).entries.first
      #expect(hidden?.pixel.alpha == 0)
      #expect(try #require(hidden).count > 0)
      let alphas = Set(ColorCensus(of: image).entries.map(\.pixel.alpha))
      #expect(alphas.contains(0) && alphas.contains(255))
    }
  }

  @Test("a soft edge passes through 127 and 128, the two sides of visibility")
  func softEdge() throws {
    let image = try #require(SyntheticImage.named("alpha")).makeImage(width: 400, height: 400)
    let alphas = Set(ColorCensus(of: image).entries.map(\.pixel.alpha))
    #expect(alphas.isSuperset(of: [1, 126, 127, 128, 129, 254]))
  }
}
