import Hashing

/// A JPEG file with Huffman codes of one's own, which no encoder would choose.
struct HandmadeFile {
  /// The numbers of codes of each length 1…16, for differences and for coefficients.
  ///
  /// Symbols follow in the order of ``differenceSymbols`` and ``coefficientSymbols``.
  var differenceCounts: [Int]
  var coefficientCounts: [Int]
  /// Whether there is colour at half the size, else it is grey.
  var hasColor = true
  /// MCUs in each direction.
  var columns = 12
  var rows = 9
  var seed: UInt64 = 1

  static let differenceSymbols = Array(0...11)
  /// The end of a block, then small coefficients after few others, then the rest.
  static let coefficientSymbols: [Int] = {
    var symbols = [0, 0x01, 0x11, 0x02, 0xF0]
    for run in 0...15 {
      for size in 1...10 where !symbols.contains(run << 4 | size) {
        symbols.append(run << 4 | size)
      }
    }
    return symbols
  }()

  /// The file.
  var bytes: [UInt8] {
    let side = hasColor ? 16 : 8
    let (width, height) = (columns * side, rows * side)
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let components = hasColor ? 3 : 1
    file += [0xFF, 0xC0, 0, UInt8(8 + 3 * components), 8]
    file += [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    file += [UInt8(components)]
    for number in 0..<components {
      file += [UInt8(number + 1), hasColor && number == 0 ? 0x22 : 0x11, 0]
    }
    file += table(0, differenceCounts, Self.differenceSymbols)
    file += table(0x10, coefficientCounts, Self.coefficientSymbols)
    file += [0xFF, 0xDA, 0, UInt8(6 + 2 * components), UInt8(components)]
    for number in 0..<components { file += [UInt8(number + 1), 0] }
    return file + [0, 63, 0] + scan + [0xFF, 0xD9]
  }

  private func table(_ kind: UInt8, _ counts: [Int], _ symbols: [Int]) -> [UInt8] {
    let length = 19 + symbols.count
    return [0xFF, 0xC4, UInt8(length >> 8), UInt8(length & 255), kind] + counts.map { UInt8($0) }
      + symbols.map { UInt8($0) }
  }

  /// The code of each symbol: its bits and how many they are.
  private static func codes(_ counts: [Int], _ symbols: [Int]) -> [Int: (bits: Int, length: Int)] {
    var codes: [Int: (bits: Int, length: Int)] = [:]
    var (code, index) = (0, 0)
    for length in 1...16 {
      for _ in 0..<counts[length - 1] {
        codes[symbols[index]] = (code, length)
        code += 1
        index += 1
      }
      code <<= 1
    }
    return codes
  }

  private var scan: [UInt8] {
    let differences = Self.codes(differenceCounts, Self.differenceSymbols)
    let coefficients = Self.codes(coefficientCounts, Self.coefficientSymbols)
    var random = SplitMix64(seed: seed)
    var bits: [Bool] = []
    func put(_ number: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(number >> place & 1 == 1) }
    }
    func put(_ symbol: Int, _ codes: [Int: (bits: Int, length: Int)]) {
      if let code = codes[symbol] { put(code.bits, code.length) }
    }
    func putMagnitude(_ value: Int, _ size: Int) {
      put(value < 0 ? value + (1 << size) - 1 : value, size)
    }
    var means = [0, 0, 0]
    for _ in 0..<columns * rows {
      for component in hasColor ? [0, 0, 0, 0, 1, 2] : [0] {
        let mean = random.next() % 3 == 0 ? means[component] : Int(random.next() % 1201) - 600
        let difference = mean - means[component]
        means[component] = mean
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        put(size, differences)
        putMagnitude(difference, size)
        var place = 1
        // Half of the blocks are empty; of the others some have all coefficients.
        var isFull = random.next() % 8 == 0
        if random.next() % 2 == 0 { (place, isFull) = (64, false) }
        let isEmpty = place == 64
        while place < 64, isFull || random.next() % 6 != 0 {
          var run = isFull ? 0 : Int(random.next() % 20)
          guard place + run < 64 else { break }
          place += run + 1
          while run > 15 {
            put(0xF0, coefficients)
            run -= 16
          }
          let size = Int(random.next() % 5) + 1
          let value = Int(random.next() % (1 << UInt64(size - 1))) + 1 << (size - 1)
          put(run << 4 | size, coefficients)
          putMagnitude(random.next() % 2 == 0 ? value : -value, size)
        }
        if isEmpty || place < 64 { put(0, coefficients) }
      }
    }
    while bits.count % 8 != 0 { bits.append(true) }
    var bytes: [UInt8] = []
    for first in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[first..<first + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      bytes.append(UInt8(byte))
      if byte == 0xFF { bytes.append(0) }
    }
    return bytes
  }
}
