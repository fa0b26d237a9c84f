/// The hash that names runs by their content, and by which a page says which scripts and styles may
/// run (FIPS 180-4).
///
/// Foundation has none on Linux, and a dependency for sixty lines would be worse.
package struct SHA256 {
  private static let roundConstants: [UInt32] = fractions(
    of: primes(64).map { root(of: $0, power: 3) })
  private static let start: [UInt32] = fractions(of: primes(8).map { root(of: $0, power: 2) })
  private var state = Self.start
  private var words = [UInt32](repeating: 0, count: 64)

  /// The 32 bytes of the hash of bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { hash.add(bytes, from: start) }
    var last = Array(bytes[whole...]) + [0x80]
    while last.count % 64 != 56 { last.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: last.count, by: 64) { hash.add(last, from: start) }
    return hash.state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The hash of bytes, as 64 hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The hash of bytes, as the base-64 text that policies are written in.
  package static func base64(_ bytes: [UInt8]) -> String { Base64.text(digest(bytes)) }

  private mutating func add(_ bytes: [UInt8], from start: Int) {
    for place in 0..<16 {
      let first = start + 4 * place
      words[place] =
        UInt32(bytes[first]) << 24 | UInt32(bytes[first + 1]) << 16
        | UInt32(bytes[first + 2]) << 8 | UInt32(bytes[first + 3])
    }
    for place in 16..<64 {
      let a = words[place - 15]
      let b = words[place - 2]
      let low = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let high = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      words[place] = words[place - 16] &+ low &+ words[place - 7] &+ high
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = Self.roundConstants
    for round in 0..<64 {
      let high = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ high &+ (e & f ^ ~e & g) &+ constants[round] &+ words[round]
      let low = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let second = low &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  /// The first 32 bits behind the point.
  private static func fractions(of roots: [Double]) -> [UInt32] {
    roots.map { UInt32(($0 - $0.rounded(.down)) * 4_294_967_296) }
  }

  private static func primes(_ count: Int) -> [Int] {
    var found: [Int] = []
    var candidate = 2
    while found.count < count {
      if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
      candidate += 1
    }
    return found
  }

  /// A root by Newton's method; 53 bits hold the integer part and more than 32 behind the point.
  private static func root(of number: Int, power: Int) -> Double {
    let value = Double(number)
    var guess = value
    for _ in 0..<100 {
      let below = power == 2 ? guess : guess * guess
      guess -= (guess * below - value) / (Double(power) * below)
    }
    return guess
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
