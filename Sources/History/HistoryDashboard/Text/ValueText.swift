#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import HistoryExchange
internal import Measuring

/// Numbers and moments in words, the same on every machine and in every language setting.
enum ValueText {
  /// A value with its unit and about three digits that count: times as 7.91 ms.
  static func quantity(_ value: Double, unit: String) -> String {
    guard value.isFinite else { return "–" }
    let (name, divisor) = scale(of: value, unit: unit)
    return digits(value / divisor) + (name.isEmpty ? "" : " \(name)")
  }

  /// The unit that leaves one to three digits before the point, and what it divides by.
  static func scale(of value: Double, unit: String) -> (name: String, divisor: Double) {
    guard let time = TimeUnit(name: unit) else { return (unit, 1) }
    let nanoseconds = (time.seconds * 1e9).rounded()
    return switch value.magnitude * nanoseconds {
    case ..<0.9995e3: ("ns", 1 / nanoseconds)
    case ..<0.9995e6: ("µs", 1e3 / nanoseconds)
    case ..<0.9995e9: ("ms", 1e6 / nanoseconds)
    default: ("s", 1e9 / nanoseconds)
    }
  }

  /// About three digits that count.
  static func digits(_ value: Double) -> String {
    let size = value.magnitude
    if size == 0 { return "0" }
    if size >= 1e9 || size < 1e-6 { return "\(value)" }
    // 9.995 would round to 10.00: the limits are where one place fewer shows three digits.
    var places = 2
    var limit = 9.995
    while size >= limit, places > 0 {
      places -= 1
      limit *= 10
    }
    limit = 0.9995
    while size < limit {
      places += 1
      limit /= 10
    }
    return fixed(value, places: places)
  }

  /// A relative change with its sign: +4.81 %.
  static func percent(_ effect: Double) -> String {
    guard effect.isFinite else { return "–" }
    let value = min(max(effect * 100, -1e9), 1e9)
    let places = value.magnitude < 9.995 ? 2 : value.magnitude < 99.95 ? 1 : 0
    return (value > 0 ? "+" : "") + fixed(value, places: places) + " %"
  }

  /// A relative change in words that fit the series: of what more is better, it "fell 14.0 %", anything
  /// else changed by "+14.0 %"; from tenfold on a factor, × 1190.
  static func change(_ effect: Double, _ better: BenchmarkMetric.Better) -> String {
    if effect.isFinite, effect >= 9 { return "× \(digits(effect + 1))" }
    guard better == .more else { return percent(effect) }
    let size = percent(effect.magnitude)
    return (effect < 0 ? "fell " : "rose ")
      + (size.hasPrefix("+") ? String(size.dropFirst()) : size)
  }

  /// A number with so many places and a true minus sign; at most nine digits before the point.
  static func fixed(_ value: Double, places: Int) -> String {
    let power = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let scaled = (value.magnitude * power).rounded()
    guard let whole = UInt64(exactly: scaled) else { return "\(value)" }
    let text = String(whole)
    let padded = String(repeating: "0", count: max(places + 1 - text.count, 0)) + text
    let sign = value < 0 && whole > 0 ? "−" : ""
    return sign + padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : "")
  }

  /// A day in UTC: 2026-03-12.
  static func day(_ milliseconds: Int64) -> String { String(moment(milliseconds).prefix(10)) }

  /// A moment in UTC: 2026-03-12 02:00.
  static func moment(_ milliseconds: Int64) -> String {
    // The years 1 to 9999, which is what the style can write.
    let seconds = min(max(Double(milliseconds) / 1000, -62_135_596_800), 253_402_300_799)
    let text = Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(.iso8601)
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(5))
  }

  /// A commit's hash cut to ten digits; other names stay whole.
  static func shortCommit(_ commit: String) -> String {
    let isHash = commit.count >= 12 && commit.allSatisfy { $0.isHexDigit && $0.isASCII }
    return isHash ? String(commit.prefix(10)) : commit
  }
}
