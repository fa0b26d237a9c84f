internal import DominantColor
package import KernelWorkloads
package import Measuring
internal import Pixels
internal import Reporting
internal import SyntheticImages

/// How the time of `simd` grows with the image; it should be linear.
package struct GrowthCurve: Equatable, Sendable {
  /// Pixels, and the median seconds of an answer.
  package struct Point: Equatable, Sendable {
    package let pixels: Int
    package let seconds: Double
  }

  package let points: [Point]

  /// The powers of the number of pixels that time may grow with.
  package static let goal = 0.95...1.05

  /// The sizes of a curve: 64 × 64 to 100 MP, or to 400 MP, which take 1.6 GB.
  package static func sizes(isThorough: Bool) -> [Int] {
    [4096, 16_384, 65_536, 262_144, 1_000_000, 4_000_000, 16_000_000, 40_000_000, 100_000_000]
      + (isThorough ? [400_000_000] : [])
  }

  /// How time grows with size from a megapixel on; below, the search for windows still shows.
  package var fit: ScalingFit? {
    let large = points.filter { $0.pixels >= 1_000_000 }
    return ScalingFit(sizes: large.map { Double($0.pixels) }, times: large.map(\.seconds))
  }

  /// Over the whole range.
  package var wholeFit: ScalingFit? {
    ScalingFit(sizes: points.map { Double($0.pixels) }, times: points.map(\.seconds))
  }

  /// Measures `simd` on photo-like images, the least of several calls at each size: growth is a
  /// question about the work, not about the state of the machine.
  package static func measure(
    _ sizes: [Int], load: (ImageRequest) throws(InputFailure) -> BenchmarkImage,
    isCancelled: () -> Bool, progress: (Int, Double) -> Void
  ) throws(InputFailure) -> GrowthCurve {
    let workspace = Workspace()
    let kernel = KernelCatalog.simd
    var points: [Point] = []
    for (index, size) in sizes.enumerated() where !isCancelled() {
      progress(size, Double(index) / Double(sizes.count))
      let image = try load(
        ImageRequest(source: .synthetic("photo"), size: .pixelCount(size)))
      let seconds = image.pixels.withPixels { view -> Double in
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<max(5, min(200, 100_000_000 / size)) {
          let start = clock.now
          blackHole(kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
          best = min(best, (clock.now - start) / .seconds(1))
        }
        return best
      }
      points.append(Point(pixels: image.pixels.pixelCount, seconds: seconds))
    }
    return GrowthCurve(points: points)
  }

  /// Lines with a bar each, as long as the nanoseconds that a pixel takes.
  package var plot: [String] {
    let perPixel = points.map { $0.seconds / Double($0.pixels) * 1e9 }
    let longest = perPixel.max() ?? 1
    return zip(points, perPixel).map { point, nanoseconds in
      let bar = String(repeating: "█", count: max(1, Int((40 * nanoseconds / longest).rounded())))
      func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
      }
      return padded(Quantities.megapixels(point.pixels), 9)
        + padded(Quantities.time(point.seconds), 10)
        + padded(Quantities.threeDigits(nanoseconds) + " ns/px", 13) + "  " + bar
    }
  }
}
