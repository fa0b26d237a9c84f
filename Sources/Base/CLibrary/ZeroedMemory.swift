/// Memory of many pages, zeroed, straight from the system.
///
/// The one place that knows how a system gives it: by `mmap`, or from the heap where a program runs
/// without a system, such as in a browser.
package struct ZeroedMemory {
  /// The first byte.
  package let start: UnsafeMutableRawPointer
  package let byteCount: Int

  /// Takes memory; `nil` when the system has none to give.
  package init?(byteCount: Int) {
    #if hasFeature(Embedded)
      guard let start = calloc(1, byteCount) else { return nil }
    #else
      #if canImport(Darwin)
        let flags = MAP_PRIVATE | MAP_ANON
      #else
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
      #endif
      guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
        start != MAP_FAILED
      else { return nil }
    #endif
    self.start = start
    self.byteCount = byteCount
  }

  /// Asks the system to put a part of the memory on huge pages.
  ///
  /// Only advice: where it is refused, the pages stay small and everything still works.
  package static func adviseHugePages(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux) && !hasFeature(Embedded)
      let adviseHugePages: Int32 = 14  // MADV_HUGEPAGE, which the Glibc overlay does not import
      _ = madvise(start, byteCount, adviseHugePages)
    #endif
  }

  /// Asks the system to give whole pages of memory at once, which takes it less time than one by one when each is first
  /// written to.
  ///
  /// Only advice: where it is refused, as by Linux before 5.14, pages come one by one. What they hold stays.
  package static func populate(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux) && !hasFeature(Embedded)
      let page = sysconf(Int32(_SC_PAGESIZE))
      let first = start.alignedUp(toMultipleOf: page)
      let end = (start + byteCount).alignedDown(toMultipleOf: page)
      // MADV_POPULATE_WRITE, which the Glibc overlay does not import.
      let populateForWriting: Int32 = 23
      if first < end { _ = madvise(first, end - first, populateForWriting) }
    #endif
  }

  /// Gives the memory back; it must not be used any more.
  package func giveBack() {
    #if hasFeature(Embedded)
      free(start)
    #else
      munmap(start, byteCount)
    #endif
  }
}
