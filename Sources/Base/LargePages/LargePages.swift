internal import CLibrary

/// Memory on large pages, where the system has them, that works take in turns.
///
/// The system gives a page when it is first written to, which takes it longer than most work takes with
/// what is on it. Of large pages there are few; and memory that one part of a work gives
/// back, the next part or the next work takes over without a call of the system.
///
/// Nothing is promised of what the memory holds. A process may fork while other threads take memory or give it
/// back: the child goes on with the memory of the thread that forked.
package final class LargePages: @unchecked Sendable {
  /// The memory of this process.
  package static let shared: LargePages = {
    // The handlers run in each thread that forks once this is made, or wait until it is.
    pthread_atfork(
      { LargePages.shared.lock.lock() }, { LargePages.shared.lock.unlock() },
      { LargePages.shared.lock.unlock() })
    return LargePages(isHeapOnly: isWatched)
  }()

  /// Makes ``shared``, and with it the handlers of `fork`.
  package static func watchForks() { _ = shared }

  /// The size of a large page on most systems.
  static let pageBytes = 1 << 21
  /// Bytes of a region; pages of it that are never written to take no memory.
  static let regionBytes = 1 << 24
  /// A large page is not begun for less: zeroing it would take longer than some small pages.
  static let leastToBegin = 1 << 17
  /// The heap is as good for less.
  static let leastBytes = 1 << 14
  /// For less, the heap's zeros are as good, of which only some may be used.
  static let leastToZero = 1 << 19
  /// The most bytes that are kept of a region without a part in use.
  static let mostKept = 1 << 23

  private let isHeapOnly: Bool
  private let lock = ForkLock()
  // SAFETY: Sendable because `withRegions` alone reads and writes it, under the lock.
  private var regions: [PageRegion] = []

  init(isHeapOnly: Bool = false) { self.isHeapOnly = isHeapOnly }

  /// Whether a sanitizer or valgrind is to watch the ends of each part, as they do those of the heap's.
  private static var isWatched: Bool {
    #if WATCHED_MEMORY
      true
    #else
      false
    #endif
  }

  /// Takes memory, from the heap where that is as good.
  ///
  /// Ends the program where there is none, as every other allocation does.
  ///
  /// - Parameter byteCount: bytes to make room for.
  /// - Returns: the first one, aligned to 64 bytes; for ``giveBack(_:)``.
  func take(byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount >= Self.leastBytes, !isHeapOnly, let address = address(byteCount),
      let memory = UnsafeMutableRawPointer(bitPattern: address)
    {
      return memory
    }
    let alignment = PageRegion.alignment
    guard
      let memory = aligned_alloc(
        alignment, (max(byteCount, 1) + alignment - 1) / alignment * alignment)
    else { preconditionFailure("no memory for \(byteCount) bytes") }
    return memory
  }

  /// The same with zeros in it: of less than ``leastToZero``, pages never written to take no memory.
  func takeZeros(byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount >= Self.leastToZero, !isHeapOnly {
      let memory = take(byteCount: byteCount)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      return memory
    }
    guard let memory = calloc(max(byteCount, 1), 1) else {
      preconditionFailure("no memory for \(byteCount) bytes")
    }
    return memory
  }

  func giveBack(_ memory: UnsafeMutableRawPointer) {
    let address = UInt(bitPattern: memory)
    let isOwn = withRegions { regions in
      guard let index = regions.firstIndex(where: { $0.addresses.contains(address) }) else {
        return false
      }
      regions[index].giveBack(address)
      // One free region stays for the next work, up to 8 MB that were touched; what is more
      // goes back.
      guard regions[index].isFree else { return true }
      let hasOther = regions.indices.contains { $0 != index && regions[$0].isFree }
      if hasOther || regions[index].touchedBytes > Self.mostKept {
        regions.remove(at: index).unmap()
      }
      return true
    }
    if !isOwn { free(memory) }
  }

  /// The address of a new part; `nil` where the heap is as good, or has to do.
  private func address(_ byteCount: Int) -> UInt? {
    withRegions { regions in
      for index in regions.indices {
        if let address = regions[index].take(byteCount, mayTouch: byteCount >= Self.leastToBegin) {
          return address
        }
      }
      guard byteCount >= Self.leastToBegin,
        var region = PageRegion(byteCount: max(byteCount, Self.regionBytes))
      else { return nil }
      let address = region.take(byteCount, mayTouch: true)
      regions.append(region)
      return address
    }
  }

  /// Works with the regions while no other thread does.
  func withRegions<Result>(_ body: (inout [PageRegion]) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&regions)
  }

  /// Regions that the system has given, for tests.
  var regionCount: Int { withRegions { $0.count } }
}

extension UnsafeMutablePointer {
  /// Takes memory that a work uses for its time, on large pages where it is much.
  ///
  /// - Parameter capacity: values to make room for; none is initialized.
  /// - Returns: the first one, to be given back by ``freePages()``.
  package static func allocatePages(capacity: Int) -> Self {
    // SAFETY: the memory has room for so many values, and is aligned for any of them.
    LargePages.shared.take(byteCount: capacity * MemoryLayout<Pointee>.stride)
      .bindMemory(to: Pointee.self, capacity: capacity)
  }

  /// Gives back memory that ``allocatePages(capacity:)`` or ``allocateZeroedPages(capacity:)`` took.
  package func freePages() { LargePages.shared.giveBack(UnsafeMutableRawPointer(self)) }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger {
  /// The same as ``allocatePages(capacity:)`` with zeros in it.
  package static func allocateZeroedPages(capacity: Int) -> Self {
    // SAFETY: the memory has room for so many values, is aligned for any of them, and zero bytes are a value
    // of every integer.
    LargePages.shared.takeZeros(byteCount: capacity * MemoryLayout<Pointee>.stride)
      .bindMemory(to: Pointee.self, capacity: capacity)
  }
}
