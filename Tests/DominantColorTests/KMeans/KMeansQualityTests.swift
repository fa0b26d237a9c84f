import Foundation
import ImageCodecs
import Pixels
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("Quality of method kmeans")
struct KMeansQualityTests {
  /// The best inertia of 20 restarts of scikit-learn over all pixels, by photo and clusters.
  struct Reference: Decodable {
    var clusters: Int
    var inertia: [String: Double]
  }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  static func reference(_ name: String) throws -> Reference {
    let data = try Data(contentsOf: fixtures.appending(path: "KMeans/\(name).json"))
    return try JSONDecoder().decode(Reference.self, from: data)
  }

  static func image(_ photo: String) throws -> ImageBuffer {
    let file = fixtures.appending(path: "Corpus/photos/\(photo)")
    return try ImageDecoder().decode([UInt8](Data(contentsOf: file))).image
  }

  static func histogram(_ image: ImageBuffer) -> ColorHistogram {
    var histogram = ColorHistogram(.fine)
    image.withPixels { histogram.add($0, rule: VisibilityRule()) }
    return histogram
  }

  /// The clusters' inertia over all pixels, about the means in OKLab of the pixels of their cells.
  static func inertia(_ image: ImageBuffer, count: Int) -> Double {
    let histogram = histogram(image)
    let clusterer = KMeansClusterer()
    _ = clusterer.swatches(of: histogram, count: count)
    let labels = histogram.cells.map { cell in
      cell.count == 0
        ? 0 : KMeansReference.nearest(FixedOKLab(meanOf: cell), clusterer.centers).label
    }
    return image.withPixels { view in
      let pixels = PixelKMeans(view)
      let means = pixels.means(of: clusterer.centers.count) {
        labels[histogram.cellIndex(of: $0)]
      }
      return pixels.inertia(of: means.compactMap { $0 })
    }
  }

  static let photos = {
    #if DEBUG
      ["chelsea.png"]
    #else
      ["500lines-frankfurt.jpg", "chelsea.png", "china.jpg", "flower.jpg"]
    #endif
  }()

  @Test("leaves at most 2 % more inertia than the best of 20 restarts on photos", arguments: photos)
  func photoInertia(photo: String) throws {
    let reference = try Self.reference("photos")
    let image = try Self.image(photo)
    let best = try #require(reference.inertia[photo])
    let ratio = Self.inertia(image, count: reference.clusters) / best
    #expect(ratio <= 1.02)
    #expect(ratio > 0.98, "better than the best can only be a wrong measure")
  }

  @Test(
    "finds every one of up to eight planted colours of at least 2 % within ΔE₀₀ 1",
    arguments: 1...8 as ClosedRange<UInt64>)
  func plantedPalettes(seed: UInt64) {
    var random = SyntheticImages.SplitMix64(seed: seed)
    let colors = Self.distinctColors(Int(seed), &random)
    // Noise of ±3 levels about each colour; shares from 2 % up.
    var histogram = ColorHistogram(.fine)
    for (index, color) in colors.enumerated() {
      for _ in 0..<(index == 0 ? 400 : 4000) {
        let pixel = Self.noisy(color, 3, &random)
        histogram.cells[histogram.cellIndex(of: pixel)].add(pixel)
        histogram.tally.counted += 1
      }
    }
    let clusterer = KMeansClusterer()
    let swatches = clusterer.swatches(of: histogram, count: max(colors.count, 1))
    for color in colors {
      let nearest = swatches.map { $0.color.deltaE00(to: color) }.min() ?? .infinity
      #expect(nearest <= 1, "\(color) among \(swatches.map(\.color))")
    }
  }

  @Test("changes by at most ΔE₀₀ 2 when every pixel of a photo takes on noise", arguments: photos)
  func stability(photo: String) throws {
    let image = try Self.image(photo)
    var noisy = image
    var random = SyntheticImages.SplitMix64(seed: 2)
    for y in 0..<image.height {
      for x in 0..<image.width {
        noisy[x, y] = RGBA8(Self.noisy(image[x, y].color, 2, &random), alpha: 255)
      }
    }
    #expect(noisy != image)
    let clusterer = KMeansClusterer()
    let before = clusterer.swatches(of: Self.histogram(image), count: 8)
    let after = clusterer.swatches(of: Self.histogram(noisy), count: 8)
    for swatch in before {
      let nearest = after.map { $0.color.deltaE00(to: swatch.color) }.min() ?? .infinity
      #expect(nearest <= 2, "\(swatch.color) among \(after.map(\.color))")
    }
  }

  @Test("compares with a Lloyd over all pixels that comes to rest at a local optimum")
  func pixelKMeans() throws {
    let kind = try #require(SyntheticImage.named("photo"))
    let image = try kind.makeImage(width: 64, height: 48)
    let clusterer = KMeansClusterer()
    let start = clusterer.swatches(of: Self.histogram(image), count: 6).map(\.okLab)
    image.withPixels { view in
      let pixels = PixelKMeans(view)
      let centers = pixels.centers(from: start)
      #expect(pixels.inertia(of: centers) <= pixels.inertia(of: start))
      #expect(pixels.centers(from: centers, limit: 1) == centers)
      #expect(Self.inertia(image, count: 6) <= 1.02 * pixels.inertia(of: centers))
    }
  }

  /// Colours at least 0.15 apart in OKLab.
  static func distinctColors(
    _ count: Int, _ random: inout SyntheticImages.SplitMix64
  ) -> [RGB8] {
    var colors: [RGB8] = []
    while colors.count < count {
      let word = random.next()
      func level(_ shift: UInt64) -> UInt8 { UInt8(4 + (word >> shift & 255) * 247 / 255) }
      let color = RGB8(red: level(0), green: level(8), blue: level(16))
      let isApart = colors.allSatisfy { OKLab($0).distance(to: OKLab(color)) >= 0.15 }
      if isApart { colors.append(color) }
    }
    return colors
  }

  /// A colour with each channel moved by up to `reach` levels.
  static func noisy(
    _ color: RGB8, _ reach: Int, _ random: inout SyntheticImages.SplitMix64
  ) -> RGB8 {
    func moved(_ level: UInt8) -> UInt8 {
      let step = Int(random.next() >> 33) % (2 * reach + 1) - reach
      return UInt8(clamping: Int(level) + step)
    }
    return RGB8(red: moved(color.red), green: moved(color.green), blue: moved(color.blue))
  }
}
