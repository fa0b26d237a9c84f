/// Decimal numbers as text, moved by powers of ten without rounding.
///
/// Times are kept in nanoseconds, and many files hold seconds. Multiplying by 1e-9 and back does
/// not give every value again; moving the decimal point of its shortest text does.
enum DecimalText {
  /// A value as the shortest text that reads back as the same value, times a power of ten.
  static func text(_ value: Double, movedBy power: Int = 0) -> String {
    let plain = "\(value)"
    guard power != 0, value != 0 else {
      return plain.hasSuffix(".0") ? String(plain.dropLast(2)) : plain
    }
    return moved(plain[...], by: power) ?? plain
  }

  /// The value of a text times a power of ten; nil when the text is not a number or out of range.
  static func value(_ text: some StringProtocol, movedBy power: Int = 0) -> Double? {
    let trimmed = text.drop { $0 == " " }
    // Swift also reads "nan", "0x1p3" and "infinity", which no decimal file holds.
    guard trimmed.utf8.allSatisfy({ isDecimal($0) }) else { return nil }
    let source = power == 0 ? String(trimmed) : moved(Substring(trimmed), by: power)
    guard let source, let value = Double(source), value.isFinite else { return nil }
    return value
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The number with its exponent changed.
  private static func moved(_ text: Substring, by power: Int) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first, parts.count <= 2 else { return nil }
    let exponent = parts.count == 2 ? Int(parts[1]) : 0
    guard let exponent, exponent.magnitude < 10_000 else { return nil }
    // Not a product: `Double` then rounds once, from the decimal number that is meant.
    return "\(mantissa)e\(exponent + power)"
  }
}
