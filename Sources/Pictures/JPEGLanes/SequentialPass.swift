/// Reads blocks one after the other, without knowing where they start, and transforms them as
/// ``SamplePass`` does.
///
/// One thread that needs every coefficient reads each symbol once so, where lanes would read it twice:
/// to find where blocks start, and then for its number.
public enum SequentialPass {
  /// A block of the MCU.
  public struct Block {
    /// Its component.
    public let component: Int
    /// Where its first sample is, from the component's first in the row of MCUs.
    public let offset: Int
    /// Samples from an MCU's to the next one's.
    public let step: Int

    /// Makes a block.
    public init(component: Int, offset: Int, step: Int) {
      self.component = component
      self.offset = offset
      self.step = step
    }
  }

  /// What the blocks of a component are read with, and those that wait to be transformed together.
  public struct Component {
    @usableFromInline let tables: SamplePass.Component
    /// The differences that `DifferencePass.windowBits` bits begin with.
    @usableFromInline let values: UnsafePointer<Int16>
    /// What the first coefficient is multiplied with.
    @usableFromInline let factor: Int32
    @usableFromInline let stride: Int
    @usableFromInline var target: UnsafeMutablePointer<UInt8>
    @usableFromInline var prediction: Int32 = 0
    @usableFromInline var few: Group
    @usableFromInline var many: Group

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - tables: of its coefficients, and of the lengths of differences.
    ///   - values: the differences that `DifferencePass.windowBits` bits begin with.
    ///   - factor: what the first coefficient is multiplied with.
    ///   - stride: samples from one row to the next.
    ///   - target: its first sample.
    ///   - few: blocks of few coefficients.
    ///   - many: all others.
    public init(
      tables: SamplePass.Component, values: UnsafePointer<Int16>, factor: Int32, stride: Int,
      target: UnsafeMutablePointer<UInt8>, few: Group, many: Group
    ) {
      self.tables = tables
      self.values = values
      self.factor = factor
      self.stride = stride
      self.target = target
      self.few = few
      self.many = many
    }

    /// Begins a row of MCUs.
    public mutating func begin(_ target: UnsafeMutablePointer<UInt8>) { self.target = target }

    /// Begins after a restart marker.
    public mutating func restart() { prediction = 0 }
  }

  /// Up to `SamplePass.groupSize` blocks that are transformed together.
  public struct Group {
    /// Memory that `SamplePass` prepared, its numbers 0 where no block is.
    @usableFromInline let scratch: UnsafeMutableRawPointer
    @usableFromInline let firsts: UnsafeMutablePointer<Int32>
    @usableFromInline let targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
    @usableFromInline var count = 0

    /// Makes an empty group; each memory has room for `SamplePass.groupSize`.
    public init(
      scratch: UnsafeMutableRawPointer, firsts: UnsafeMutablePointer<Int32>,
      targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
    ) {
      self.scratch = scratch
      self.firsts = firsts
      self.targets = targets
    }
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
  /// most, so that all loads lie under `endBit` plus `LaneRun.overrunBytes`, which can be read. Counts
  /// stay under `SamplePass.slotCount`: an entry of the table adds 80 at most to one under 63. The
  /// targets of the MCUs under `endColumn` have room for their samples.
  ///
  /// - Parameters:
  ///   - place: where to begin; moved on.
  ///   - endColumn: the first MCU not to read.
  ///   - endBit: no block begins at it or behind it.
  ///   - blocks: those of the MCU.
  ///   - components: all of them.
  ///   - bytes: the data.
  ///   - flush: transforms a full group, of few coefficients or of many, and empties it; says whether
  ///     its numbers are too large.
  @inlinable @inline(__always)
  public static func read(
    _ place: inout Place, to endColumn: Int, endBit: Int, blocks: UnsafeBufferPointer<Block>,
    components: UnsafeMutablePointer<Component>, bytes: UnsafeRawPointer,
    flush: (UnsafeMutablePointer<Component>, _ isFew: Bool) -> Bool
  ) {
    var reader = BitReader(bytes, place.bit)
    var (phase, column) = (place.phase, place.column)
    var isDamaged = false
    guard column < endColumn, reader.bit(in: bytes) < endBit else { return }
    // The condition comes last, as an optimiser would have it. Swift 6.3's own turning of such a loop lists
    // the values that leave it by their addresses, so that no two builds had the same bytes.
    repeat {
      let block = blocks[phase]
      let component = components + block.component
      phase &+= 1
      let target = component.pointee.target + (block.offset &+ column &* block.step)
      if phase == blocks.count {
        phase = 0
        column &+= 1
      }
      isDamaged = readBlock(&reader, component, target, flush)
    } while column < endColumn && !isDamaged && reader.bit(in: bytes) < endBit
    place.bit = reader.bit(in: bytes)
    (place.phase, place.column) = (phase, column)
    place.isDamaged = place.isDamaged || isDamaged
  }

  /// Reads a block, and says whether it is damaged.
  @inlinable @inline(__always)
  static func readBlock(
    _ reader: inout BitReader, _ component: UnsafeMutablePointer<Component>,
    _ target: UnsafeMutablePointer<UInt8>,
    _ flush: (UnsafeMutablePointer<Component>, _ isFew: Bool) -> Bool
  ) -> Bool {
    let tables = component.pointee.tables
    reader.refill()
    // The first coefficient.
    let word = reader.word
    var length = Int(
      tables.details.differences[
        Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))])
    if _slowPath(length == 0) {
      length = longDifferenceLength(word, tables.details.codes)
      guard length > 0 else { return true }
    }
    var difference = component.pointee.values[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DifferencePass.windowBits))]
    if _slowPath(difference == DifferencePass.exception) {
      difference = longDifference(word, tables.details.codes)
    }
    reader.skip(length)
    let sum = component.pointee.prediction &+ Int32(difference)
    component.pointee.prediction = sum
    let first = sum &* component.pointee.factor
    // As `FirstCoefficients` judges.
    var excess =
      UInt32(bitPattern: sum &+ 4096) &>> 13 | UInt32(bitPattern: first &+ 4095) &>> 13
      | UInt32(bitPattern: 4087 &- first) &>> 31
    // The others.
    let column = component.pointee.many.count
    let scratch = component.pointee.many.scratch
    let last = readCoefficients(&reader, tables, scratch, 2 &* column)
    guard last >= 0 else { return true }
    if last == 0 {
      excess |= fill(target, component.pointee.stride, first)
      return excess != 0
    }
    if last < SamplePass.fewCoefficients {
      let place = component.pointee.few.count
      moveFew(scratch, 2 &* column, to: component.pointee.few.scratch, 2 &* place)
      component.pointee.few.firsts[place] = first
      component.pointee.few.targets[place] = target
      component.pointee.few.count = place &+ 1
      if place &+ 1 == SamplePass.groupSize, flush(component, true) { return true }
    } else {
      component.pointee.many.firsts[column] = first
      component.pointee.many.targets[column] = target
      component.pointee.many.count = column &+ 1
      if column &+ 1 == SamplePass.groupSize, flush(component, false) { return true }
    }
    return excess != 0
  }

  /// Reads all coefficients of a block but the first.
  ///
  /// - Returns: those before the end of the block; -1 where it is damaged.
  @inlinable @inline(__always)
  static func readCoefficients(
    _ reader: inout BitReader, _ tables: SamplePass.Component,
    _ scratch: UnsafeMutableRawPointer, _ column: Int
  ) -> Int {
    var count = 0
    while true {
      // Then the word has 56 bits, of which a symbol takes 26 at most.
      reader.refill()
      var symbolsLeft = 2
      // As in `read`, a condition at the end.
      repeat {
        let window = Int(
          truncatingIfNeeded: reader.word &>> UInt64(64 &- SamplePass.windowBits))
        let entry = UnsafeRawPointer(tables.pairs + window)
        let step = Int(entry.load(as: UInt16.self))
        if _slowPath(step & Int(DetailPass.exception) != 0) {
          let long = longStep(
            reader.word, entry.load(as: UInt32.self), tables.details.codes + 1)
          guard long != 0 else { return -1 }
          count &+= Int(long & 0xFF)
          store(Int16(truncatingIfNeeded: long &>> 16), count, column, scratch)
          reader.skip(Int(long &>> 8 & 0xFF))
          if count >= 63 {
            if long & 0xFF == DetailPass.endOfBlock { return count &- 64 }
            return count == 63 ? 63 : -1
          }
        } else {
          let before = count
          let first = count &+ Int(entry.load(fromByteOffset: 4, as: UInt8.self))
          count &+= step & 0xFF
          store(entry.load(fromByteOffset: 2, as: Int16.self), first, column, scratch)
          store(entry.load(fromByteOffset: 6, as: Int16.self), count, column, scratch)
          if count >= 63 {
            if step & 0xFF >= Int(DetailPass.endOfBlock), count <= 126 {
              reader.skip(step &>> 8)
              return count &- 64
            }
            if count == 63 {
              reader.skip(step &>> 8)
              return 63
            }
            // The first of two symbols ends the block, or it is damaged.
            let single = tables.details.coefficients[
              Int(truncatingIfNeeded: reader.word &>> UInt64(64 &- DetailPass.windowBits))]
            guard before &+ Int(single & 0xFF) == 63 else { return -1 }
            reader.skip(Int(single &>> 8 & 0xFF))
            return 63
          }
          reader.skip(step &>> 8)
        }
        symbolsLeft &-= 1
      } while symbolsLeft > 0
    }
  }

  /// Stores a coefficient by its number.
  @inlinable @inline(__always)
  static func store(
    _ value: Int16, _ count: Int, _ column: Int, _ scratch: UnsafeMutableRawPointer
  ) {
    scratch.storeBytes(
      of: value, toByteOffset: 2 &* SamplePass.groupSize &* count &+ column, as: Int16.self)
  }

  /// Moves the few coefficients of a block to another group.
  @inlinable @inline(__always)
  static func moveFew(
    _ source: UnsafeMutableRawPointer, _ column: Int, to target: UnsafeMutableRawPointer,
    _ place: Int
  ) {
    for number in 1..<SamplePass.fewCoefficients {
      let row = 2 &* SamplePass.groupSize &* number
      target.storeBytes(
        of: source.load(fromByteOffset: row &+ column, as: Int16.self),
        toByteOffset: row &+ place, as: Int16.self)
      source.storeBytes(of: 0, toByteOffset: row &+ column, as: Int16.self)
    }
  }

  /// Fills a block that has only a mean, as the transform would; not 0 where it is too large.
  @inlinable @inline(__always)
  static func fill(
    _ target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ first: Int32
  ) -> UInt32 {
    let level = (first &+ 4) &>> 3
    let sample = UInt64(truncatingIfNeeded: sampleLevel(level &+ 128))
    let word = sample &* 0x0101_0101_0101_0101
    for row in 0..<8 {
      // SAFETY: the block lies in the row of MCUs.
      UnsafeMutableRawPointer(target + row &* stride).storeBytes(of: word, as: UInt64.self)
    }
    return UInt32(bitPattern: level &+ 512) &>> 10
  }

  /// Transforms the blocks of few coefficients, and empties their group.
  ///
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func flushFew(_ component: UnsafeMutablePointer<Component>) -> Bool {
    let group = component.pointee.few
    component.pointee.few.count = 0
    let isOut = SamplePass.transform(
      group.firsts, group.count, group.scratch, group.targets, stride: component.pointee.stride,
      side: 4)
    SamplePass.clear(group.scratch, side: 4)
    return isOut
  }

  /// Transforms all other blocks, and empties their group.
  ///
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func flushMany(_ component: UnsafeMutablePointer<Component>) -> Bool {
    let group = component.pointee.many
    component.pointee.many.count = 0
    let isOut = SamplePass.transform(
      group.firsts, group.count, group.scratch, group.targets, stride: component.pointee.stride,
      side: 8)
    SamplePass.clear(group.scratch, side: 8)
    return isOut
  }

  /// Transforms what waits of all components.
  ///
  /// - Parameters:
  ///   - components: the components.
  ///   - count: how many.
  ///   - flush: as for ``read(_:to:endBit:blocks:components:bytes:flush:)``.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func finish(
    _ components: UnsafeMutablePointer<Component>, _ count: Int,
    flush: (UnsafeMutablePointer<Component>, _ isFew: Bool) -> Bool
  ) -> Bool {
    var isOut = false
    for index in 0..<count {
      let component = components + index
      if component.pointee.few.count > 0, flush(component, true) { isOut = true }
      if component.pointee.many.count > 0, flush(component, false) { isOut = true }
    }
    return isOut
  }
}
