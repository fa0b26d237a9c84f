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

  @Test("images of any size run in vectors, large ones on all threads")
  func histogram() {
    #expect(name(.histogram, 0, threads: 2) == "simd×1")
    #expect(name(.histogram, 1, threads: 2) == "simd×1")
    #expect(name(.histogram, 64, threads: 2) == "simd×1")
    #expect(name(.histogram, 64, threads: 2, .fine) == "simd×1")
    #expect(name(.histogram, 4096, threads: 2) == "simd×1")
    #expect(name(.histogram, 262_143, threads: 1) == "simd×1")
    #expect(name(.histogram, 262_143, threads: 64) == "simd×1")
    #expect(name(.histogram, 24_000_000, threads: 1) == "simd×1")
    #expect(name(.histogram, .max, threads: 1, .fine) == "simd×1")
  }

  @Test("as many threads as are allowed and this process has")
  func threads() {
    let most = TuningKey.threads
    #expect(most >= 1)
    for allowed in 1...most {
      let expected = allowed == 1 ? "simd×1" : "tiles×\(allowed)"
      // Numbers of threads between powers of two run with the power below.
      if allowed.nonzeroBitCount == 1 || allowed == most {
        #expect(name(.histogram, 24_000_000, threads: allowed) == expected)
      }
    }
    #expect(
      name(.histogram, 24_000_000, threads: .max) == name(.histogram, 24_000_000, threads: most))
  }

  @Test("k-means and hue follow the same rule")
  func otherMethods() {
    #expect(name(.kmeans, 1, threads: 2) == "kmeans×1")
    #expect(name(.kmeans, 64, threads: 2) == "kmeans×1")
    #expect(name(.kmeans, 24_000_000, threads: 1) == "kmeans×1")
    #expect(name(.hue, 1, threads: 2) == "hue×1")
    #expect(name(.hue, 64, threads: 2) == "hue-simd×1")
    #expect(name(.hue, 24_000_000, threads: 1) == "hue-simd×1")
  }

  @Test("images of few colours stay longer on one thread, and k-means never runs as its reference")
  func plain() {
    func name(_ method: PaletteMethod, _ pixels: Int) -> String {
      KernelSelection.defaultOrder.choice(
        for: method, pixels: pixels, content: .plain, threads: 2
      ).kernel.id
    }
    #expect(name(.kmeans, 1) == "kmeans")
    #expect(name(.kmeans, 16_384) == "kmeans")
    #expect(name(.histogram, 64) == "simd")
    #expect(name(.histogram, 300_000) == "simd")
  }

  @Test("negative and impossible numbers of threads and pixels are taken for the nearest possible")
  func extremes() {
    #expect(name(.histogram, -5, threads: 0) == "simd×1")
    #expect(name(.histogram, .max, threads: -3) == "simd×1")
  }
}
