internal import DominantColor
internal import Pixels
internal import ShowHide
internal import Synchronization
internal import SyntheticImages
internal import Testing

@Suite("Analysing a picture")
struct AnalysisTests {
  private func photo(width: Int = 331, height: Int = 700) throws -> ImageBuffer {
    try #require(SyntheticImage.named("photo")).makeImage(width: width, height: height)
  }

  /// What progress was told.
  private final class Heard: Sendable {
    let fractions = Mutex<[Double]>([])

    func hear(_ fraction: Double) { fractions.withLock { $0.append(fraction) } }
  }

  @Test("background and foreground count alike, with any number of threads", arguments: 1...4)
  func counts(threads: Int) async throws {
    // Large enough for several threads, and then for several bands.
    let image = try photo(width: 1331)
    let heard = Heard()
    let analysis = try await Analysis.analyze(image, threads: threads) { heard.hear($0) }
    #expect(analysis.hues == Analysis(of: image).hues)
    #expect(analysis.image == image)
    let fractions = heard.fractions.withLock { $0 }
    #expect(fractions.count > 1)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
  }

  @Test("the dominant hue is that of method hue")
  func dominant() async throws {
    let image = try photo(width: 90, height: 60)
    let palette = Dominant.palette(of: image, method: .hue)
    #expect(try await Analysis.analyze(image).dominantHue == palette.hue)
  }

  @Test("options reach the count")
  func options() async throws {
    let image = try #require(SyntheticImage.named("alpha")).makeImage(width: 64, height: 64)
    let scale = HueScale(binCount: 24, greyThreshold: 5)
    let rule = VisibilityRule(minimumAlpha: 0)
    let analysis = try await Analysis.analyze(image, scale: scale, visibility: rule)
    #expect(analysis.hues.tally.counted == 64 * 64)
    #expect(analysis.hues == Analysis(of: image, scale: scale, visibility: rule).hues)
    #expect(analysis.hues != Analysis(of: image, scale: scale).hues)
  }

  @Test("a cancelled task throws, and stops early")
  func cancellation() async throws {
    let image = try photo()
    let heard = Heard()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Analysis.analyze(image) { heard.hear($0) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(heard.fractions.withLock { $0.isEmpty })
  }

  @Test("pictures without a hue have no selection, and show grey")
  func greys() async throws {
    let empty = try await Analysis.analyze(ImageBuffer(width: 0, height: 5))
    #expect(empty.dominantHue == nil)
    #expect(empty.share(of: HueRange(scale: HueScale(), center: 0, tolerance: 180)) == 0)
    let grey = try ImageBuffer(
      width: 2, colors: [RGB8(red: 9, green: 9, blue: 9), RGB8(red: 40, green: 44, blue: 40)])
    let analysis = try await Analysis.analyze(grey)
    #expect(analysis.dominantSelection(tolerance: 20) == nil)
    #expect(try analysis.image(hiding: nil) == grey)
    #expect(try analysis.image(showing: nil)[1, 0] == RGBA8(red: 43, green: 43, blue: 43))
  }

  @Test("shares are of all visible pixels, greys too")
  func shares() throws {
    let red = RGB8(red: 255, green: 0, blue: 0)
    let rose = RGB8(red: 255, green: 0, blue: 9)
    let grey = RGB8(red: 7, green: 7, blue: 7)
    let image = try ImageBuffer(width: 4, colors: [red, rose, grey, red])
    let analysis = Analysis(of: image)
    func share(_ tolerance: Int) -> Double {
      analysis.share(of: HueRange(scale: HueScale(), center: 0, tolerance: tolerance))
    }
    #expect(share(0) == 0.5)
    #expect(share(3) == 0.75)
    #expect(share(180) == 0.75)
  }
}
