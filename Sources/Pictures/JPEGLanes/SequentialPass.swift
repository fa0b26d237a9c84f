public import CLaneShims

/// Reads blocks one after the other, without knowing where they start, and transforms them as
/// ``SamplePass`` does.
///
/// One thread that needs every coefficient reads each symbol once so, where lanes would read it twice:
/// to find where blocks start, and then for its number.
public enum SequentialPass {
  /// A block of the MCU.
  public struct Block {
    /// Its component.
    public let component: UnsafeMutablePointer<Component>
    /// Where its first sample is, from the component's first in the row of MCUs.
    public let offset: Int
    /// Samples from an MCU's to the next one's.
    public let step: Int

    /// Makes a block.
    public init(component: UnsafeMutablePointer<Component>, offset: Int, step: Int) {
      self.component = component
      self.offset = offset
      self.step = step
    }
  }

  /// What the blocks of a component are read with, and those that wait to be transformed together.
  public struct Component {
    @usableFromInline let tables: SamplePass.Component
    /// See ``SequentialPass/fillSteps(_:pairs:)``.
    @usableFromInline let steps: UnsafePointer<UInt64>
    /// See ``SequentialPass/fillDifferences(_:code:)``.
    @usableFromInline let differences: UnsafePointer<UInt16>
    /// What the first coefficient is multiplied with.
    @usableFromInline let factor: Int32
    @usableFromInline let stride: Int
    @usableFromInline var target: UnsafeMutablePointer<UInt8>
    @usableFromInline var prediction: Int32 = 0
    @usableFromInline let waiting: Waiting
    /// Where the coefficients of the next block go.
    @usableFromInline var numbers: UnsafeMutablePointer<Int16>
    /// How many blocks of each kind wait, in bytes: see ``SequentialPass/Kind``.
    @usableFromInline var counts: UInt32 = 0

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - tables: of its coefficients, and the codes of both.
    ///   - steps: of its coefficients too.
    ///   - differences: of its differences.
    ///   - factor: what the first coefficient is multiplied with.
    ///   - stride: samples from one row to the next.
    ///   - target: its first sample.
    ///   - waiting: memory for blocks that wait.
    public init(
      tables: SamplePass.Component, steps: UnsafePointer<UInt64>,
      differences: UnsafePointer<UInt16>, factor: Int32, stride: Int,
      target: UnsafeMutablePointer<UInt8>, waiting: Waiting
    ) {
      self.tables = tables
      self.steps = steps
      self.differences = differences
      self.factor = factor
      self.stride = stride
      self.target = target
      self.waiting = waiting
      numbers = waiting.numbers
    }

    /// Begins a row of MCUs.
    public mutating func begin(_ target: UnsafeMutablePointer<UInt8>) { self.target = target }

    /// Begins after a restart marker.
    public mutating func restart() { prediction = 0 }
  }

  /// Where a run of blocks is.
  public struct Place {
    /// The bit of the data.
    public var bit: Int
    /// The block of the MCU.
    public var phase: Int
    /// The MCU of the row.
    public var column: Int
    /// Whether the data is damaged, or its numbers larger than libjpeg's ways of computing agree on.
    public var isDamaged = false

    /// Makes a place.
    public init(bit: Int, phase: Int, column: Int) {
      self.bit = bit
      self.phase = phase
      self.column = column
    }
  }

  /// Reads blocks up to an MCU or a bit.
  ///
  /// SAFETY: a block begins under `endBit` and takes 63 symbols of 26 bits and a difference of 27 at
  /// most, so that all loads lie under `endBit` plus `LaneRun.overrunBytes`, which can be read. Coefficients are
  /// stored under `SamplePass.slotCount` from a block's first: two entries of the table add 160 at most to a
  /// count under 63. The targets of the MCUs under `endColumn` have room for their samples.
  ///
  /// - Parameters:
  ///   - place: where to begin; moved on.
  ///   - endColumn: the first MCU not to read.
  ///   - endBit: no block begins at it or behind it.
  ///   - blocks: those of the MCU.
  ///   - bytes: the data.
  ///   - flush: transforms full groups, and says whether numbers are too large:
  ///     ``flush(_:all:few:many:)``.
  @inlinable @inline(__always)
  public static func read(
    _ place: inout Place, to endColumn: Int, endBit: Int, blocks: UnsafeBufferPointer<Block>,
    bytes: UnsafeRawPointer, flush: (UnsafeMutablePointer<Component>) -> Bool
  ) {
    var reader = BitReader(bytes, place.bit)
    var (phase, column) = (place.phase, place.column)
    var isDamaged = false
    guard column < endColumn, reader.bit(in: bytes) < endBit else { return }
    // The condition comes last, as an optimiser would have it. Swift 6.3's own turning of such a loop lists
    // the values that leave it by their addresses, so that no two builds had the same bytes.
    repeat {
      let block = blocks[phase]
      let component = block.component
      phase &+= 1
      let target = component.pointee.target + (block.offset &+ column &* block.step)
      if phase == blocks.count {
        phase = 0
        column &+= 1
      }
      isDamaged = readBlock(&reader, component, target, bytes, flush)
    } while column < endColumn && !isDamaged && reader.bit(in: bytes) < endBit
    place.bit = reader.bit(in: bytes)
    (place.phase, place.column) = (phase, column)
    place.isDamaged = place.isDamaged || isDamaged
  }

  /// Reads a block, and says whether it is damaged.
  @inlinable @inline(__always)
  static func readBlock(
    _ reader: inout BitReader, _ component: UnsafeMutablePointer<Component>,
    _ target: UnsafeMutablePointer<UInt8>, _ bytes: UnsafeRawPointer,
    _ flush: (UnsafeMutablePointer<Component>) -> Bool
  ) -> Bool {
    let steps = component.pointee.steps
    // The first coefficient. The word has 45 bits at least, and 25 behind it.
    let word = reader.word
    let entry = UInt64(
      component.pointee.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- differenceBits))])
    let size = entry &>> 12
    // Two shifts: one by 64, of a difference of size 0, would be one by 0.
    let bits = ((word &<< (entry &>> 8 & 15)) &>> 1) &>> (63 &- size)
    var difference = magnitude(
      Int(truncatingIfNeeded: bits), size: Int(truncatingIfNeeded: size))
    reader.skip(Int(truncatingIfNeeded: entry & 0xFF))
    if _slowPath(entry == 0) {
      let codes = component.pointee.tables.details.codes
      let length = longDifferenceLength(word, codes)
      guard length > 0 else { return true }
      difference = longDifference(word, codes)
      reader.skip(length)
      reader.refill()
    }
    let sum = component.pointee.prediction &+ Int32(difference)
    component.pointee.prediction = sum
    // The others.
    let step = Int(pair(reader.word, steps).load(as: UInt16.self))
    if step & 0xFF00 == Int(DetailPass.endOfBlock) << 8 {
      reader.skip(step & 0xFF)
      reader.refill()
      let first = sum &* component.pointee.factor
      return excess(sum, first) | SamplePass.fill(target, component.pointee.stride, first) != 0
    }
    let numbers = component.pointee.numbers
    for number in 0..<64 { numbers[number] = 0 }
    let last = readCoefficients(&reader, component, numbers, bytes)
    guard last >= 0 else { return true }
    // All ones where there are many, which no processor foresees: without a branch.
    let isMany = (SamplePass.fewCoefficients &- 1 &- last) &>> (Int.bitWidth - 1)
    // A block of few takes 16 numbers, one of many 64. What was stored behind them is cleared
    // by the block that they belong to next, which sets its 64 to 0 first.
    component.pointee.numbers = numbers + (16 &+ isMany & 48)
    let shift = UInt32(truncatingIfNeeded: isMany & 8)
    let counts = component.pointee.counts
    let slot = isMany & SamplePass.groupSize &+ Int(counts &>> shift & 0xFF)
    let waiting = component.pointee.waiting
    waiting.blocks[slot] = UnsafePointer(numbers)
    waiting.sums[slot] = sum
    waiting.targets[slot] = target
    component.pointee.counts = counts &+ 1 &<< shift
    // A byte of the counts has its bit 4 set where it reaches 16, and a flush empties it at
    // once.
    return (counts &+ 1 &<< shift) & fullGroups != 0 && flush(component)
  }

  /// Not 0 where a first coefficient is too large, before it is multiplied or behind, as `FirstCoefficients`
  /// judges.
  @inlinable @inline(__always)
  static func excess(_ sum: Int32, _ first: Int32) -> UInt32 {
    UInt32(bitPattern: sum &+ 4096) &>> 13 | UInt32(bitPattern: first &+ 4095) &>> 13
      | UInt32(bitPattern: 4087 &- first) &>> 31
  }

  /// Reads all coefficients of a block but the first.
  ///
  /// Two entries of the table in turn, the second one also behind the end of the block, where it counts for
  /// nothing: most blocks of pictures end in one of the first two, and which no processor foresees.
  ///
  /// - Returns: those before the end of the block; -1 where it is damaged.
  @inlinable @inline(__always)
  static func readCoefficients(
    _ reader: inout BitReader, _ component: UnsafeMutablePointer<Component>,
    _ numbers: UnsafeMutablePointer<Int16>, _ bytes: UnsafeRawPointer
  ) -> Int {
    let steps = component.pointee.steps
    var count = 0
    while true {
      // The word has 25 bits at least, and an entry takes 11 at most.
      let word = reader.word
      let entry = pair(word, steps)
      let step = Int(entry.load(as: UInt16.self))
      if _slowPath(step & Int(DetailPass.exception) != 0) {
        reader.refill()
        let long = longStep(
          reader.word, entry.load(as: UInt32.self), component.pointee.tables.details.codes + 1)
        guard long != 0 else { return -1 }
        count &+= Int(long & 0xFF)
        numbers[count] = Int16(truncatingIfNeeded: long &>> 16)
        reader.skip(Int(long &>> 8 & 0xFF))
        reader.refill()
        if count >= 63 {
          if long & 0xFF == DetailPass.endOfBlock { return count &- 64 }
          return count == 63 ? 63 : -1
        }
        continue
      }
      let middle = count &+ step &>> 8
      store(entry, step, count, numbers)
      reader.word = word &<< UInt64(step)
      reader.available &-= step & 0xFF
      // 25 bits less 11 are left at least, and the window takes 11.
      let second = pair(reader.word, steps)
      // While the second entry is on its way.
      reader.refill()
      let own = Int(second.load(as: UInt16.self))
      // 0 behind the end of the block.
      let more = own & Int(truncatingIfNeeded: clane_opaque(middle < 63 ? .max : 0))
      if _slowPath(more & Int(DetailPass.exception) != 0) {
        count = middle
        continue
      }
      store(second, own, middle, numbers)
      let end = middle &+ more &>> 8
      reader.word = reader.word &<< UInt64(more)
      reader.available &-= more & 0xFF
      if end >= 63 {
        // Bit 6 of an advance is that of an end of block: two runs add up to 32 at most. Of c
        // coefficients before it the sum is c + 64, and c is at most 62.
        if (step | more) & Int(DetailPass.endOfBlock) << 8 != 0, end <= 126 { return end &- 64 }
        let bits = lastStep(word, count, component.pointee.tables, numbers)
        // Back to where the first of the two entries began: the low bytes are what both took.
        let bit = reader.bit(in: bytes) &- (step &+ more) & 0xFF
        reader = BitReader(bytes, bit &+ bits)
        return bits > 0 ? 63 : -1
      }
      count = end
    }
  }

  /// The entry that a word begins with.
  @inlinable @inline(__always)
  static func pair(_ word: UInt64, _ steps: UnsafePointer<UInt64>) -> UnsafeRawPointer {
    UnsafeRawPointer(
      steps + Int(truncatingIfNeeded: word &>> UInt64(64 &- SamplePass.windowBits)))
  }

  /// Stores the coefficients of an entry by their numbers.
  @inlinable @inline(__always)
  static func store(
    _ entry: UnsafeRawPointer, _ step: Int, _ count: Int, _ numbers: UnsafeMutablePointer<Int16>
  ) {
    numbers[count &+ Int(entry.load(fromByteOffset: 4, as: UInt8.self))] =
      entry.load(fromByteOffset: 2, as: Int16.self)
    numbers[count &+ step &>> 8] = entry.load(fromByteOffset: 6, as: Int16.self)
  }
}
