extension UnsafeMutablePointer where Pointee: FixedWidthInteger {
  /// Takes memory of the heap that begins as zeros; pages are not touched before they are written.
  ///
  /// Ends the program where the system has no memory, as every other allocation does.
  ///
  /// - Parameter capacity: numbers to make room for.
  /// - Returns: the first one, to be given back by ``freeZeros()``.
  /// - Complexity: O(1) for more than a few pages, which the system delivers as zeros when they are used.
  package static func allocateZeros(capacity: Int) -> Self {
    // calloc and no loop: large blocks come from mmap, whose pages are zero already and not
    // touched.
    guard let memory = calloc(max(1, capacity), MemoryLayout<Pointee>.stride) else {
      preconditionFailure(
        "no memory for \(capacity) numbers of \(MemoryLayout<Pointee>.stride) bytes")
    }
    // SAFETY: calloc gives memory for `capacity` numbers, aligned for any of them; zero bytes are a
    // value of every integer.
    return memory.bindMemory(to: Pointee.self, capacity: capacity)
  }

  /// Gives back memory that ``allocateZeros(capacity:)`` took.
  package func freeZeros() { free(self) }
}
