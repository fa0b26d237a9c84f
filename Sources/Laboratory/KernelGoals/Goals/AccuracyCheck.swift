internal import DominantColor
package import KernelWorkloads
internal import Pixels
internal import Reporting
internal import SyntheticImages

/// How far answers are from colours planted in random images: a fifth of the pixels, at random
/// positions relative to the cells, beside a flat decoy of 6 % and over a noisy gradient.
package struct AccuracyCheck: Equatable, Sendable {
  package let images: Int
  /// The largest CIEDE2000 distance to the truth.
  package let worst: Double
  /// The median distance.
  package let median: Double
  /// Images whose answer is farther than ``limit`` from the truth.
  package let failures: Int

  /// The distance that still counts as right: half of what can just be seen.
  package static let limit = 0.5

  /// Runs `simd` on the images of the seeds from 1 on.
  package static func measure(
    images: Int, isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(InputFailure) -> AccuracyCheck {
    let workspace = Workspace()
    let kernel = KernelCatalog.simd
    var distances: [Double] = []
    for seed in 1...UInt64(max(images, 1)) where !isCancelled() {
      progress(Double(seed) / Double(images))
      let kind = SyntheticImage.planted(.random(seed: seed))
      let image: ImageBuffer
      do {
        image = try kind.makeImage(width: 320, height: 240, seed: seed)
      } catch {
        throw .noMemory("planted", error.description)
      }
      let answer = image.withPixels {
        kernel.palette(of: $0, options: PaletteOptions(), workspace: workspace).dominant
      }
      let truth = kind.truth(width: 320, height: 240, seed: seed)
      guard let answer, let truth else {
        distances.append(.infinity)
        continue
      }
      distances.append(answer.color.deltaE00(to: truth.color))
    }
    let sorted = distances.sorted()
    return AccuracyCheck(
      images: sorted.count, worst: sorted.last ?? .infinity,
      median: sorted.isEmpty ? .infinity : sorted[sorted.count / 2],
      failures: sorted.count { $0 > limit })
  }

  /// The result in words.
  package var sentence: String {
    "accuracy: \(images) random planted images, ΔE00 to the truth \(Decimals.fixed(median, places: 2)) "
      + "in the middle, \(Decimals.fixed(worst, places: 2)) at worst; goal: all ≤ "
      + "\(Decimals.fixed(Self.limit, places: 1)); \(failures == 0 ? "met" : "missed by \(failures)")"
  }
}
