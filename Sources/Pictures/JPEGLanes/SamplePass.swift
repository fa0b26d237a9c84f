public import CLaneShims

/// Reads whole blocks of one component, sixteen at a time, into rows of samples.
///
/// Four lanes read the coefficients, each the next block of the list when it is through with one, and
/// the transform is that of ``BlockPass``: `jpeg_idct_islow`, bit for bit.
public enum SamplePass {
  /// Blocks read at a time.
  @inlinable public static var groupSize: Int { BlockPass.groupSize }

  /// What lanes take from the list: blocks, then places to idle at for as many symbols as another
  /// lane's last block has at most, for three lanes in two steps each, and some more.
  @inlinable static var listCount: Int { groupSize + 3 * 66 + 8 }
  /// Numbers of a group that count, and behind them what lanes store behind a block's end and where
  /// they idle.
  @inlinable static var numberCount: Int { 64 * groupSize + listCount + 6 }
  /// Coefficients of which ``prepare(_:quantization:)`` says where they go: 64, and what lanes count
  /// behind a block's end, up to 64 + 64.
  @inlinable static var slotCount: Int { 129 }
  // Where parts of the scratch memory lie, in bytes.
  @inlinable static var listOffset: Int { 4 * numberCount }
  @inlinable static var rowOffset: Int { listOffset + 4 * listCount }
  @inlinable static var firstOffset: Int { rowOffset + 8 * slotCount }
  @inlinable static var sampleOffset: Int { firstOffset + 4 * groupSize }
  @inlinable static var blockOffset: Int { sampleOffset + 8 * groupSize }
  /// Bytes of the scratch memory: the group's numbers, the list, slots, first coefficients, a row of
  /// samples by columns and the same block by block.
  public static var scratchBytes: Int { blockOffset + 8 * groupSize }

  /// For each number of a coefficient in the data its place, row by row (ITU-T T.81, figure 5).
  private static let natural: [Int32] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]

  /// Prepares the scratch memory for one component.
  ///
  /// SAFETY: `scratch` has room for ``scratchBytes``.
  ///
  /// - Parameters:
  ///   - scratch: the memory, aligned for 32-bit numbers.
  ///   - quantization: 64 numbers that coefficients are multiplied with, in the order of the data.
  public static func prepare(_ scratch: UnsafeMutableRawPointer, quantization: [Int32]) {
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: scratchBytes)
    for slot in 0..<slotCount {
      let isReal = slot > 0 && slot < min(64, quantization.count)
      let row = Int32(4 * groupSize) * (isReal ? natural[slot] : 64)
      let target = scratch + rowOffset + 8 * slot
      target.storeBytes(of: row, as: Int32.self)
      target.storeBytes(of: isReal ? quantization[slot] : 0, toByteOffset: 4, as: Int32.self)
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
      scratch.storeBytes(of: place, toByteOffset: listOffset + 4 * number, as: UInt32.self)
    }
  }

  /// Reads blocks of one component.
  ///
  /// SAFETY: a lane walked through each block before, and this reads the same symbols, up to the same
  /// end; all places are within the padded data. A symbol adds 1 to 64 to a count under 63, or of 64
  /// while a lane idles, so that a block takes 63 symbols at most, counts stay below ``slotCount``, and
  /// stores within `scratch`. Each target has room for eight rows of 8 samples.
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
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ starts: UnsafePointer<UInt32>, firsts: UnsafePointer<Int32>, count: Int,
    component: DetailPass.Component, bytes: UnsafeRawPointer, scratch: UnsafeMutableRawPointer,
    targets: UnsafePointer<UnsafeMutablePointer<UInt8>>, stride: Int
  ) -> Bool {
    let numbers = scratch.assumingMemoryBound(to: Int32.self)
    for number in 0..<64 &* groupSize { numbers[number] = 0 }
    readCoefficients(starts, count, component, bytes, scratch)
    let rounded = (scratch + firstOffset).assumingMemoryBound(to: Int32.self)
    // What rounds the results, and the middle of samples: (1 << 17 + 128 << 18) >> 13.
    for block in 0..<groupSize { rounded[block] = 4112 }
    for block in 0..<count { rounded[block] = firsts[block] &<< 2 &+ 4112 }
    var range: UInt32 = 0
    for number in 0..<64 &* groupSize {
      range |= UInt32(bitPattern: numbers[number] &+ 4096)
    }
    range &>>= 13
    for column in 0..<8 {
      range |= BlockPass.transformColumn(numbers + groupSize &* column)
    }
    let samples = (scratch + sampleOffset).assumingMemoryBound(to: UInt8.self)
    let rows = (scratch + blockOffset).assumingMemoryBound(to: UInt64.self)
    for row in 0..<8 {
      let own = numbers + 8 &* groupSize &* row
      for block in 0..<groupSize { own[block] &+= rounded[block] }
      BlockPass.transformRow(own)
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

  /// Reads the coefficients of a group.
  @inlinable @inline(__always)
  static func readCoefficients(
    _ starts: UnsafePointer<UInt32>, _ count: Int, _ component: DetailPass.Component,
    _ bytes: UnsafeRawPointer, _ scratch: UnsafeMutableRawPointer
  ) {
    let list = (scratch + listOffset).assumingMemoryBound(to: UInt32.self)
    for block in count..<groupSize { list[block] = list[groupSize] }
    for block in 0..<count {
      let bit = LaneRun.bit(of: starts[block])
      let word = DetailPass.load(bytes, bit)
      var length = component.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
      if _slowPath(length == 0) { length = longSymbolLength(word, component.codes) }
      list[block] = (bit &+ UInt32(length)) &<< 8
    }
    var a = SampleLane(0, scratch)
    var b = SampleLane(1, scratch)
    var c = SampleLane(2, scratch)
    var d = SampleLane(3, scratch)
    var next = 16
    let end = 4 &* count
    repeat {
      a.step(&next, component, bytes, scratch)
      b.step(&next, component, bytes, scratch)
      c.step(&next, component, bytes, scratch)
      d.step(&next, component, bytes, scratch)
      a.step(&next, component, bytes, scratch)
      b.step(&next, component, bytes, scratch)
      c.step(&next, component, bytes, scratch)
      d.step(&next, component, bytes, scratch)
      // While a lane has a block, one of the differences is negative.
    } while (a.column &- end) | (b.column &- end) | (c.column &- end) | (d.column &- end) < 0
  }
}
