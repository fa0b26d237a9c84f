internal import JPEGLanes

/// Decodes blocks into the samples of a row of MCUs: memory that one thread works in.
final class SampleDecoder {
  /// What all threads read.
  final class Tables {
    let components: [SamplePass.Component]
    let planes: [SamplePlane]
    /// For each component what its coefficients are multiplied with.
    let quantization: [[Int32]]
    let blocksPerMCU: Int
    private let details: DetailTables
    private let pairs: UnsafeMutablePointer<UInt64>

    init(_ frame: JPEGFrame, _ skipTables: SkipTables) {
      details = DetailTables(frame, skipTables) { _ in true }
      planes = frame.components.indices.map { SamplePlane(frame, $0) }
      blocksPerMCU = frame.blocksPerMCU
      var components: [SamplePass.Component] = []
      quantization = frame.components.map(\.quantization)
      let size = 1 << SamplePass.windowBits
      pairs = .allocate(capacity: frame.components.count * size)
      let singles = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
      defer { singles.deallocate() }
      var first = 0
      for (index, component) in frame.components.enumerated() {
        if let block = details.blocks.first(where: { $0.index == first }) {
          let own = pairs + index * size
          DetailTables.fillCoefficients(
            singles, component.coefficients, width: SamplePass.windowBits)
          SamplePass.fillPairs(own, coefficients: singles)
          components.append(SamplePass.Component(details: block.component, pairs: own))
        }
        first += component.columns * component.rows
      }
      self.components = components
    }

    deinit { pairs.deallocate() }
  }

  /// Neighbouring blocks of a row of MCUs that lie in one piece of the data.
  struct Slice {
    /// The first block, counted from the start of the row of MCUs.
    let first: Int
    let count: Int
    /// The first block among the piece's.
    let offset: Int
  }

  private let tables: Tables
  private let bodies: LaneBodies
  /// For each component the memory of its lanes.
  private let scratch: [UnsafeMutableRawPointer]
  /// Blocks that are to be read together: those of few coefficients, and all others.
  private let few = WaitingBlocks()
  private let many = WaitingBlocks()
  private var isWild = false

  init(_ tables: Tables, _ bodies: LaneBodies) {
    self.tables = tables
    self.bodies = bodies
    scratch = tables.quantization.map { quantization in
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: SamplePass.scratchBytes, alignment: 64)
      SamplePass.prepare(memory, quantization: quantization)
      return memory
    }
  }

  deinit {
    for memory in scratch { memory.deallocate() }
  }

  /// Decodes a slice.
  ///
  /// - Parameters:
  ///   - slice: which blocks, all of them `blocks`'.
  ///   - blocks: where they start.
  ///   - data: what they lie in.
  ///   - row: receives their samples.
  /// - Returns: `false` where numbers are out of range.
  func decode(
    _ slice: Slice, of blocks: PlacedBlocks, in data: EntropyBuffer, into row: SampleRow
  ) -> Bool {
    for memory in scratch { SamplePass.setIdle(memory, bit: 8 * data.count) }
    isWild = false
    let bytes = UnsafeRawPointer(data.bytes)
    var block = 0
    for (index, plane) in tables.planes.enumerated() {
      for number in 0..<plane.columns * plane.rows {
        let target =
          row.planes[index] + number / plane.columns * 8 * plane.stride
          + number % plane.columns * 8
        list(block, slice, blocks, target, 8 * plane.columns, component: index, bytes)
        block += 1
      }
      // One transform takes the rest of both where it can.
      if few.count > 0, few.count + many.count <= SamplePass.groupSize { many.take(few) }
      if few.count > 0 { flushFew(index, bytes) }
      if many.count > 0 { flushMany(index, bytes) }
    }
    return !isWild
  }

  /// Decodes those blocks of a slice that are a certain one of their MCU.
  @inline(__always)
  private func list(
    _ block: Int, _ slice: Slice, _ blocks: PlacedBlocks, _ target: UnsafeMutablePointer<UInt8>,
    _ step: Int, component: Int, _ bytes: UnsafeRawPointer
  ) {
    let count = tables.blocksPerMCU
    let end = slice.first + slice.count
    var mcu = (slice.first + count - 1 - block) / count
    var number = mcu * count + block
    // SAFETY: the slice's blocks are the piece's, and their MCUs the row's.
    let starts = blocks.starts + slice.offset - slice.first
    let firsts = blocks.firsts + slice.offset - slice.first
    let stride = tables.planes[component].stride
    while number < end {
      let samples = target + mcu &* step
      let first = Int32(firsts[number])
      // What ends otherwise, under an end of block, has all coefficients.
      let last = LaneRun.count(of: starts[number]) &- LaneRun.endOfBlock
      if last == 0 {
        fill(samples, stride, first)
      } else if last < SamplePass.fewCoefficients {
        if few.add(starts[number], first, samples) { flushFew(component, bytes) }
      } else if many.add(starts[number], first, samples) {
        flushMany(component, bytes)
      }
      number &+= count
      mcu &+= 1
    }
  }

  /// Fills a block that has only a mean, as the transform would.
  @inline(__always)
  private func fill(_ target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ first: Int32) {
    let level = (first &+ 4) &>> 3
    isWild = isWild || level < -512 || level > 511
    let sample = UInt64(truncatingIfNeeded: min(max(level &+ 128, 0), 255))
    let word = sample &* 0x0101_0101_0101_0101
    for row in 0..<8 {
      // SAFETY: the block lies in the row of MCUs.
      UnsafeMutableRawPointer(target + row &* stride).storeBytes(of: word, as: UInt64.self)
    }
  }

  private func flushFew(_ component: Int, _ bytes: UnsafeRawPointer) {
    let isOut = bodies.readFewSamples(
      few.starts, few.firsts, few.count, tables.components[component], bytes, scratch[component],
      few.targets, tables.planes[component].stride)
    isWild = isWild || isOut
    few.count = 0
  }

  private func flushMany(_ component: Int, _ bytes: UnsafeRawPointer) {
    let isOut = bodies.readSamples(
      many.starts, many.firsts, many.count, tables.components[component], bytes,
      scratch[component], many.targets, tables.planes[component].stride)
    isWild = isWild || isOut
    many.count = 0
  }
}

/// Blocks of one component that are to be read together, `SamplePass.groupSize` at most.
private final class WaitingBlocks {
  let starts: UnsafeMutablePointer<UInt32>
  let firsts: UnsafeMutablePointer<Int32>
  let targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
  var count = 0

  init() {
    starts = .allocate(capacity: SamplePass.groupSize)
    firsts = .allocate(capacity: SamplePass.groupSize)
    firsts.initialize(repeating: 0, count: SamplePass.groupSize)
    targets = .allocate(capacity: SamplePass.groupSize)
  }

  deinit {
    starts.deallocate()
    firsts.deallocate()
    targets.deallocate()
  }

  /// Adds a block, and says whether there are as many as can be read together.
  @inline(__always)
  func add(_ start: UInt32, _ first: Int32, _ target: UnsafeMutablePointer<UInt8>) -> Bool {
    // SAFETY: who adds the last one has them read before it adds another.
    starts[count] = start
    firsts[count] = first
    targets[count] = target
    count &+= 1
    return count == SamplePass.groupSize
  }

  /// Takes the blocks of another list, for which there is room.
  func take(_ others: WaitingBlocks) {
    for index in 0..<others.count {
      _ = add(others.starts[index], others.firsts[index], others.targets[index])
    }
    others.count = 0
  }
}
