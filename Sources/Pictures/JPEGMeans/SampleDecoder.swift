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
          // One table for components of one code stays in the nearest caches.
          let twin = frame.components[..<index].firstIndex { $0.tables.1 == component.tables.1 }
          let own = pairs + (twin ?? index) * size
          if twin == nil {
            DetailTables.fillCoefficients(
              singles, component.coefficients, width: SamplePass.windowBits)
            SamplePass.fillPairs(own, coefficients: singles)
          }
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
  /// Blocks of one component that are to be read together.
  private let waiting = WaitingBlocks()
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
      waiting.joinFew()
      flush(waiting.counts, component: index, bytes)
      waiting.counts = WaitingBlocks.none
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
    // The first MCU whose block of this number is not before the slice: (first - block) /
    // count, rounded up.
    let mcu = (slice.first + count - 1 - block) / count
    var number = mcu * count + block
    // SAFETY: the slice's blocks are the piece's, and their MCUs the row's.
    let starts = blocks.starts + slice.offset - slice.first
    let firsts = blocks.firsts + slice.offset - slice.first
    let lists = waiting.lists
    var counts = waiting.counts
    var samples = target + mcu &* step
    while number < end {
      lists.add(starts[number], Int32(firsts[number]), samples, &counts)
      let full = counts & WaitingBlocks.full
      if full != 0 {
        flush(full, component: component, bytes)
        counts &= ~full
      }
      number &+= count
      samples += step
    }
    waiting.counts = counts
  }

  /// Decodes blocks that wait, so many of each kind.
  ///
  /// Not inlined, so that the loop that lists blocks keeps its numbers in registers.
  @inline(never)
  private func flush(
    _ counts: WaitingBlocks.Counts, component: Int, _ bytes: UnsafeRawPointer
  ) {
    let plain = WaitingBlocks.count(of: .plain, in: counts)
    if plain > 0 { fill(plain, tables.planes[component].stride) }
    read(.few, counts, component: component, bytes, by: bodies.readFewSamples)
    read(.many, counts, component: component, bytes, by: bodies.readSamples)
  }

  /// Decodes those of a kind that has coefficients.
  @inline(__always)
  private func read(
    _ kind: WaitingBlocks.Kind, _ counts: WaitingBlocks.Counts, component: Int,
    _ bytes: UnsafeRawPointer, by body: LaneBodies.ReadSamples
  ) {
    let count = WaitingBlocks.count(of: kind, in: counts)
    guard count > 0 else { return }
    let (first, lists) = (WaitingBlocks.first(of: kind), waiting.lists)
    let isOut = body(
      lists.starts + first, lists.firsts + first, count, tables.components[component], bytes,
      scratch[component], lists.targets + first, tables.planes[component].stride)
    isWild = isWild || isOut
  }

  /// Fills blocks that have only a mean, as the transform would.
  private func fill(_ count: Int, _ stride: Int) {
    let first = WaitingBlocks.first(of: .plain)
    let lists = waiting.lists
    var excess: UInt32 = 0
    for block in first..<first + count {
      excess |= SamplePass.fill(lists.targets[block], stride, lists.firsts[block])
    }
    isWild = isWild || excess != 0
  }
}

/// Blocks of one component that are to be read together, `SamplePass.groupSize` of a kind at most.
///
/// Which kind a block is no processor foresees: it goes to its list without a branch.
private final class WaitingBlocks {
  enum Kind: Int {
    /// Those with a mean and nothing else.
    case plain
    /// Those of no more than `SamplePass.fewCoefficients`.
    case few
    /// All others.
    case many
  }

  /// How many blocks of each kind wait, in bytes.
  typealias Counts = UInt32
  static var none: Counts { 0 }
  /// What is set of counts where as many blocks of a kind wait as can be read together.
  static var full: Counts { UInt32(SamplePass.groupSize) &* 0x01_01_01 }

  /// Memory that has room for a group of each kind.
  struct Lists {
    let starts: UnsafeMutablePointer<UInt32>
    let firsts: UnsafeMutablePointer<Int32>
    let targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
    /// For each low byte of a start the kind.
    let kinds: UnsafeMutablePointer<UInt8>

    /// Adds a block.
    ///
    /// SAFETY: no kind is full.
    @inline(__always)
    func add(
      _ start: UInt32, _ first: Int32, _ target: UnsafeMutablePointer<UInt8>,
      _ counts: inout Counts
    ) {
      let kind = UInt32(kinds[Int(start & 0xFF)])
      let shift = 8 &* kind
      //     counts   [ – | many | few | plain ], a byte each
      //     lists    [ 16 plain | 16 few | 16 many ]
      let slot = Int(
        truncatingIfNeeded: UInt32(SamplePass.groupSize) &* kind &+ counts &>> shift & 0xFF)
      starts[slot] = start
      firsts[slot] = first
      targets[slot] = target
      counts &+= 1 &<< shift
    }
  }

  var counts = none
  let lists: Lists

  init() {
    let capacity = 3 * SamplePass.groupSize
    lists = Lists(
      starts: .allocate(capacity: capacity), firsts: .allocate(capacity: capacity),
      targets: .allocate(capacity: capacity), kinds: .allocate(capacity: 256))
    lists.firsts.initialize(repeating: 0, count: capacity)
    // What ends otherwise, under an end of block, has all coefficients.
    lists.kinds.initialize(repeating: UInt8(Kind.many.rawValue), count: 256)
    let plain = Int(LaneRun.endOfBlock)
    // The low byte is 129 + n for an end of block after n coefficients: n of 1 to 9 are few,
    // 0 is a mean alone.
    (lists.kinds + plain).update(
      repeating: UInt8(Kind.few.rawValue), count: SamplePass.fewCoefficients)
    lists.kinds[plain] = UInt8(Kind.plain.rawValue)
  }

  deinit {
    lists.starts.deallocate()
    lists.firsts.deallocate()
    lists.targets.deallocate()
    lists.kinds.deallocate()
  }

  static func count(of kind: Kind, in counts: Counts) -> Int {
    Int(counts &>> UInt32(8 * kind.rawValue) & 0xFF)
  }

  /// The first of a kind.
  static func first(of kind: Kind) -> Int { kind.rawValue * SamplePass.groupSize }

  /// Puts blocks of few coefficients among the others, where there is room for all of them.
  func joinFew() {
    let few = Self.count(of: .few, in: counts)
    let many = Self.count(of: .many, in: counts)
    // The transform of all coefficients gives the same for few; one call of it takes less
    // time than two of both.
    guard few > 0, few + many <= SamplePass.groupSize else { return }
    let (source, target) = (Self.first(of: .few), Self.first(of: .many) + many)
    (lists.starts + target).update(from: lists.starts + source, count: few)
    (lists.firsts + target).update(from: lists.firsts + source, count: few)
    (lists.targets + target).update(from: lists.targets + source, count: few)
    let plain = Counts(Self.count(of: .plain, in: counts))
    counts = plain | Counts(few + many) << UInt32(8 * Kind.many.rawValue)
  }
}
