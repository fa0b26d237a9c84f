extension DecimalText {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The value of a decimal number; nil when the bytes are no number or out of range.
  ///
  /// Up to fifteen digits and ten to the power of 22 are exact, so one operation rounds correctly
  /// (Clinger, "How to read floating point numbers accurately", PLDI 1990); the rest goes the
  /// standard library's way.
  static func value(bytes: ArraySlice<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var scale = 0
    var hasPoint = false
    var rest = bytes.drop { $0 == UInt8(ascii: " ") }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    for byte in rest {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // It may overflow from 20 digits on; from 16 on it is not used.
        digits = digits &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        count += 1
        if hasPoint { scale += 1 }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      default: return value(String(decoding: bytes, as: UTF8.self))
      }
    }
    guard (1...15).contains(count), rest.last != UInt8(ascii: "."),
      rest.first != UInt8(ascii: ".")
    else { return value(String(decoding: bytes, as: UTF8.self)) }
    // Up to 10¹⁵ < 2⁵³, so that the digits are exact; scale is 15 at most, as there are no
    // more digits.
    let value = Double(digits) / powers[scale]
    return isNegative ? -value : value
  }
}
