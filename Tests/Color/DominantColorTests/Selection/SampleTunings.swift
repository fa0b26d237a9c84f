import DominantColor

/// Tunings for tests, made by hand.
enum SampleTunings {
  static let key = TuningKey(
    library: "1.2.3", cpu: "Abacus \"9000\" \\ 2", cpuFeatures: "ff-00", cores: 4,
    cgroupQuota: "1.50 CPUs")

  /// Unlike the default order: threads for a thousand pixels of `histogram`, and never for `hue`.
  static func unusual(_ key: TuningKey = .current) -> Tuning {
    Tuning(
      key: key, made: "2026-11-21T12:00:00Z",
      threads: [.histogram: .from(pixels: 1000), .hue: .never])
  }
}
