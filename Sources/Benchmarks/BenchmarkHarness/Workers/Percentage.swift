internal import Measuring
package import Reporting

/// A share as typed: `1%`, `0.5 %` or `0.5`, always in percent.
package struct Percentage: Equatable, Sendable {
  /// 0.01 is one percent.
  package let fraction: Double

  /// Reads one above 0 and up to 100.
  ///
  /// - Throws: ``InvalidRequest`` for any other text.
  package init(parsing text: String) throws(InvalidRequest) {
    let digits = text.filter { $0 != "%" && $0 != " " }
    // "nan", "inf" and "1e3" are numbers to Double, not to people.
    guard digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
      let percent = Double(digits), percent > 0, percent <= 100
    else {
      throw InvalidRequest(
        "'\(text)' is not a percentage above 0 and up to 100, such as 1% or 0.5%.")
    }
    fraction = percent / 100
  }

  /// The logarithm of one more than the share.
  package var logRatio: Double { LogRatio(factor: 1 + fraction)?.value ?? 0 }

  /// The percentage for people.
  package var text: String { Self.text(fraction: fraction) }

  static func text(fraction: Double) -> String {
    var digits = Decimals.fixed(fraction * 100, places: 3)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return digits + " %"
  }
}
