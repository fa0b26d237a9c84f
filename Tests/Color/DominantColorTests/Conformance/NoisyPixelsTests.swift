import Pixels
import Testing

@testable import DominantColor

/// Kernels list pixels one by one where hardly any are in the cell of the one above, and look again
/// after some blocks.
@Suite("Noise that begins and ends")
struct NoisyPixelsTests {
  /// Bands of every kind in turn, the noisy ones long enough for pixels to be listed one by one, some
  /// with a few hidden pixels.
  private static func image(width: Int) -> [RGBA8] {
    var pixels: [RGBA8] = []
    let kinds: [PixelKind] = [.noise, .smooth, .noise, .flat, .noise, .masked, .noise, .anything]
    for (index, kind) in kinds.enumerated() {
      var band = kind.pixels(width * 100, seed: UInt64(index))
      if kind == .noise, index > 0 {
        for hidden in stride(from: 7, to: band.count, by: 4099) {
          band[hidden] = RGBA8(band[hidden].color, alpha: 3)
        }
      }
      pixels += band
    }
    return pixels
  }

  @Test("every instruction set counts it", arguments: HistogramPrecision.allCases)
  func counts(precision: HistogramPrecision) {
    let options = PaletteOptions(precision: precision)
    for width in [320, 333] {
      withHostileView(Self.image(width: width), width: width, padding: 12) { view in
        let expected = KernelCatalog.histogram.summary(
          of: view, options: options, workspace: Workspace())
        for set in InstructionSet.available {
          for threads in [1, 2] {
            let workspace = Workspace(instructionSet: set, threads: threads)
            let kernel = threads > 1 ? KernelCatalog.tiles : KernelCatalog.simd
            for round in 1...2 {
              let summary = kernel.summary(of: view, options: options, workspace: workspace)
              #expect(summary == expected, "\(set), \(threads) threads, \(width), \(round)")
            }
          }
        }
      }
    }
  }
}
