/// Units of time, as powers of ten of a second.
enum TimeUnit: String, CaseIterable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
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
