/// A size as people write it: a number, perhaps with a unit, or two sides whose product counts.
///
/// ```swift
/// ParameterSize("24MP")?.count       // 24,000,000
/// ParameterSize("6000x4000")?.count  // 24,000,000
/// ParameterSize("4KiB")?.count       // 4096
/// ParameterSize("large")             // nil
/// ```
public struct ParameterSize: Hashable, Comparable, Sendable {
  /// The size as it was written.
  public let text: String
  /// How many things that are, more than 0.
  public let count: Double

  /// What stands behind a number, and how many things it makes of one.
  private static let units: [String: Double] = [
    "": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "MP": 1e6, "B": 1, "kB": 1e3, "MB": 1e6,
    "GB": 1e9, "TB": 1e12, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
    "TiB": 1_099_511_627_776,
  ]

  /// Reads a size.
  ///
  /// Units are `k`, `M`, `G`, `T`, `MP`, `B`, `kB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB`, `TiB`; a space may stand
  /// before them. Sides are parted by `x` or `×`. It is nil for a text that is no size, and for a size of 0.
  ///
  /// - Parameter text: The text.
  /// - Complexity: O(*n*) in the text's characters.
  public init?(_ text: String) {
    guard let count = Self.sides(text) ?? Self.amount(text), count > 0, count.isFinite else {
      return nil
    }
    self.text = text
    self.count = count
  }

  /// Whether the text says what it counts: `4KiB` and `60x40` do, `4` does not.
  var hasUnit: Bool { Double(text) == nil }

  /// The product of sides; nil for a text that is none.
  private static func sides(_ text: String) -> Double? {
    let sides = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
    guard sides.count == 2, let width = number(sides[0]), let height = number(sides[1]) else {
      return nil
    }
    return width * height
  }

  /// A number and its unit.
  private static func amount(_ text: String) -> Double? {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let rest = text.dropFirst(digits.count)
    guard let number = number(digits),
      let unit = units[String(rest.first == " " ? rest.dropFirst() : rest)]
    else { return nil }
    return number * unit
  }

  /// Digits with at most one point; no sign, no exponent.
  private static func number(_ text: Substring) -> Double? {
    guard text.first != ".", text.last != ".",
      text.allSatisfy({ ("0"..."9").contains($0) || $0 == "." })
    else { return nil }
    return Double(text)
  }

  /// Orders by count; of equal counts by text.
  public static func < (one: ParameterSize, other: ParameterSize) -> Bool {
    (one.count, one.text) < (other.count, other.text)
  }
}
