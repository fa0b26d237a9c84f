/// When a picture was taken, as its camera's clock showed it.
public struct CaptureTime: Hashable, Sendable {
  /// The year of the Gregorian calendar.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 60.
  public let second: Int
  /// Minutes that the clock was ahead of UTC; `nil` where the file does not say.
  public let offsetMinutes: Int?

  /// Reads a time as Exif writes it, `2024:05:17 12:30:00`; `nil` for anything else, such as a
  /// clock that was never set.
  ///
  /// - Parameters:
  ///   - text: the field, without the zero at its end.
  ///   - offset: the field of the offset, such as `+02:00`.
  init?(exif text: String, offset: String?) {
    let numbers = text.split(whereSeparator: { ": ".contains($0) }).compactMap { Int($0) }
    guard text.utf8.count == 19, numbers.count == 6, numbers[0] > 0,
      (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
    else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
    offsetMinutes = offset.flatMap(Self.minutes(ofOffset:))
  }

  private static func minutes(ofOffset text: String) -> Int? {
    let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard text.utf8.count == 6, parts.count == 2, (0...14).contains(parts[0]),
      (0...59).contains(parts[1]), let sign = text.first, sign == "+" || sign == "-"
    else { return nil }
    return (sign == "-" ? -1 : 1) * (60 * parts[0] + parts[1])
  }

  /// Seconds from the start of 1970 to this time on the same clock; on UTC's where the offset is
  /// known.
  ///
  /// Days are counted in the Gregorian calendar, by the formula of Hinnant ("chrono-compatible
  /// low-level date algorithms").
  public var secondsSince1970: Int {
    let years = month <= 2 ? year - 1 : year
    let era = years / 400
    let yearOfEra = years - era * 400
    // Years that begin with March, so that a leap day is the last one. Of such months five
    // have 153 days (31, 30, 31, 30, 31), and (153 m + 2) ÷ 5 are the days before month m.
    // 146097 days are 400 years, and 719468 those from March of year 0 to 1970.
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86_400 + hour * 3600 + minute * 60 + second - 60 * (offsetMinutes ?? 0)
  }
}
