internal import CLibrary

/// The memory of one thread's table: words that vector loops count in, and scratch memory for them.
class TableMemory {
  final let rows: UnsafeMutablePointer<UInt32>
  final let scratch: UnsafeMutablePointer<UInt32>
  private let memory: UnsafeMutableRawPointer

  /// Bytes that vectors are aligned to.
  private static let alignment = 64

  /// Takes the memory, zeroed: pages that nothing is counted in are never touched.
  init(words: Int, scratchWords: Int) {
    // The rows round up to whole vectors, so that the scratch memory behind them begins with one.
    let scratchStart = (4 * words + Self.alignment - 1) & ~(Self.alignment - 1)
    let byteCount = scratchStart + 4 * scratchWords + Self.alignment
    guard let memory = calloc(1, byteCount) else {
      // Kernels cannot fail, and memory that Swift takes by itself ends the process here as well.
      // A table takes about a megabyte, whatever the image is.
      preconditionFailure("no memory for a table of \(byteCount) bytes")
    }
    self.memory = memory
    // SAFETY: aligning moves the start by less than the bytes that were added for it; all bytes
    // are zero.
    let start = memory.alignedUp(toMultipleOf: Self.alignment)
    rows = start.bindMemory(to: UInt32.self, capacity: words)
    scratch = (start + scratchStart).bindMemory(to: UInt32.self, capacity: scratchWords)
  }

  deinit { free(memory) }
}
