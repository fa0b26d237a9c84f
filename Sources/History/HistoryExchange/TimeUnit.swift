internal import ExchangeDocuments

/// Units of time, as powers of ten of a second.
public enum TimeUnit: String, CaseIterable, Sendable {
  /// 10⁻⁹ s.
  case nanoseconds = "ns"
  /// 10⁻⁶ s.
  case microseconds = "us"
  /// 10⁻³ s.
  case milliseconds = "ms"
  /// The unit of the SI.
  case seconds = "s"

  /// The power of ten of a second.
  var power: Int {
    switch self {
    case .nanoseconds: -9
    case .microseconds: -6
    case .milliseconds: -3
    case .seconds: 0
    }
  }

  /// The unit of a name: `ns`, `us` or `µs`, `ms`, `s`, of one or of each repetition (`ns/iter`,
  /// `ns/op`), in full or short (`seconds`, `sec`); nil for any other.
  public init?(name: String) {
    let parts = name.lowercased().filter { !$0.isWhitespace }.split(
      separator: "/", omittingEmptySubsequences: false)
    guard let unit = parts.first, parts.count <= 2,
      parts.count == 1 || ["iter", "iteration", "op", "ops", "call", "run"].contains(parts[1])
    else { return nil }
    switch unit {
    case "ns", "nsec", "nanosecond", "nanoseconds": self = .nanoseconds
    // The micro sign and the Greek letter look alike.
    case "us", "µs", "\u{3BC}s", "usec", "microsecond", "microseconds": self = .microseconds
    case "ms", "msec", "millisecond", "milliseconds": self = .milliseconds
    case "s", "sec", "second", "seconds": self = .seconds
    default: return nil
    }
  }

  /// How many seconds it is.
  public var seconds: Double {
    switch self {
    case .nanoseconds: 1e-9
    case .microseconds: 1e-6
    case .milliseconds: 1e-3
    case .seconds: 1
    }
  }

  /// The unit of a series that a format can only take times of.
  init(of series: ExchangeSeries, format: String) throws(ExchangeError) {
    guard let unit = TimeUnit(rawValue: series.unit) else {
      throw ExchangeError(
        "\(format) holds times only; the series '\(series.name)' is in '\(series.unit)'. Leave it"
          + " out or choose another format.")
    }
    self = unit
  }
}
