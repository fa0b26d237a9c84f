/// Which way the values of a series get better.
public enum ValueDirection: String, Sendable, Codable {
  /// Times, sizes, counts: less is better.
  case lowerIsBetter
  /// Rates: more is better.
  case higherIsBetter

  /// Tells the direction from a unit: what is counted per second is a rate.
  ///
  /// - Parameter unit: `ns`, `ops/sec`, `MB/s`, `fps`; lower is better where it is not known.
  public init(unit: String) {
    let plain = unit.lowercased().filter { !$0.isWhitespace }
    let isRate =
      ["/s", "/sec", "/second", "/min", "/minute", "persecond", "persec", "s⁻¹", "s^-1"]
      .contains { plain.hasSuffix($0) }
      || [
        "fps", "ops", "rps", "qps", "tps", "iops", "flops", "mflops", "gflops", "bps", "kbps",
        "mbps", "gbps", "hz", "khz", "mhz", "ghz", "throughput",
      ].contains(plain)
    self = isRate ? .higherIsBetter : .lowerIsBetter
  }
}
