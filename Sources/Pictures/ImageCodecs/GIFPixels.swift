/// The pixels of a picture of a GIF, as numbers of colours: LZW with codes of 2 to 12 bits (GIF89a,
/// appendix F).
///
/// A writer may say that pixels are numbers of up to eleven bits, as long as those that it uses stand
/// for colours, of which there are 256.
struct GIFPixels {
  /// Whether a code stood for nothing; else missing pixels are for lack of data.
  private(set) var isDamaged = false

  private let bytes: EncodedBytes
  private var offset: Int
  /// The block that codes are taken from.
  private var block: [UInt8] = []
  private var nextByte = 0
  private var bits: UInt32 = 0
  private var bitCount = 0

  private let clearCode: Int
  private var codeBits: Int
  private var nextCode: Int
  private var previous: Int?
  private var isOver = false
  /// Of each code the one that it prolongs by a pixel, that pixel, its first pixel and its length.
  private var prefix = [UInt16](repeating: 0, count: Self.codes)
  private var suffix = [UInt8](repeating: 0, count: Self.codes)
  private var first = [UInt8](repeating: 0, count: Self.codes)
  private var length = [UInt16](repeating: 0, count: Self.codes)
  /// Pixels of the last code that did not fit the row before.
  private var waiting: [UInt8] = []
  private var waitingStart = 0

  private static let codes = 4096
  private static let colors = 256

  /// Begins; `start` is where the size of the codes stands.
  init(_ bytes: EncodedBytes, from start: Int) {
    self.bytes = bytes
    offset = start + 1
    let size = Int(bytes.uint8(at: start) ?? 0)
    isDamaged = !(1...11).contains(size) && start < bytes.count
    let colorBits = min(max(size, 1), 11)
    clearCode = 1 << colorBits
    codeBits = colorBits + 1
    nextCode = clearCode + 2
    for color in 0..<min(clearCode, Self.colors) {
      (suffix[color], first[color], length[color]) = (UInt8(color), UInt8(color), 1)
    }
  }

  /// Reads pixels until a row is full; `false` where they end before.
  mutating func read(into row: inout [UInt8]) -> Bool {
    var filled = 0
    while filled < row.count {
      if waitingStart < waiting.count {
        let count = min(waiting.count - waitingStart, row.count - filled)
        for index in 0..<count { row[filled + index] = waiting[waitingStart + index] }
        (filled, waitingStart) = (filled + count, waitingStart + count)
        continue
      }
      guard !isDamaged, !isOver, let code = nextCodeOfData() else { return false }
      if code == clearCode {
        (codeBits, nextCode, previous) = (clearCode.trailingZeroBitCount + 1, clearCode + 2, nil)
      } else if code == clearCode + 1 {
        isOver = true
      } else {
        filled = take(code, &row, filled)
      }
    }
    return true
  }

  /// Writes the pixels of a code, and learns the next one.
  private mutating func take(_ code: Int, _ row: inout [UInt8], _ filled: Int) -> Int {
    guard code < nextCode || code == nextCode && previous != nil,
      previous != nil || code < clearCode, code < Self.colors || code > clearCode
    else {
      isDamaged = true
      return filled
    }
    // The next code is the string before with the first pixel of this one's. A writer may use
    // it at once, before this side knows it: then the string before is all but its last
    // pixel, and its first pixel is the last.
    //
    //     string before   A B C
    //     this one        A B C A     the code that is just being learnt
    //     new code        A B C + A
    if let previous, nextCode < Self.codes {
      let start = code == nextCode ? first[previous] : first[code]
      prefix[nextCode] = UInt16(previous)
      suffix[nextCode] = start
      first[nextCode] = first[previous]
      length[nextCode] = length[previous] + 1
      nextCode += 1
      // With 4096 codes the dictionary stays as it is until a clear code comes.
      if nextCode == 1 << codeBits, codeBits < 12 { codeBits += 1 }
    } else if code >= nextCode {
      isDamaged = true
      return filled
    }
    previous = code
    let count = Int(length[code])
    if count <= row.count - filled {
      write(code, count, &row, from: filled)
      return filled + count
    }
    if waiting.count != count { waiting = [UInt8](repeating: 0, count: count) }
    write(code, count, &waiting, from: 0)
    waitingStart = 0
    return filled
  }

  private func write(_ code: Int, _ count: Int, _ target: inout [UInt8], from start: Int) {
    // A code knows its last pixel and the code before: a string is written from its end.
    var (code, place) = (code, start + count - 1)
    while place >= start {
      target[place] = suffix[code]
      code = Int(prefix[code])
      place -= 1
    }
  }

  /// The next code; `nil` where the data end.
  private mutating func nextCodeOfData() -> Int? {
    while bitCount < codeBits {
      if nextByte == block.count {
        guard let count = bytes.uint8(at: offset), count > 0,
          let next = bytes.withBytes(
            from: offset + 1, count: min(Int(count), bytes.count - offset - 1), { Array($0) }),
          !next.isEmpty
        else { return nil }
        (block, nextByte) = (next, 0)
        offset += 1 + Int(count)
      }
      bits |= UInt32(block[nextByte]) << UInt32(bitCount)
      nextByte += 1
      bitCount += 8
    }
    let code = Int(bits & (1 << UInt32(codeBits) - 1))
    bits >>= UInt32(codeBits)
    bitCount -= codeBits
    return code
  }
}
