package import Measuring

extension BenchmarkMetric.Better {
  /// Decides by their unit which values are better; less is better where it is not known.
  ///
  /// - Parameter unit: `ns`, `ops/sec`, `MB/s`, `fps`.
  package init(unit: String) { self = MeasuredUnit(unit).better ?? .less }

  /// Whether a relative change is for the worse: of values that must stay equal every one is.
  package func isWorse(_ effect: Double) -> Bool {
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
