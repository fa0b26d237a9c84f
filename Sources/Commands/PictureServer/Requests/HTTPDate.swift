internal import CLibrary

/// The time as header fields say it (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: the seconds since 1970; now without.
  /// - Returns: the text.
  package static func text(_ seconds: Int? = nil) -> String {
    var seconds: time_t = seconds ?? time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
    return "\(day) \(parts.tm_year + 1900) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
