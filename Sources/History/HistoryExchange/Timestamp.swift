/// Times as text: milliseconds since 1970 in ISO 8601, and what other programs write.
package enum Timestamp {
  /// `2026-03-31T06:53:51.123Z`; the fraction only where there is one.
  package static func text(_ milliseconds: Int64) -> String {
    let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
    let (days, second) = seconds.flooredDivision(by: 86_400)
    let date = civil(days)
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    let rest = fraction == 0 ? "" : ".\(padded(fraction, 3))"
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(time.joined(separator: ":"))\(rest)Z"
  }

  /// Milliseconds of a text; nil when it is no time that is known here.
  ///
  /// Known are whole numbers of milliseconds or seconds since 1970, and dates of year, month and
  /// day with `-`, `.` or `/` between, optionally a time of day with a fraction, and an offset.
  package static func milliseconds(_ text: some StringProtocol) -> Int64? {
    if let number = Int64(text) {
      // A hundred thousand million seconds are the year 5138, as milliseconds it is 1973.
      return number.magnitude < 100_000_000_000 ? number * 1000 : number
    }
    var scanner = Scanner(text)
    guard let year = scanner.digits(4...4), scanner.skip("-./"),
      let month = scanner.digits(1...2), (1...12).contains(month), scanner.skip("-./"),
      let day = scanner.digits(1...2), (1...31).contains(day)
    else { return nil }
    var seconds = days(year: year, month: month, day: day) * 86_400
    var fraction: Int64 = 0
    if scanner.skip("T t") {
      guard let hour = scanner.digits(1...2), hour < 24, scanner.skip(":"),
        let minute = scanner.digits(2...2), minute < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60
      if scanner.skip(":") {
        guard let second = scanner.digits(2...2), second <= 60 else { return nil }
        seconds += second
        if scanner.skip(".,") {
          guard let thousandths = scanner.thousandths() else { return nil }
          fraction = thousandths
        }
      }
      _ = scanner.skip(" ")
      guard let offset = scanner.offset() else { return nil }
      seconds -= offset
    }
    return scanner.isAtEnd ? seconds * 1000 + fraction : nil
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }

  /// Days since 1970 to a date of the Gregorian calendar (Hinnant, "chrono-compatible low-level
  /// date algorithms", 2013).
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Years begin in March here, so that a leap day is their last. Months of 31 and 30 days
    // then come in turns of five, 31 30 31 30 31, which are 153 days.
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Reads a text from left to right.
  private struct Scanner {
    private var rest: Substring

    init(_ text: some StringProtocol) { rest = Substring(text) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digits(_ count: ClosedRange<Int>) -> Int64? {
      let found = rest.prefix { $0.isASCII && $0.isNumber }.prefix(count.upperBound)
      guard count.contains(found.count) else { return nil }
      rest = rest[found.endIndex...]
      return Int64(found)
    }

    /// A fraction of a second, cut after thousandths.
    mutating func thousandths() -> Int64? {
      let found = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[found.endIndex...]
      return found.isEmpty ? nil : Int64((found + "000").prefix(3))
    }

    /// An offset from UTC in seconds; none is UTC.
    mutating func offset() -> Int64? {
      if rest.isEmpty || skip("Zz") { return 0 }
      let sign: Int64 = rest.first == "-" ? -1 : 1
      guard skip("+-"), let hours = digits(2...2) else { return nil }
      _ = skip(":")
      guard let minutes = rest.isEmpty ? 0 : digits(2...2) else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}

extension Int64 {
  /// Quotient and never negative remainder.
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
