/// Reads what the page's script reads, written from the format's description and not from its
/// writer.
enum PackedNumbers {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  static func numbers(_ text: String) -> [Int] {
    var numbers: [Int] = []
    var value = 0
    var shift = 0
    for character in text {
      guard let digit = digits.firstIndex(of: character) else { return [] }
      value += (digit & 31) << shift
      shift += 5
      if digit < 32 {
        numbers.append(value & 1 == 1 ? -(value >> 1) : value >> 1)
        value = 0
        shift = 0
      }
    }
    return numbers
  }

  static func sums(_ text: String) -> [Int] {
    var sum = 0
    return numbers(text).map { number in
      sum += number
      return sum
    }
  }
}
