import DominantColor
import Testing

@Suite("The default order")
struct DefaultOrderTests {
  private func name(
    _ method: PaletteMethod, _ pixels: Int, threads: Int,
    _ precision: HistogramPrecision = .standard
  ) -> String {
    let choice = KernelSelection.defaultOrder.choice(
      for: method, pixels: pixels, precision: precision, threads: threads)
    return "\(choice.kernel.id)×\(choice.threads)"
  }

  @Test(
    "images of any size run in vectors, large ones on all threads",
    arguments: [
      (PaletteMethod.histogram, "simd", "tiles"), (.kmeans, "kmeans", "kmeans-tiles"),
      (.hue, "hue-simd", "hue-tiles"), (.distinct, "distinct-simd", "distinct-tiles"),
    ])
  func methods(method: PaletteMethod, one: String, several: String) {
    for pixels in [0, 1, 31, 64, 4096, 262_143] {
      for threads in [1, 2, 64] {
        #expect(name(method, pixels, threads: threads) == "\(one)×1")
        #expect(name(method, pixels, threads: threads, .fine) == "\(one)×1")
      }
    }
    for pixels in [262_144, 24_000_000, Int.max] {
      #expect(name(method, pixels, threads: 1) == "\(one)×1")
      #expect(name(method, pixels, threads: 1, .fine) == "\(one)×1")
      for threads in [2, 3, 64] {
        #expect(name(method, pixels, threads: threads) == "\(several)×\(threads)")
      }
    }
  }

  @Test("a caller who says nothing allows the threads that this process has")
  func threads() {
    let most = TuningKey.threads
    #expect(most >= 1)
    let choice = KernelSelection.defaultOrder.choice(for: .histogram, pixels: 24_000_000)
    #expect(choice.threads == most)
    #expect(choice.kernel.id == (most > 1 ? "tiles" : "simd"))
  }

  @Test("negative and impossible numbers of threads and pixels are taken for the nearest possible")
  func extremes() {
    #expect(name(.histogram, -5, threads: 0) == "simd×1")
    #expect(name(.histogram, .max, threads: -3) == "simd×1")
  }
}
