/// Numbers as people read them.
package enum Decimals {
  /// A number with so many places after the point, rounded half away from zero.
  package static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 9e15 else { return value.description }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// A fraction of one as a percentage: 0.2314 is "23.1 %"; never "0.0 %" for some.
  package static func percent(_ fraction: Double) -> String {
    fraction > 0 && fraction < 0.000_5 ? "< 0.1 %" : fixed(fraction * 100, places: 1) + " %"
  }

  /// A change as a fraction of one, with its sign and as many digits as decide: "-83.2 %",
  /// "+0.31 %", "0.00 %".
  package static func change(_ fraction: Double) -> String {
    let places = fraction.magnitude < 0.1 ? 2 : 1
    let text = fixed(fraction * 100, places: places)
    return (fraction > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" : "") + text + " %"
  }

  /// A number of seconds as a length of time: "0 s", "59 s", "2 min 5 s", "3 h 20 min".
  package static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e9 else { return "–" }
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
