/// Reads of blocks what libjpeg's reduced transform to 2 × 2 pixels takes beside the mean.
///
/// Most blocks of chroma have a mean and nothing else, which the records of lanes show. The others
/// of one component are read sixteen at a time, by four lanes side by side: a block alone would wait
/// for memory and for mispredicted ends.
///
/// The transform is that of `jpeg_idct_2x2` (libjpeg, jidctred.c), whose first coefficient adds
/// `first << 17` to each of the four results before they are rounded and shifted right by 20: a
/// multiple of all intermediate roundings, so that it can be added last. What is below a bit of it
/// changes no sum's floor, so that a result shifted right by 17 says everything.
public enum DetailPass {
  /// Bits that index the tables.
  @inlinable public static var windowBits: Int { 11 }
  /// Blocks read at a time.
  @inlinable public static var groupSize: Int { 16 }
  /// Blocks that one of four lanes reads.
  @inlinable static var laneShare: Int { 4 }
  /// Places of a lane: where its blocks' coefficients start, and after them where it idles, for as
  /// many symbols as another lane's blocks have at most, and some more.
  @inlinable static var placesPerLane: Int { laneShare * 64 + 4 }
  /// Coefficients of a group that count, what lies behind them where lanes are behind a block's end,
  /// up to 64 + 64, and behind the last column where they idle.
  @inlinable static var coefficientRows: Int { 64 + 65 + placesPerLane / groupSize + 2 }
  /// Numbers of the scratch memory: the coefficients of a group, its results, its places in the run,
  /// and the lanes' places.
  public static var scratchCount: Int {
    (coefficientRows + 4 + 1) * groupSize + 4 * placesPerLane
  }
  /// The bit of an entry that decides nothing.
  @inlinable public static var exception: UInt32 { 0x8000 }
  /// What an end of block advances by.
  @inlinable public static var endOfBlock: UInt32 { 64 }

  /// What a component's blocks are read with.
  public struct Component {
    /// The bits that a difference takes, by the next 11 bits; 0 for long codes.
    public let differences: UnsafePointer<UInt8>
    /// `value << 16 | bits << 8 | advance` of the symbol that 11 bits begin with; where they do not
    /// hold its magnitude, `size << 24 | length << 16 | advance` with ``exception``, and a length of
    /// 0 where they do not hold its code.
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
  /// SAFETY: a lane decoded each block before, and this reads the same symbols, up to the
  /// same end or damage; all places are within the padded data. A symbol adds 1 to 64 to a count
  /// under 63, or of 64 while a lane idles, so that a block takes 63 symbols at most and stores stay
  /// within `scratch`. `details` has room for four numbers at each of the steps of `detailStep`.
  ///
  /// - Parameters:
  ///   - records: where the blocks of the run start, one more than blocks.
  ///   - count: blocks of the run.
  ///   - first: the first one to read.
  ///   - step: from one to the next.
  ///   - component: what they are read with.
  ///   - bytes: the data.
  ///   - scratch: ``scratchCount`` numbers, whose coefficients are 0 before, and after blocks without
  ///     damage.
  ///   - details: receives four numbers for each.
  ///   - detailStep: numbers from one block's to the next one's.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func read(
    _ records: UnsafePointer<UInt32>, count: Int, first: Int, step: Int, component: Component,
    bytes: UnsafeRawPointer, scratch: UnsafeMutablePointer<Int32>,
    details: UnsafeMutablePointer<Int16>, detailStep: Int
  ) -> Bool {
    var range: UInt32 = 0
    var index = first
    var number = 0
    let results = scratch + coefficientRows * groupSize
    let numbers = results + 4 * groupSize
    let places = UnsafeMutableRawPointer(numbers + groupSize).assumingMemoryBound(to: UInt32.self)
    guard first < count else { return false }
    let idle = LaneRun.bit(of: records[first]) &<< 8 | 64
    for slot in 0..<4 &* placesPerLane { places[slot] = idle }
    while true {
      // Lists blocks that have more than a mean.
      var found = 0
      var highest: UInt32 = 0
      while index < count, found < groupSize {
        // The record behind a block says how it ended: 129 + n, an end of block after n
        // coefficients, or 63, or damage. The last two become large by the subtraction, so
        // that they count as "all coefficients".
        let end = LaneRun.count(of: records[index &+ 1])
        UnsafeMutableRawPointer(details + number &* detailStep).storeBytes(
          of: 0, as: UInt64.self)
        numbers[found] = Int32(truncatingIfNeeded: number)
        highest = max(highest, end == LaneRun.endOfBlock ? 0 : end &- LaneRun.endOfBlock)
        found &+= end == LaneRun.endOfBlock ? 0 : 1
        index &+= step
        number &+= 1
      }
      guard found > 0 else { return range != 0 }
      readGroup(records + first, step, numbers, found, component, bytes, scratch, places)
      // The first five coefficients behind the mean are those of places 1 to 5 of the
      // zigzag, of which the transform to 2 × 2 looks at 1, 2 and 4.
      range |=
        highest < 6
        ? transformFew(scratch, component.quantization, results)
        : transform(scratch, component.quantization, results)
      // What ends otherwise, under an end of block, may have all coefficients.
      let rows = Int(truncatingIfNeeded: min(highest, 63)) &+ 1
      for slot in groupSize..<rows &* groupSize { scratch[slot] = 0 }
      for block in 0..<found {
        let target = details + Int(truncatingIfNeeded: numbers[block]) &* detailStep
        for number in 0..<4 {
          target[number] = Int16(
            truncatingIfNeeded: results[number &* groupSize &+ block] &>> 17)
        }
      }
    }
  }

  /// Reads the coefficients of a group.
  @inlinable @inline(__always)
  static func readGroup(
    _ records: UnsafePointer<UInt32>, _ step: Int, _ numbers: UnsafePointer<Int32>, _ count: Int,
    _ component: Component, _ bytes: UnsafeRawPointer, _ scratch: UnsafeMutablePointer<Int32>,
    _ places: UnsafeMutablePointer<UInt32>
  ) {
    for block in count..<groupSize {
      places[block / laneShare &* placesPerLane &+ block % laneShare] = places[laneShare]
    }
    for block in 0..<count {
      let place = LaneRun.bit(of: records[Int(truncatingIfNeeded: numbers[block]) &* step])
      let word = load(bytes, place)
      var length = component.differences[Int(truncatingIfNeeded: word &>> UInt64(64 &- windowBits))]
      if length == 0 { length = longSymbolLength(word, component.codes) }
      places[block / laneShare &* placesPerLane &+ block % laneShare] =
        (place &+ UInt32(length)) &<< 8
    }
    var a = DetailLane(places, scratch)
    var b = DetailLane(places + placesPerLane, scratch + laneShare)
    var c = DetailLane(places + 2 * placesPerLane, scratch + 2 * laneShare)
    var d = DetailLane(places + 3 * placesPerLane, scratch + 3 * laneShare)
    // While one of the differences is negative.
    while (a.cursor &- laneShare) | (b.cursor &- laneShare) | (c.cursor &- laneShare)
      | (d.cursor &- laneShare) < 0
    {
      a.step(component, bytes)
      b.step(component, bytes)
      c.step(component, bytes)
      d.step(component, bytes)
    }
  }

  @inlinable @inline(__always)
  static func load(_ bytes: UnsafeRawPointer, _ bit: UInt32) -> UInt64 {
    let word = UInt64(
      bigEndian: bytes.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: bit &>> 3), as: UInt64.self))
    return word &<< UInt64(bit & 7)
  }
}
