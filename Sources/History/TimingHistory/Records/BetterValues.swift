public import Measuring

extension BenchmarkMetric.Better {
  /// Tells which values are better from their unit: what is counted per second is a rate, of which more is.
  ///
  /// - Parameter unit: `ns`, `ops/sec`, `MB/s`, `fps`; less is better where it is not known.
  public init(unit: String) {
    let plain = unit.lowercased().filter { !$0.isWhitespace }
    let isRate =
      ["/s", "/sec", "/second", "/min", "/minute", "persecond", "persec", "s⁻¹", "s^-1"]
      .contains { plain.hasSuffix($0) }
      || [
        "fps", "ops", "rps", "qps", "tps", "iops", "flops", "mflops", "gflops", "bps", "kbps",
        "mbps", "gbps", "hz", "khz", "mhz", "ghz", "throughput",
      ].contains(plain)
    self = isRate ? .more : .less
  }

  /// Whether a relative change is for the worse: of values that must stay equal every one is.
  public func isWorse(_ effect: Double) -> Bool {
    switch self {
    case .less: effect > 0
    case .more: effect < 0
    case .equal: effect != 0
    }
  }

  /// How much worse a value is than another one, in their unit; not above 0 for one that is not worse.
  package func worsening(from before: Double, to after: Double) -> Double {
    switch self {
    case .less: after - before
    case .more: before - after
    case .equal: (after - before).magnitude
    }
  }
}
