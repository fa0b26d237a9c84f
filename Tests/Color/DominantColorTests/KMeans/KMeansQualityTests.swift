import Foundation
internal import Hashing
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
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  static func reference(_ name: String) throws -> Reference {
    let data = try Data(contentsOf: fixtures.appending(path: "KMeans/\(name).json"))
    return try JSONDecoder().decode(Reference.self, from: data)
  }

  /// A photo of the corpus, or a synthetic image.
  static func image(_ name: String) throws -> ImageBuffer {
    if let kind = SyntheticImage.named(name) {
      return try kind.makeImage(width: KMeansImageSet.width, height: KMeansImageSet.height)
    }
    let files = ["Corpus/photos", "KMeans/Photos"].map { fixtures.appending(path: "\($0)/\(name)") }
    let file = try #require(files.first { FileManager.default.fileExists(atPath: $0.path()) })
    return try ImageDecoder().decode([UInt8](Data(contentsOf: file))).image
  }

  /// The clusters' inertia over all pixels, about the means in OKLab of their pixels.
  static func inertia(_ image: ImageBuffer, count: Int) -> Double {
    let colors = CountedColors(image)
    let clusterer = KMeansClusterer()
    let swatches = clusterer.swatches(of: colors, count: count)
    let isCoarse = KMeansReference.isCoarse(colors.histogram)
    let centers =
      clusterer.centers.isEmpty ? swatches.map { FixedOKLab($0.color) } : clusterer.centers
    let cells = colors.histogram.cells.map { cell in
      isCoarse || cell.count == 0
        ? 0 : KMeansReference.nearest(FixedOKLab(meanOf: cell), centers).label
    }
    return image.withPixels { view in
      let pixels = PixelKMeans(view)
      let means = pixels.means(of: centers.count) { color in
        isCoarse
          ? KMeansReference.nearest(FixedOKLab(color), centers).label
          : cells[colors.histogram.cellIndex(of: color)]
      }
      return pixels.inertia(of: means.compactMap { $0 })
    }
  }

  @Test(
    "leaves at most 2 % more inertia than the best of 20 restarts on every photo",
    arguments: KMeansImageSet.photos)
  func photoInertia(photo: String) throws {
    try Self.compare(photo, with: Self.reference("photos"), entry: photo)
  }

  @Test(
    "leaves at most 2 % more inertia than the best of 20 restarts on every synthetic image",
    arguments: KMeansImageSet.synthetic)
  func syntheticInertia(name: String) throws {
    try Self.compare(name, with: Self.reference("synthetic"), entry: "\(name).png")
  }

  static func compare(_ name: String, with reference: Reference, entry: String) throws {
    let best = try #require(reference.inertia[entry])
    let inertia = try Self.inertia(Self.image(name), count: reference.clusters)
    // One colour leaves nothing but rounding.
    #expect(inertia <= 1.02 * best + 1e-9, "\(inertia / best)")
    #expect(inertia >= 0.98 * best - 1e-9, "better than the best can only be a wrong measure")
  }

  @Test(
    "finds every one of up to eight planted colours of at least 2 % within ΔE₀₀ 1",
    arguments: 1...8 as ClosedRange<UInt64>)
  func plantedPalettes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let colors = Self.distinctColors(Int(seed), &random)
    // Noise of ±3 levels about each colour; shares from 2 % up.
    var counted = CountedColors()
    for (index, color) in colors.enumerated() {
      for _ in 0..<(index == 0 ? 400 : 4000) { counted.add(Self.noisy(color, 3, &random)) }
    }
    let clusterer = KMeansClusterer()
    let swatches = clusterer.swatches(of: counted, count: max(colors.count, 1))
    for color in colors {
      let nearest = swatches.map { $0.color.deltaE00(to: color) }.min() ?? .infinity
      #expect(nearest <= 1, "\(color) among \(swatches.map(\.color))")
    }
  }

  #if !DEBUG
    /// With 8 clusters the colour shares one with the gradient around it, in the best palette too.
    @Test(
      "finds a colour planted on a gradient within ΔE₀₀ 1 when there are clusters for both",
      arguments: 1...6 as ClosedRange<UInt64>)
    func plantedOnGradient(seed: UInt64) throws {
      let kind = SyntheticImage.planted(.random(seed: seed))
      let image = try kind.makeImage(width: 320, height: 240, seed: seed)
      let truth = try #require(kind.truth(width: 320, height: 240, seed: seed))
      let swatches = KMeansClusterer().swatches(of: CountedColors(image), count: 32)
      let nearest = swatches.map { $0.color.deltaE00(to: truth.color) }.min() ?? .infinity
      #expect(nearest <= 1, "\(truth.color) among \(swatches.map(\.color))")
    }
  #endif

  @Test(
    "changes by at most ΔE₀₀ 2 when every pixel takes on noise",
    arguments: KMeansImageSet.all.filter { !KMeansImageSet.unstable.contains($0) })
  func stability(name: String) throws {
    let image = try Self.image(name)
    let clusterer = KMeansClusterer()
    let before = clusterer.swatches(of: CountedColors(image), count: 8)
    for seed in KMeansImageSet.noises {
      var noisy = image
      var random = SplitMix64(seed: seed)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let pixel = image[x, y]
          noisy[x, y] = RGBA8(Self.noisy(pixel.color, 2, &random), alpha: pixel.alpha)
        }
      }
      #expect(noisy != image)
      let after = clusterer.swatches(of: CountedColors(noisy), count: 8)
      #expect(Self.change(before, after) <= 2, "noise \(seed): \(before.map(\.color))")
    }
  }

  /// The furthest that any colour of either palette is from the other.
  static func change(_ before: [Swatch], _ after: [Swatch]) -> Double {
    func furthest(_ some: [Swatch], _ others: [Swatch]) -> Double {
      some.map { swatch in
        others.map { $0.color.deltaE00(to: swatch.color) }.min() ?? .infinity
      }.max() ?? .infinity
    }
    return max(furthest(before, after), furthest(after, before))
  }

  @Test("compares with a Lloyd over all pixels that comes to rest at a local optimum")
  func pixelKMeans() throws {
    let kind = try #require(SyntheticImage.named("photo"))
    let image = try kind.makeImage(width: 64, height: 48)
    let clusterer = KMeansClusterer()
    let start = clusterer.swatches(of: CountedColors(image), count: 6).map(\.okLab)
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
    _ count: Int, _ random: inout SplitMix64
  ) -> [RGB8] {
    var colors: [RGB8] = []
    while colors.count < count {
      let word = random.next()
      func level(_ shift: UInt64) -> UInt8 {
        let byte = Int(word >> shift & 255)
        return UInt8(4 + byte * 247 / 255)
      }
      let color = RGB8(red: level(0), green: level(8), blue: level(16))
      let isApart = colors.allSatisfy { OKLab($0).distance(to: OKLab(color)) >= 0.15 }
      if isApart { colors.append(color) }
    }
    return colors
  }

  /// A colour with each channel moved by up to `reach` levels.
  static func noisy(
    _ color: RGB8, _ reach: Int, _ random: inout SplitMix64
  ) -> RGB8 {
    func moved(_ level: UInt8) -> UInt8 {
      let step = Int(random.next() >> 33) % (2 * reach + 1) - reach
      return UInt8(clamping: Int(level) + step)
    }
    return RGB8(red: moved(color.red), green: moved(color.green), blue: moved(color.blue))
  }
}
