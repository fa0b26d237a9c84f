/// Reads of blocks what libjpeg's reduced transform to 2 × 2 pixels takes beside the mean.
///
/// The transform is that of `jpeg_idct_2x2` (libjpeg, jidctred.c), whose first coefficient adds
/// `first << 17` to each of the four results before they are rounded and shifted right by 20: a
/// multiple of all intermediate roundings, so that it can be added last.
public enum DetailPass {
  /// How a coefficient enters the transform.
  public struct Weight {
    /// Which of the columns 0, 1, 3, 5 and 7 it is in, 0 to 4; 5 for columns that do not count.
    public var column: Int
    /// What it adds to both rows of its column.
    public var even: Int32
    /// What it adds to the upper and takes from the lower row.
    public var odd: Int32
    /// What it is dequantized with.
    public var quantization: Int32

    /// Makes a weight, its quantization multiplied in.
    public init(column: Int, even: Int32, odd: Int32, quantization: Int32) {
      self.column = column
      self.even = even
      self.odd = odd
      self.quantization = quantization
    }
  }

  /// Weights of odd rows and columns: 29692, −10426, 6967 and −5906 of 8192 for 1, 3, 5 and 7.
  @inlinable public static var oddWeights: (Int32, Int32, Int32, Int32) {
    (29692, -10426, 6967, -5906)
  }

  /// Bits that index the tables.
  @inlinable public static var windowBits: Int { 10 }

  /// What a block of the MCU is read with.
  public struct Block {
    /// Whether its details are wanted.
    public var isWanted: Bool
    /// 1024 entries of the bits that a difference takes; 0 for long codes.
    public var differences: UnsafePointer<UInt8>
    /// 1024 entries `length << 8 | symbol` of its coefficients; 0 for long codes.
    public var coefficients: UnsafePointer<UInt16>
    /// The codes of both.
    public var codes: UnsafePointer<SymbolCode>
    /// 63 weights, in zigzag order.
    public var weights: UnsafePointer<Weight>

    /// Makes a block.
    public init(
      isWanted: Bool, differences: UnsafePointer<UInt8>, coefficients: UnsafePointer<UInt16>,
      codes: UnsafePointer<SymbolCode>, weights: UnsafePointer<Weight>
    ) {
      self.isWanted = isWanted
      self.differences = differences
      self.coefficients = coefficients
      self.codes = codes
      self.weights = weights
    }
  }

  /// Reads the details of the wanted blocks of a run.
  ///
  /// SAFETY: each symbol is within the padded data, because the lanes walked through it before; `details`
  /// has room for 4 numbers a wanted block, and `blocks` holds `blocksPerMCU`.
  ///
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
    blocks: UnsafePointer<Block>, bytes: UnsafeRawPointer, sums: UnsafeMutablePointer<Int32>,
    details: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var target = details
    var isWild = false
    var index = phase
    for number in 0..<count {
      if blocks[index].isWanted {
        if readBlock(records[number], blocks + index, bytes, sums) {
          isWild = combine(sums, target) || isWild
        } else {
          (target[0], target[1], target[2], target[3]) = (0, 0, 0, 0)
        }
        target += 4
      }
      index &+= 1
      index = index == blocksPerMCU ? 0 : index
    }
    return isWild || sums[12] != 0
  }

  /// Sums a block's coefficients by column; `false` where it has none but the first.
  @inlinable @inline(__always)
  static func readBlock(
    _ place: UInt32, _ block: UnsafePointer<Block>, _ bytes: UnsafeRawPointer,
    _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var bit = UInt64(place & LaneRun.positionMask)
    var word = load(bytes, bit)
    let first = block.pointee.differences[Int(truncatingIfNeeded: word &>> 54)]
    bit &+= UInt64(
      first > 0
        ? first : longSymbolLength(UInt32(truncatingIfNeeded: word &>> 48), block.pointee.codes))
    var finished = 0
    while finished < 63 {
      word = load(bytes, bit)
      var entry = block.pointee.coefficients[Int(truncatingIfNeeded: word &>> 54)]
      if entry == 0 {
        entry = longSymbolEntry(
          UInt32(truncatingIfNeeded: word &>> 48), block.pointee.codes + 1)
      }
      let symbol = entry & 0xFF
      let length = UInt64(entry &>> 8)
      if symbol == 0 { break }
      if finished == 0 { clear(sums) }
      let size = UInt64(symbol & 15)
      finished &+= Int(symbol &>> 4) &+ 1
      if finished > 63 { break }
      bit &+= length &+ size
      word = word &<< length
      let magnitude = Int64(bitPattern: (word &>> 1) &>> (63 &- size))
      let isNegative = ~(Int64(bitPattern: word) &>> 63)
      let value = Int32(
        truncatingIfNeeded: magnitude &+ (isNegative & ((-1 as Int64) &<< Int64(size) &+ 1)))
      let weight = block.pointee.weights + (finished &- 1)
      let column = weight.pointee.column
      sums[2 &* column] &+= value &* weight.pointee.even
      sums[2 &* column &+ 1] &+= value &* weight.pointee.odd
      let dequantized = value &* weight.pointee.quantization
      sums[12] |= dequantized > 4095 || dequantized < -4095 ? 1 : 0
    }
    return finished > 0
  }

  @inlinable @inline(__always)
  static func load(_ bytes: UnsafeRawPointer, _ bit: UInt64) -> UInt64 {
    let word = UInt64(
      bigEndian: bytes.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: bit &>> 3), as: UInt64.self))
    return word &<< (bit & 7)
  }

  @inlinable @inline(__always)
  static func clear(_ sums: UnsafeMutablePointer<Int32>) {
    for index in 0..<12 { sums[index] = 0 }
  }

  /// The transform along rows; returns whether a number does not fit 16 bits.
  @inlinable @inline(__always)
  static func combine(
    _ sums: UnsafeMutablePointer<Int32>, _ target: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var range: Int32 = 0
    for row in 0..<2 {
      @inline(__always)
      func column(_ index: Int) -> Int32 {
        let odd = row == 0 ? sums[2 &* index &+ 1] : 0 &- sums[2 &* index &+ 1]
        return (sums[2 &* index] &+ odd &+ 4096) &>> 13
      }
      let (first, second, third, fourth, fifth) = (
        column(0), column(1), column(2), column(3), column(4)
      )
      range |= first ^ first &>> 31 | second ^ second &>> 31 | third ^ third &>> 31
      range |= fourth ^ fourth &>> 31 | fifth ^ fifth &>> 31
      let weights = oddWeights
      let odd =
        second &* weights.0 &+ third &* weights.1 &+ fourth &* weights.2 &+ fifth &* weights.3
      target[2 &* row] = first &<< 15 &+ odd
      target[2 &* row &+ 1] = first &<< 15 &- odd
    }
    return range > 16383
  }
}

/// The entry of a code that is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - bits: the next 16 bits.
///   - code: the code.
public func longSymbolEntry(_ bits: UInt32, _ code: UnsafePointer<SymbolCode>) -> UInt16 {
  // SAFETY: the caller lends the code of the block's second state.
  guard let (symbol, length) = code.pointee.symbol(in: bits) else { return 1 << 8 }
  return UInt16(length) << 8 | UInt16(symbol)
}

/// The bits that a difference takes whose code is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - bits: the next 16 bits.
///   - code: the code.
public func longSymbolLength(_ bits: UInt32, _ code: UnsafePointer<SymbolCode>) -> UInt8 {
  // SAFETY: the caller lends the code of the block's first state.
  guard let (symbol, length) = code.pointee.symbol(in: bits), symbol <= 11 else { return 1 }
  return UInt8(length) + symbol
}
