internal import JPEGLanes

/// What the blocks of a piece say, in order: the differences of their means, and details of chroma.
///
/// ``BlockReader`` reads them.
final class PieceBlocks {
  /// Blocks in all.
  private(set) var count = 0
  /// For each block the difference of its mean from the one before it of the same component.
  private(set) var differences: UnsafeMutablePointer<Int16>
  /// For each block whose details are wanted, four numbers.
  private(set) var details: UnsafeMutablePointer<Int16>
  /// What `DetailPass` works in.
  let scratch: UnsafeMutablePointer<Int32>

  private var capacity = 0
  private var detailCapacity = 0

  init() {
    differences = .allocate(capacity: 1)
    details = .allocate(capacity: 1)
    scratch = .allocate(capacity: DetailPass.scratchCount)
  }

  deinit {
    differences.deallocate()
    details.deallocate()
    scratch.deallocate()
  }

  /// Forgets all blocks, and makes room for others.
  func reserve(blocks: Int, details detailCount: Int) {
    count = blocks
    if blocks > capacity {
      differences.deallocate()
      capacity = blocks + blocks / 4
      differences = .allocate(capacity: capacity)
    }
    if detailCount > detailCapacity {
      details.deallocate()
      detailCapacity = detailCount + detailCount / 4
      details = .allocate(capacity: 4 * detailCapacity)
    }
  }
}
