internal import JPEGLanes

/// Blocks of one row of MCUs that tiles need, in full.
///
/// Blocks of both components of chroma are asked for together: one place stands for two.
final class TileRow {
  /// A block by its column in its component, and its row within the row of MCUs.
  struct Place {
    let column: Int
    let row: Int
  }

  /// What was read of a block.
  struct Block {
    /// Its 64 results of `BlockPass`, at a stride of `BlockPass.groupSize`; `nil` until it is read.
    fileprivate(set) var results: UnsafePointer<Int32>?
    /// Its first coefficient, dequantized.
    fileprivate(set) var first: Int32 = 0
  }

  /// Which row of MCUs.
  let number: Int
  private var luma: [Place] = []
  private var chroma: [Place] = []
  /// For each component its blocks, in the order of the places.
  private var blocks: [[Block]]
  private var records: [UInt32] = []
  private var found: [Int] = []
  /// What the blocks' results point into.
  private var memory: [UnsafeMutablePointer<Int32>] = []

  init(_ number: Int, components: Int) {
    self.number = number
    blocks = Array(repeating: [], count: components)
  }

  deinit {
    for results in memory { results.deallocate() }
  }

  /// Asks for a block of luma; returns its index.
  func addLuma(_ place: Place) -> Int {
    luma.append(place)
    return luma.count - 1
  }

  /// Asks for a block of each component of chroma; returns their index.
  func addChroma(_ place: Place) -> Int {
    chroma.append(place)
    return chroma.count - 1
  }

  /// A block that was read.
  func block(_ index: Int, component: Int) -> Block { blocks[component][index] }

  /// Reads the blocks of a component that `record` knows the start of and that are not read yet;
  /// `false` where one is out of range.
  func read(
    component: Int, record: (Place) -> UInt32?,
    pass: (UnsafePointer<UInt32>, Int, UnsafeMutablePointer<Int32>) -> Bool
  ) -> Bool {
    let places = component == 0 ? luma : chroma
    var blocks = blocks[component]
    self.blocks[component] = []
    defer { self.blocks[component] = blocks }
    if blocks.count < places.count {
      blocks.append(contentsOf: repeatElement(Block(), count: places.count - blocks.count))
    }
    records.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    for (index, place) in places.enumerated() where blocks[index].results == nil {
      guard let record = record(place) else { continue }
      records.append(record)
      found.append(index)
    }
    guard !found.isEmpty else { return true }
    let size = BlockPass.groupSize
    let groups = (found.count + size - 1) / size
    let results = UnsafeMutablePointer<Int32>.allocate(capacity: groups * BlockPass.groupCount)
    memory.append(results)
    for (number, index) in found.enumerated() {
      blocks[index].results = UnsafePointer(
        results + number / size * BlockPass.groupCount + number % size)
    }
    return records.withUnsafeBufferPointer { records in
      guard let source = records.baseAddress else { return true }
      // SAFETY: `results` has room for the groups that so many blocks make.
      return pass(source, records.count, results)
    }
  }

  /// Notes the first coefficients; `false` where a block was not read.
  func finish(first: (_ component: Int, Place) -> Int32) -> Bool {
    for component in blocks.indices {
      let places = component == 0 ? luma : chroma
      guard blocks[component].count == places.count else { return false }
      for (index, place) in places.enumerated() {
        guard blocks[component][index].results != nil else { return false }
        blocks[component][index].first = first(component, place)
      }
    }
    return true
  }
}

extension TileRow.Block {
  /// A sample, by the last three bits of its column and row in its component.
  ///
  /// - Parameters:
  ///   - x: the column.
  ///   - y: the row.
  ///   - isWild: set where the sample is out of range.
  /// - Returns: the sample.
  @inline(__always)
  func sample(x: Int, y: Int, isWild: inout Bool) -> UInt8 {
    guard let results else {
      isWild = true
      return 0
    }
    // SAFETY: 64 results at that stride belong to the block, for as long as its row lives.
    let result = results[(8 &* (y & 7) &+ (x & 7)) &* BlockPass.groupSize]
    return BlockPass.sample(result, first: first, isWild: &isWild)
  }
}
