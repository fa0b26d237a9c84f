/// Whole numbers as text of few characters: base-64 digits of five bits, the lowest first.
///
/// The sixth bit of a digit says that another one follows, and the lowest bit of a number is its
/// sign, as in the "mappings" of source maps (ECMA-426). Differences between nights take two
/// characters where decimal digits and a comma would take five.
enum VariableLengthText {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The largest magnitude whose doubling a JavaScript number holds exactly.
  static let limit: Int64 = 1 << 51

  /// Writes numbers; those beyond ``limit`` are cut off there.
  static func text(_ numbers: some Sequence<Int64>) -> String {
    var bytes: [UInt8] = []
    for number in numbers {
      let value = min(max(number, -limit), limit)
      //     -25        25 · 2 + 1 = 51 = 1 · 32 + 19
      //     digits     [ 1 | 19 ] [ 0 | 1 ]           "zB": more follow, then the last
      var rest = UInt64(value.magnitude) << 1 | (value < 0 ? 1 : 0)
      repeat {
        let digit = Int(rest & 31)
        rest >>= 5
        bytes.append(digits[rest > 0 ? digit | 32 : digit])
      } while rest > 0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the first number and then how much each differs from the one before.
  static func differences(_ numbers: [Int64]) -> String {
    var last: Int64 = 0
    return text(
      numbers.map { number in
        defer { last = number }
        return number - last
      })
  }
}
