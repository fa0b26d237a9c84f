import DominantColor

/// Tunings for tests, made by hand.
enum SampleTunings {
  static let key = TuningKey(
    library: "1.2.3", kernelBuild: "0123456789abcdef", cpu: "Abacus \"9000\" \\ 2",
    cpuFeatures: "ff-00", cores: 4, cgroupQuota: "1.50 CPUs")

  /// Upside down, so that nobody takes it for the default order: the reference for large images.
  static func upsideDown(_ key: TuningKey = .current) -> Tuning {
    Tuning(
      key: key, made: "2026-11-21T12:00:00Z",
      choices: [
        choice(threads: 1, from: 0, "simd", evidence: evidence(1.25)),
        choice(threads: 1, from: 1000, "histogram", evidence: evidence(0.97)),
        choice(threads: 2, from: 0, "tiles", threads: 2, evidence: evidence(1, isTie: true)),
        choice(threads: 2, from: 500, "simd"),
        choice(threads: 2, from: 50_000, "histogram"),
        choice(.plain, threads: 1, from: 0, "histogram"),
      ])
  }

  static func choice(
    _ content: ImageContent = .busy, threads: Int, from pixels: Int, _ kernel: String,
    threads kernelThreads: Int = 1,
    evidence: Tuning.Evidence? = nil
  ) -> Tuning.Choice {
    Tuning.Choice(
      method: .histogram, content: content, threads: threads, fromPixels: pixels, kernel: kernel,
      kernelThreads: kernelThreads, evidence: evidence)
  }

  private static func evidence(_ ratio: Double, isTie: Bool = false) -> Tuning.Evidence {
    Tuning.Evidence(
      runnerUp: "tiles×2", image: "photo", ratio: ratio, interval: ratio * 0.9...ratio * 1.1,
      isTie: isTie)
  }
}
