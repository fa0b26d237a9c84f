public import CLaneShims

/// Reads whole blocks of one component, sixteen at a time, into rows of samples.
///
/// Three lanes read the coefficients, each the next block of the list when it is through with one, and
/// the transform is that of ``BlockPass``: `jpeg_idct_islow`, bit for bit.
public enum SamplePass {
  /// Blocks read at a time.
  @inlinable public static var groupSize: Int { BlockPass.groupSize }

  /// Bytes of the coefficients of one number, those of a group side by side.
  @inlinable public static var rowBytes: Int { 2 &* groupSize }

  /// Bits that index the tables of pairs: few, so that they stay in the fastest memory.
  @inlinable public static var windowBits: Int { 11 }

  /// What lanes take from the list: blocks, then places to idle at for as many symbols as another
  /// lane's last block has at most, for two lanes, and some more.
  @inlinable static var listCount: Int { groupSize + 2 * 66 + 8 }
  /// Numbers of a coefficient that lanes store at: 64, and what they count behind a block's end: two
  /// entries of 16 + 64 at most, from 64 on.
  @inlinable static var slotCount: Int { 225 }
  // Where parts of the scratch memory lie, in bytes: the coefficients, in the order of the data those of a
  // group side by side, with what lanes store behind a block's end and where they idle; then the list.
  @inlinable static var listOffset: Int { 2 * (groupSize * slotCount + listCount + 4) }
  /// What coefficients are multiplied with, row by row.
  @inlinable static var factorOffset: Int { listOffset + 8 * listCount }
  /// Their numbers in the data.
  @inlinable static var orderOffset: Int { factorOffset + 2 * 64 }
  @inlinable static var numberOffset: Int { orderOffset + 64 }
  @inlinable static var firstOffset: Int { numberOffset + 4 * 64 * groupSize }
  @inlinable static var sampleOffset: Int { firstOffset + 4 * groupSize }
  @inlinable static var blockOffset: Int { sampleOffset + 8 * groupSize }
  /// Bytes of the scratch memory: coefficients, the list, factors with their numbers, and where there is
  /// no transform of vectors, the numbers that it takes, first coefficients, a row of samples by columns
  /// and the same block by block.
  public static var scratchBytes: Int { blockOffset + 8 * groupSize }

  /// What a component's blocks are read with.
  public struct Component {
    /// The tables of single symbols, for differences and for what is too long for ``pairs``.
    public let details: DetailPass.Component
    /// What ``windowBits`` bits begin with: see ``fillPairs(_:coefficients:)``.
    public let pairs: UnsafePointer<UInt64>

    /// Makes a component.
    public init(details: DetailPass.Component, pairs: UnsafePointer<UInt64>) {
      self.details = details
      self.pairs = pairs
    }
  }

  /// Fills a table of symbols, two where a window holds both.
  ///
  /// From the lowest bit on an entry has 8 bits of what both advance by, 8 of their length in the data,
  /// the first one's coefficient in 16, ``rowBytes`` times what it advances by in 16, and the second
  /// one's coefficient in 16. Where there is one symbol, it stands for both. What is too long is as in
  /// the table of single symbols.
  ///
  /// SAFETY: both tables have 2 to the power ``windowBits`` entries.
  ///
  /// - Parameters:
  ///   - pairs: receives the entries.
  ///   - coefficients: those of single symbols.
  public static func fillPairs(
    _ pairs: UnsafeMutablePointer<UInt64>, coefficients: UnsafePointer<UInt32>
  ) {
    let size = 1 << windowBits
    for window in 0..<size {
      let first = coefficients[window]
      pairs[window] = UInt64(first)
      guard first & DetailPass.exception == 0 else { continue }
      let (length, advance) = (Int(first >> 8 & 0xFF), first & 0xFF)
      // The sum of two entries' low halves: advances are at most 16 before an end of block of
      // 64, and both together take at most 11 bits, so that neither byte is carried into the
      // next.
      var step = first & 0xFFFF
      var last = first >> 16
      if advance != DetailPass.endOfBlock {
        let second = coefficients[window << length & (size - 1)]
        if second & DetailPass.exception == 0,
          length + Int(second >> 8 & 0xFF) <= windowBits
        {
          step += second & 0xFFFF
          last = second >> 16
        }
      }
      pairs[window] =
        UInt64(last) << 48 | UInt64(advance) * UInt64(rowBytes) << 32
        | UInt64(first & 0xFFFF_0000) | UInt64(step)
    }
  }

  /// How many coefficients, with the first, lie in the four rows and columns of the lowest.
  @inlinable public static var fewCoefficients: Int { 10 }

  /// For each place, row by row, the number of its coefficient in the data (ITU-T T.81, figure 5).
  private static let order: [UInt8] = [
    0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11,
    18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34,
    37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63,
  ]

  // Quantization tables of 16 bits have factors up to 65535. With 8191 a coefficient of 1 is
  // out of -4096...4095 already, and all factors fit numbers of 16 bits.
  /// Factors above this one give the same as it: every product is too large.
  private static let mostFactor: Int32 = 8191

  /// Prepares the scratch memory for one component.
  ///
  /// SAFETY: `scratch` has room for ``scratchBytes``.
  ///
  /// - Parameters:
  ///   - scratch: the memory, aligned for vectors.
  ///   - quantization: 64 numbers that coefficients are multiplied with, in the order of the data.
  public static func prepare(_ scratch: UnsafeMutableRawPointer, quantization: [Int32]) {
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: scratchBytes)
    for place in 0..<min(64, quantization.count) {
      let number = order[place]
      let factor = min(quantization[Int(number)], mostFactor)
      scratch.storeBytes(of: number, toByteOffset: orderOffset + place, as: UInt8.self)
      scratch.storeBytes(
        of: Int16(truncatingIfNeeded: factor), toByteOffset: factorOffset + 2 * place,
        as: Int16.self)
    }
  }

  /// Says where lanes idle.
  ///
  /// SAFETY: `scratch` was prepared.
  ///
  /// - Parameters:
  ///   - scratch: the memory.
  ///   - bit: a bit from which 8 bytes can be read.
  public static func setIdle(_ scratch: UnsafeMutableRawPointer, bit: Int) {
    let place = UInt32(truncatingIfNeeded: bit << 8 | 64)
    for number in 0..<listCount {
      scratch.storeBytes(
        of: entry(number, place), toByteOffset: listOffset + 8 * number, as: UInt64.self)
    }
  }

  /// Reads blocks of one component.
  ///
  /// SAFETY: a lane walked through each block before, and this reads the same symbols, up to the same
  /// end; all places are within the padded data. Two entries of the table add 2 to 160 to a count under
  /// 63, or of 64 while a lane idles, so that counts stay below ``slotCount``, and stores within `scratch`.
  /// Each target has room for eight rows of 8 samples.
  ///
  /// - Parameters:
  ///   - starts: for each block `bit << 8`, and anything in the low byte.
  ///   - firsts: their first coefficients, dequantized.
  ///   - count: blocks, at most ``groupSize``.
  ///   - component: what they are read with.
  ///   - bytes: the data.
  ///   - scratch: ``scratchBytes``, prepared for the component.
  ///   - targets: for each block its first sample.
  ///   - stride: samples from one row of a target to the next.
  ///   - side: 8, or 4 where the blocks have none but the first ``fewCoefficients``.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ starts: UnsafePointer<UInt32>, firsts: UnsafePointer<Int32>, count: Int,
    component: Component, bytes: UnsafeRawPointer, scratch: UnsafeMutableRawPointer,
    targets: UnsafePointer<UnsafeMutablePointer<UInt8>>, stride: Int, side: Int
  ) -> Bool {
    clear(scratch, side: side)
    readCoefficients(starts, count, component, bytes, scratch)
    return transform(firsts, count, scratch, targets, stride: stride, side: side)
  }

  /// Sets the coefficients of a group to 0.
  @inlinable @inline(__always)
  static func clear(_ scratch: UnsafeMutableRawPointer, side: Int) {
    let coefficients = scratch.assumingMemoryBound(to: Int16.self)
    let count = groupSize &* (side == 8 ? 64 : fewCoefficients)
    for number in 0..<count { coefficients[number] = 0 }
  }

  /// Multiplies the coefficients of a group, in the order of the data, to numbers row by row.
  ///
  /// - Parameters:
  ///   - scratch: memory that was prepared.
  ///   - side: 8, or 4 for the few coefficients.
  /// - Returns: not 0 where one is too large.
  @inlinable @inline(__always)
  static func multiply(_ scratch: UnsafeMutableRawPointer, side: Int) -> UInt32 {
    let coefficients = scratch.assumingMemoryBound(to: Int16.self)
    let factors = (scratch + factorOffset).assumingMemoryBound(to: Int16.self)
    let order = (scratch + orderOffset).assumingMemoryBound(to: UInt8.self)
    let products = (scratch + numberOffset).assumingMemoryBound(to: Int32.self)
    let last = side == 8 ? 64 : fewCoefficients
    var range: UInt32 = 0
    for row in 0..<side {
      for column in 0..<side {
        let place = 8 &* row &+ column
        let number = Int(order[place])
        // Behind the few, there may be those of other groups.
        let factor = number < last ? Int32(factors[place]) : 0
        let own = coefficients + groupSize &* number
        let target = products + groupSize &* place
        for block in 0..<groupSize {
          target[block] = Int32(own[block]) &* factor
          range |= UInt32(bitPattern: target[block] &+ 4096)
        }
      }
    }
    return range &>> 13
  }

  /// Transforms the coefficients of a group into samples.
  ///
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  static func transform(
    _ firsts: UnsafePointer<Int32>, _ count: Int, _ scratch: UnsafeMutableRawPointer,
    _ targets: UnsafePointer<UnsafeMutablePointer<UInt8>>, stride: Int, side: Int
  ) -> Bool {
    if clane_has_transform() {
      return clane_transform(
        scratch.assumingMemoryBound(to: Int16.self),
        (scratch + factorOffset).assumingMemoryBound(to: Int16.self), firsts, targets, count,
        stride, Int32(truncatingIfNeeded: side)) != 0
    }
    let rounded = (scratch + firstOffset).assumingMemoryBound(to: Int32.self)
    // What rounds the results, and the middle of samples: (1 << 17 + 128 << 18) >> 13.
    for block in 0..<groupSize { rounded[block] = 4112 }
    for block in 0..<count { rounded[block] = firsts[block] &<< 2 &+ 4112 }
    var range = multiply(scratch, side: side)
    let numbers = (scratch + numberOffset).assumingMemoryBound(to: Int32.self)
    for column in 0..<side {
      let own = numbers + groupSize &* column
      range |= side == 8 ? BlockPass.transformColumn(own) : BlockPass.transformFewOfColumn(own)
    }
    let samples = (scratch + sampleOffset).assumingMemoryBound(to: UInt8.self)
    let rows = (scratch + blockOffset).assumingMemoryBound(to: UInt64.self)
    for row in 0..<8 {
      let own = numbers + 8 &* groupSize &* row
      for block in 0..<groupSize { own[block] &+= rounded[block] }
      if side == 8 { BlockPass.transformRow(own) } else { BlockPass.transformFewOfRow(own) }
      // Beyond these, libjpeg's ways of computing disagree.
      range |= clane_pack_samples(own, samples)
      clane_transpose_rows(samples, rows)
      for block in 0..<count {
        UnsafeMutableRawPointer(targets[block] + row &* stride).storeBytes(
          of: rows[block], as: UInt64.self)
      }
    }
    return range != 0
  }

  /// Fills a block that has only a mean, as the transform would.
  ///
  /// SAFETY: `target` has room for eight rows of 8 samples.
  ///
  /// - Parameters:
  ///   - target: its first sample.
  ///   - stride: samples from one row to the next.
  ///   - first: its first coefficient, dequantized.
  /// - Returns: not 0 where that is larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func fill(
    _ target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ first: Int32
  ) -> UInt32 {
    let level = (first &+ 4) &>> 3
    let sample = UInt64(truncatingIfNeeded: sampleLevel(level &+ 128))
    let word = sample &* 0x0101_0101_0101_0101
    for row in 0..<8 {
      UnsafeMutableRawPointer(target + row &* stride).storeBytes(of: word, as: UInt64.self)
    }
    // Not within -512...511.
    return UInt32(bitPattern: level &+ 512) &>> 10
  }

  /// Reads the coefficients of a group.
  @inlinable @inline(__always)
  static func readCoefficients(
    _ starts: UnsafePointer<UInt32>, _ count: Int, _ component: Component,
    _ bytes: UnsafeRawPointer, _ scratch: UnsafeMutableRawPointer
  ) {
    let list = (scratch + listOffset).assumingMemoryBound(to: UInt64.self)
    // Entries behind the blocks are never overwritten: they hold where `setIdle` said to
    // idle.
    let idle = UInt32(truncatingIfNeeded: list[groupSize])
    for block in count..<groupSize { list[block] = entry(block, idle) }
    for block in 0..<count {
      let bit = LaneRun.bit(of: starts[block])
      let word = DetailPass.load(bytes, bit)
      var length = component.details.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
      if _slowPath(length == 0) { length = longSymbolLength(word, component.details.codes) }
      list[block] = entry(block, (bit &+ UInt32(length)) &<< 8)
    }
    var a = SampleLane(0, scratch)
    var b = SampleLane(1, scratch)
    var c = SampleLane(2, scratch)
    var next = UnsafeRawPointer(list + 3)
    // A place's upper half is twice the number of its block, so that places compare as the
    // numbers do.
    let end = UInt64(truncatingIfNeeded: count) &<< 33
    repeat {
      a.step(&next, component, bytes, scratch)
      b.step(&next, component, bytes, scratch)
      c.step(&next, component, bytes, scratch)
      // While a lane has a block, one of the differences is negative.
    } while Int64(bitPattern: (a.place &- end) | (b.place &- end) | (c.place &- end)) < 0
  }

  /// An entry of the list: `2 × number << 32 | place`.
  @inlinable @inline(__always)
  static func entry(_ number: Int, _ place: UInt32) -> UInt64 {
    UInt64(truncatingIfNeeded: number) &<< 33 | UInt64(place)
  }
}
