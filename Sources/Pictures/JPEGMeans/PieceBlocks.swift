internal import JPEGLanes
internal import LargePages

/// What the blocks of a piece say, in order: their means, and details of chroma.
///
/// ``BlockReader`` reads them.
final class PieceBlocks {
  private(set) var count = 0
  /// For each block the difference of its mean from the one before it of the same component; once
  /// ``MCURowAssembler`` has taken it, its first coefficient, dequantized.
  private(set) var values: UnsafeMutablePointer<Int16>
  /// For each block whose details are wanted, four numbers.
  private(set) var details: UnsafeMutablePointer<Int16>
  /// What `DetailPass` works in.
  let scratch: UnsafeMutablePointer<Int32>

  private var capacity = 0
  private var detailCapacity = 0

  init() {
    values = .allocatePages(capacity: 1)
    details = .allocatePages(capacity: 1)
    scratch = .allocate(capacity: DetailPass.scratchCount)
  }

  deinit {
    values.freePages()
    details.freePages()
    scratch.deallocate()
  }

  /// Forgets all blocks, and makes room for others.
  func reserve(blocks: Int, details detailCount: Int) {
    count = blocks
    if blocks > capacity {
      values.freePages()
      // A quarter more, so that pieces of a little more blocks each do not make new memory
      // every time.
      capacity = blocks + blocks / 4
      values = .allocatePages(capacity: capacity)
    }
    if detailCount > detailCapacity {
      details.freePages()
      detailCapacity = detailCount + detailCount / 4
      details = .allocatePages(capacity: 4 * detailCapacity)
    }
  }
}
