internal import ExchangeDocuments
internal import Measuring

/// Units of time, as powers of ten of a second.
package enum TimeUnit: String, CaseIterable, Sendable {
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
  package init?(name: String) {
    if let plain = TimeUnit(rawValue: name) {
      self = plain
      return
    }
    let unit = MeasuredUnit(name)
    let known = Self.allCases.first {
      // A thousand seconds are equal in both units only where the units are.
      unit.converted(1000, to: MeasuredUnit($0.rawValue)) == 1000
    }
    guard unit.kind == .time, let known else { return nil }
    self = known
  }

  /// How many seconds it is.
  package var seconds: Double {
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
