/// The memory of one thread's table: words that vector loops count in, and scratch memory for them.
class TableMemory {
  final let rows: UnsafeMutablePointer<UInt32>
  final let scratch: UnsafeMutablePointer<UInt32>

  /// Takes the memory, zeroed.
  init(words: Int, scratchWords: Int) {
    rows = Self.take(words)
    scratch = Self.take(scratchWords)
  }

  deinit {
    UnsafeMutableRawPointer(rows).deallocate()
    UnsafeMutableRawPointer(scratch).deallocate()
  }

  private static func take(_ words: Int) -> UnsafeMutablePointer<UInt32> {
    // SAFETY: aligned for whole vectors, and zeroed, before anyone reads it.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * words, alignment: 64)
    return memory.initializeMemory(as: UInt32.self, repeating: 0, count: words)
  }
}
