/// Reads of blocks what libjpeg's reduced transform to 2 × 2 pixels takes beside the mean.
///
/// Blocks of one component are read sixteen at a time, four of them symbol by symbol side by side:
/// a block alone would wait for memory and for mispredicted ends.
///
/// The transform is that of `jpeg_idct_2x2` (libjpeg, jidctred.c), whose first coefficient adds
/// `first << 17` to each of the four results before they are rounded and shifted right by 20: a
/// multiple of all intermediate roundings, so that it can be added last.
public enum DetailPass {
  /// Bits that index the tables.
  @inlinable public static var windowBits: Int { 11 }
  /// Blocks read at a time.
  @inlinable public static var groupSize: Int { 16 }
  /// Numbers of the scratch memory: 65 coefficients of each block of a group, and its results.
  public static var scratchCount: Int { (65 + 4) * groupSize }
  /// The bit of an entry that decides nothing.
  @inlinable public static var exception: UInt32 { 128 }
  /// What an end of block advances by.
  @inlinable public static var endOfBlock: UInt32 { 64 }

  /// What a component's blocks are read with.
  public struct Component {
    /// The bits that a difference takes, by the next 11 bits; 0 for long codes.
    public let differences: UnsafePointer<UInt8>
    /// `value << 16 | advance << 8 | bits` of the symbol that 11 bits begin with; ``exception``
    /// where they do not hold its code and its magnitude.
    public let coefficients: UnsafePointer<UInt32>
    /// The codes of both.
    public let codes: UnsafePointer<SymbolCode>
    /// 64 numbers that coefficients are multiplied with, in zigzag order, and one more to be read.
    public let quantization: UnsafePointer<Int32>

    /// Makes a component.
    public init(
      differences: UnsafePointer<UInt8>, coefficients: UnsafePointer<UInt32>,
      codes: UnsafePointer<SymbolCode>, quantization: UnsafePointer<Int32>
    ) {
      self.differences = differences
      self.coefficients = coefficients
      self.codes = codes
      self.quantization = quantization
    }
  }

  /// Reads every `step`th block of a run, from `first` on.
  ///
  /// SAFETY: a lane walked through each block before, and this reads the same symbols, up to the
  /// same end or damage; all places are within the padded data. A block reads on only while it has
  /// fewer than 63 coefficients, a symbol adds at most 64, and what is 64 or more is stored at 64,
  /// so that stores stay within `scratch`. `details` has room for four numbers at each of the steps
  /// of `detailStep`.
  ///
  /// - Parameters:
  ///   - records: where the blocks of the run start.
  ///   - count: blocks of the run.
  ///   - first: the first one to read.
  ///   - step: from one to the next.
  ///   - component: what they are read with.
  ///   - bytes: the data.
  ///   - scratch: ``scratchCount`` numbers.
  ///   - details: receives four numbers for each.
  ///   - detailStep: numbers from one block's to the next one's.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ records: UnsafePointer<UInt32>, count: Int, first: Int, step: Int, component: Component,
    bytes: UnsafeRawPointer, scratch: UnsafeMutablePointer<Int32>,
    details: UnsafeMutablePointer<Int32>, detailStep: Int
  ) -> Bool {
    var range: UInt32 = 0
    var target = details
    var index = first
    let results = scratch + 65 * groupSize
    while index < count {
      for slot in 0..<65 * groupSize { scratch[slot] = 0 }
      for lane in 0..<groupSize / 4 {
        readFour(
          records, count, index &+ 4 &* lane &* step, step, component, bytes, scratch + 4 * lane)
      }
      range |= transform(scratch, component.quantization, results)
      for lane in 0..<groupSize where index < count {
        for number in 0..<4 { target[number] = results[number &* groupSize &+ lane] }
        target += detailStep
        index &+= step
      }
    }
    return range != 0
  }

  /// One of four blocks.
  @usableFromInline
  struct Reader {
    @usableFromInline var bit: UInt32
    @usableFromInline var count: UInt32 = 0
    /// All ones until the block ends.
    @usableFromInline var isActive: UInt32

    @inlinable @inline(__always)
    init(
      _ records: UnsafePointer<UInt32>, _ count: Int, _ index: Int, _ component: Component,
      _ bytes: UnsafeRawPointer, _ positionMask: UInt32
    ) {
      bit = 0
      isActive = 0
      guard index < count else { return }
      isActive = .max
      bit = records[index] & positionMask
      let word = load(bytes, bit)
      var length = component.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- windowBits))]
      if length == 0 { length = longSymbolLength(word, component.codes) }
      bit &+= UInt32(length)
    }

    @inlinable @inline(__always)
    mutating func step(
      _ component: Component, _ bytes: UnsafeRawPointer, _ target: UnsafeMutablePointer<Int32>
    ) {
      let (slot, value) = next(component, bytes)
      target[slot &* groupSize] = value
    }

    /// The next symbol's coefficient and its place in the data; 64 behind the end of the block.
    @inlinable @inline(__always)
    mutating func next(
      _ component: Component, _ bytes: UnsafeRawPointer
    ) -> (slot: Int, value: Int32) {
      let word = load(bytes, bit)
      var entry = component.coefficients[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- windowBits))]
      entry &= isActive
      if entry & exception != 0 { entry = longCoefficient(word, component.codes + 1) }
      bit &+= entry & 0xFF
      count &+= entry &>> 8 & 0xFF
      let slot = min(count, 64)
      // All ones while 62 - count is not negative.
      isActive &= ~UInt32(bitPattern: Int32(bitPattern: 62 &- count) &>> 31)
      count |= ~isActive & 64
      return (Int(truncatingIfNeeded: slot), Int32(bitPattern: entry) &>> 16)
    }
  }

  @inlinable @inline(__always)
  static func load(_ bytes: UnsafeRawPointer, _ bit: UInt32) -> UInt64 {
    let word = UInt64(
      bigEndian: bytes.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: bit &>> 3), as: UInt64.self))
    return word &<< UInt64(bit & 7)
  }

  @inlinable @inline(__always)
  static func readFour(
    _ records: UnsafePointer<UInt32>, _ count: Int, _ index: Int, _ step: Int,
    _ component: Component, _ bytes: UnsafeRawPointer, _ target: UnsafeMutablePointer<Int32>
  ) {
    let positionMask = LaneRun.positionMask
    var a = Reader(records, count, index, component, bytes, positionMask)
    var b = Reader(records, count, index &+ step, component, bytes, positionMask)
    var c = Reader(records, count, index &+ 2 &* step, component, bytes, positionMask)
    var d = Reader(records, count, index &+ 3 &* step, component, bytes, positionMask)
    while a.isActive | b.isActive | c.isActive | d.isActive != 0 {
      a.step(component, bytes, target)
      b.step(component, bytes, target + 1)
      c.step(component, bytes, target + 2)
      d.step(component, bytes, target + 3)
    }
  }

  /// The transform of a group; returns 0 where all numbers are as small as those of pictures.
  @inlinable @inline(__always)
  static func transform(
    _ coefficients: UnsafePointer<Int32>, _ quantization: UnsafePointer<Int32>,
    _ results: UnsafeMutablePointer<Int32>
  ) -> UInt32 {
    var range: UInt32 = 0
    for lane in 0..<groupSize {
      @inline(__always)
      func value(_ number: Int) -> Int32 {
        let value = coefficients[number &* groupSize &+ lane] &* quantization[number]
        range |= UInt32(bitPattern: value &+ 4096) &>> 13
        return value
      }
      /// A column's two sums, of the coefficients in rows 0, 1, 3, 5 and 7.
      @inline(__always)
      func column(
        _ even: Int32, _ one: Int, _ three: Int, _ five: Int, _ seven: Int
      ) -> (upper: Int32, lower: Int32) {
        let odd =
          29692 &* value(one) &- 10426 &* value(three) &+ 6967 &* value(five)
          &- 5906 &* value(seven)
        let upper = (even &<< 15 &+ odd &+ 4096) &>> 13
        let lower = (even &<< 15 &- odd &+ 4096) &>> 13
        range |= UInt32(bitPattern: upper &+ 16384) &>> 15
        range |= UInt32(bitPattern: lower &+ 16384) &>> 15
        return (upper, lower)
      }
      let first = column(0, 2, 9, 20, 35)
      let second = column(value(1), 4, 11, 22, 36)
      let fourth = column(value(6), 13, 24, 38, 49)
      let sixth = column(value(15), 26, 40, 51, 58)
      let eighth = column(value(28), 42, 53, 60, 63)
      let upper =
        29692 &* second.upper &- 10426 &* fourth.upper &+ 6967 &* sixth.upper
        &- 5906 &* eighth.upper
      let lower =
        29692 &* second.lower &- 10426 &* fourth.lower &+ 6967 &* sixth.lower
        &- 5906 &* eighth.lower
      results[lane] = first.upper &<< 15 &+ upper
      results[groupSize &+ lane] = first.upper &<< 15 &- upper
      results[2 &* groupSize &+ lane] = first.lower &<< 15 &+ lower
      results[3 &* groupSize &+ lane] = first.lower &<< 15 &- lower
    }
    return range
  }
}

/// The entry of a coefficient that is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - code: the code of coefficients.
/// - Returns: the entry; an end of block where there is no valid symbol.
public func longCoefficient(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> UInt32 {
  // SAFETY: the caller lends the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found, found.symbol > 0 else { return DetailPass.endOfBlock << 8 }
  let size = Int(found.symbol & 15)
  guard size <= 10, size > 0 || found.symbol == 0xF0 else { return DetailPass.endOfBlock << 8 }
  let bits = Int(((word << UInt64(found.length)) >> 1) >> UInt64(63 - size))
  let value = UInt32(UInt16(bitPattern: magnitude(bits, size: size)))
  return value << 16 | UInt32(found.symbol >> 4 + 1) << 8 | UInt32(found.length + size)
}

/// The bits that a difference takes whose code is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - code: the code of differences.
/// - Returns: the bits.
public func longSymbolLength(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> UInt8 {
  // SAFETY: the caller lends the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found, found.symbol <= 11 else { return 1 }
  return UInt8(found.length) + found.symbol
}
