public import CLaneShims

/// Reads whole blocks of one component, sixteen at a time, into rows of samples.
///
/// Four lanes read the coefficients of four blocks each, and the transform is that of ``BlockPass``:
/// `jpeg_idct_islow`, bit for bit.
public enum SamplePass {
  /// Blocks read at a time.
  @inlinable public static var groupSize: Int { BlockPass.groupSize }
  /// Slots: 64 coefficients, and places where lanes are behind a block's end, up to 64 + 64.
  public static var slotCount: Int { 129 }
  /// Where what means nothing goes.
  public static var spareNumber: Int32 { 64 * 16 }

  @inlinable static var laneShare: Int { 4 }
  /// Places of a lane: where its blocks' coefficients start, and after them where it idles, for as
  /// many symbols as another lane's blocks have at most, and some more.
  @inlinable static var placesPerLane: Int { laneShare * 64 + 4 }
  /// Numbers of a group that count, and behind them what lanes store that idle.
  @inlinable static var numberCount: Int { 64 * groupSize + groupSize + placesPerLane }
  /// Numbers of the scratch memory: the group's, the lanes' places, first coefficients, a row of samples
  /// by columns and the same block by block.
  public static var scratchCount: Int {
    numberCount + 4 * placesPerLane + groupSize + 2 * 8 * groupSize / 4
  }

  /// Prepares the scratch memory for groups of one piece of data.
  ///
  /// SAFETY: `scratch` has room for ``scratchCount`` numbers.
  ///
  /// - Parameters:
  ///   - scratch: the memory.
  ///   - idleBit: a bit from which 8 bytes can be read, where lanes idle.
  public static func prepare(_ scratch: UnsafeMutablePointer<Int32>, idleBit: Int) {
    let idle = Int32(truncatingIfNeeded: idleBit << 8 | 64)
    (scratch + numberCount).update(repeating: idle, count: 4 * placesPerLane)
  }

  /// Reads blocks of one component.
  ///
  /// SAFETY: a lane walked through each block before, and this reads the same symbols, up to the same
  /// end; all places are within the padded data. A symbol adds 1 to 64 to a count under 63, or of 64
  /// while a lane idles, so that a block takes 63 symbols at most, slots stay below ``slotCount``, and
  /// stores within `scratch`. Each target has room for eight rows of 8 samples.
  ///
  /// - Parameters:
  ///   - starts: for each block `bit << 8`, and anything in the low byte.
  ///   - firsts: their first coefficients, dequantized.
  ///   - count: blocks, at most ``groupSize``.
  ///   - component: what they are read with.
  ///   - slots: ``slotCount`` slots.
  ///   - bytes: the data.
  ///   - scratch: ``scratchCount`` numbers, prepared.
  ///   - targets: for each block its first sample.
  ///   - stride: samples from one row of a target to the next.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ starts: UnsafePointer<UInt32>, firsts: UnsafePointer<Int32>, count: Int,
    component: DetailPass.Component, slots: UnsafePointer<SampleSlot>, bytes: UnsafeRawPointer,
    scratch: UnsafeMutablePointer<Int32>, targets: UnsafePointer<UnsafeMutablePointer<UInt8>>,
    stride: Int
  ) -> Bool {
    for number in 0..<64 &* groupSize { scratch[number] = 0 }
    let places = UnsafeMutableRawPointer(scratch + numberCount)
      .assumingMemoryBound(to: UInt32.self)
    readCoefficients(starts, count, component, slots, bytes, scratch, places)
    let firstNumbers = scratch + numberCount + 4 * placesPerLane
    for block in 0..<groupSize { firstNumbers[block] = 0 }
    for block in 0..<count { firstNumbers[block] = firsts[block] &<< 2 }
    var range: UInt32 = 0
    for number in 0..<64 &* groupSize {
      range |= UInt32(bitPattern: scratch[number] &+ 4096) &>> 13
    }
    for column in 0..<8 {
      range |= BlockPass.transformColumn(scratch + groupSize &* column)
    }
    for row in 0..<8 {
      let numbers = scratch + 8 &* row &* groupSize
      // What rounds the results, and the middle of samples: (1 << 17 + 128 << 18) >> 13.
      for block in 0..<groupSize { numbers[block] &+= firstNumbers[block] &+ 4112 }
    }
    let columns = UnsafeMutableRawPointer(firstNumbers + groupSize)
      .assumingMemoryBound(to: UInt8.self)
    let rows = UnsafeMutableRawPointer(columns + 8 * groupSize)
      .assumingMemoryBound(to: UInt64.self)
    for row in 0..<8 {
      let numbers = scratch + 8 &* groupSize &* row
      BlockPass.transformRow(numbers)
      // Beyond these, libjpeg's ways of computing disagree.
      range |= clane_pack_samples(numbers, columns)
      clane_transpose_rows(columns, rows)
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
    _ slots: UnsafePointer<SampleSlot>, _ bytes: UnsafeRawPointer,
    _ scratch: UnsafeMutablePointer<Int32>, _ places: UnsafeMutablePointer<UInt32>
  ) {
    let idle = places[laneShare]
    for block in count..<groupSize {
      places[block / laneShare &* placesPerLane &+ block % laneShare] = idle
    }
    for block in 0..<count {
      let bit = LaneRun.bit(of: starts[block])
      let word = DetailPass.load(bytes, bit)
      var length = component.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
      if _slowPath(length == 0) { length = longSymbolLength(word, component.codes) }
      places[block / laneShare &* placesPerLane &+ block % laneShare] =
        (bit &+ UInt32(length)) &<< 8
    }
    var a = SampleLane(places, scratch)
    var b = SampleLane(places + placesPerLane, scratch + laneShare)
    var c = SampleLane(places + 2 * placesPerLane, scratch + 2 * laneShare)
    var d = SampleLane(places + 3 * placesPerLane, scratch + 3 * laneShare)
    // While one of the differences is negative.
    while (a.cursor &- laneShare) | (b.cursor &- laneShare) | (c.cursor &- laneShare)
      | (d.cursor &- laneShare) < 0
    {
      a.step(component, slots, bytes)
      b.step(component, slots, bytes)
      c.step(component, slots, bytes)
      d.step(component, slots, bytes)
    }
  }
}
