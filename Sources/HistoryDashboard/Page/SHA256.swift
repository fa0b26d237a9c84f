/// The hash by which a page says which scripts and styles may run (FIPS 180-4).
///
/// Foundation has none on Linux, and a dependency for sixty lines would be worse.
struct SHA256 {
  private static let roundConstants: [UInt32] = fractions(
    of: primes(64).map { root(of: $0, power: 3) })
  private var state: [UInt32] = fractions(of: primes(8).map { root(of: $0, power: 2) })

  /// The hash of bytes, as the base-64 text that policies are written in.
  static func base64(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: message.count, by: 64) {
      hash.add(message[start..<start + 64])
    }
    return base64Digits(
      hash.state.flatMap { word in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      })
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    var words: [UInt32] = []
    var word: UInt32 = 0
    for (place, byte) in block.enumerated() {
      word = word << 8 | UInt32(byte)
      if place % 4 == 3 { words.append(word) }
    }
    for place in 16..<64 {
      let a = words[place - 15]
      let b = words[place - 2]
      let low = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let high = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      words.append(words[place - 16] &+ low &+ words[place - 7] &+ high)
    }
    var s = state
    for round in 0..<64 {
      let high = s[4].rotated(6) ^ s[4].rotated(11) ^ s[4].rotated(25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ high &+ choice &+ Self.roundConstants[round] &+ words[round]
      let low = s[0].rotated(2) ^ s[0].rotated(13) ^ s[0].rotated(22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      s = [first &+ low &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for place in 0..<8 { state[place] &+= s[place] }
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

  private static func base64Digits(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
