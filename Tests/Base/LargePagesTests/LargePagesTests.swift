internal import CLibrary
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Testing

@testable import LargePages

@Suite("Memory on large pages")
struct LargePagesTests {
  private func distance(_ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer) -> Int
  {
    second - first
  }

  @Test("parts lie side by side, and what is given back is given out again")
  func parts() {
    let pages = LargePages()
    let large = pages.take(byteCount: 3_000_000)
    let small = pages.take(byteCount: 20_000)
    #expect(pages.regionCount == 1)
    #expect(UInt(bitPattern: large) % UInt(LargePages.pageBytes) == 0)
    #expect(UInt(bitPattern: small) % 64 == 0)
    #expect(3_000_000...3_000_064 ~= distance(large, small))
    pages.giveBack(large)
    let (first, second) = (pages.take(byteCount: 1_000_000), pages.take(byteCount: 2_000_000))
    let third = pages.take(byteCount: 1_000_000)
    #expect(first == large)
    #expect(distance(first, second) == 1_000_000)
    #expect(distance(small, third) > 0)
    for part in [small, first, second, third] { pages.giveBack(part) }
    // Less than eight megabytes were written to: they wait for the next work.
    #expect(pages.regionCount == 1)
    #expect(pages.take(byteCount: 200_000) == large)
    pages.giveBack(large)
  }

  @Test("little memory comes from large pages only where they were begun")
  func little() {
    let pages = LargePages()
    for byteCount in [0, 1, 1000, 100_000] {
      pages.giveBack(pages.take(byteCount: byteCount))
      #expect(pages.regionCount == 0)
    }
    let begun = pages.take(byteCount: 1 << 21 - 100_000)
    let (within, beyond) = (pages.take(byteCount: 99_000), pages.take(byteCount: 50_000))
    #expect(distance(begun, within) == 1 << 21 - 100_000 + 32)
    #expect(!(0..<LargePages.regionBytes ~= distance(begun, beyond)))
    for part in [begun, within, beyond] { pages.giveBack(part) }
  }

  @Test("memory that nobody uses goes back to the system, but for one region that was used little")
  func giving() {
    let pages = LargePages()
    let parts = (0..<3).map { _ in pages.take(byteCount: LargePages.regionBytes - 1 << 20) }
    #expect(pages.regionCount == 3)
    for part in parts { pages.giveBack(part) }
    #expect(pages.regionCount == 0)
    let huge = pages.take(byteCount: 3 * LargePages.regionBytes)
    let little = pages.take(byteCount: 1 << 20)
    #expect(pages.regionCount == 2)
    pages.giveBack(huge)
    #expect(pages.regionCount == 1)
    pages.giveBack(little)
    #expect(pages.regionCount == 1)
  }

  @Test("zeros, also of memory that was used before")
  func zeros() {
    let pages = LargePages()
    for byteCount in [1, 100_000, 1 << 19, 3_000_000] {
      for _ in 0..<2 {
        let memory = pages.takeZeros(byteCount: byteCount)
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
        #expect(bytes.allSatisfy { $0 == 0 }, "\(byteCount) bytes")
        for index in bytes.indices { bytes[index] = 1 }
        pages.giveBack(memory)
      }
    }
    #expect(pages.regionCount == 1)
  }

  @Test("where its ends are watched, all memory comes from the heap")
  func heapOnly() {
    let pages = LargePages(isHeapOnly: true)
    let part = pages.take(byteCount: 3_000_000)
    #expect(pages.regionCount == 0)
    pages.giveBack(part)
  }

  @Test("no two parts overlap, whoever takes them, and what is written stays")
  func manyThreads() {
    let pages = LargePages()
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var parts: [(memory: UnsafeMutableRawPointer, byteCount: Int, mark: UInt8)] = []
      var state = UInt64(thread + 1)
      for round in 0..<400 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if parts.count > 6 || round > 390, let part = parts.popLast() {
          let bytes = UnsafeRawBufferPointer(start: part.memory, count: part.byteCount)
          if !bytes.allSatisfy({ $0 == part.mark }) { failures.add(1, ordering: .relaxed) }
          pages.giveBack(part.memory)
          continue
        }
        let byteCount = Int(state >> 40) % (round % 5 == 0 ? 300_000 : 40_000) + 1
        let memory = pages.take(byteCount: byteCount)
        let mark = UInt8(truncatingIfNeeded: state >> 33)
        memory.initializeMemory(as: UInt8.self, repeating: mark, count: byteCount)
        parts.append((memory, byteCount, mark))
        parts.swapAt(parts.count - 1, Int(state >> 50) % parts.count)
      }
      for part in parts { pages.giveBack(part.memory) }
    }
    let count = failures.load(ordering: .relaxed)
    #expect(count == 0)
    #expect(pages.regionCount <= 1)
  }

  @Test("a child goes on with the memory, whatever other threads did when it was forked")
  func forks() throws {
    // Swift hides the name, because most of a program does not survive it: the child here calls nothing else.
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
    let isOver = Atomic(false)
    let turns = Atomic(0)
    let group = DispatchGroup()
    group.enter()
    // A thread of its own: on one processor Dispatch has none beside the test's.
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        // Half of the time the lock is held.
        LargePages.shared.withRegions { _ in
          for _ in 0..<1000 { turns.add(1, ordering: .relaxed) }
        }
        for _ in 0..<1000 { turns.add(1, ordering: .relaxed) }
      }
      group.leave()
    }
    while turns.load(ordering: .relaxed) == 0 { sched_yield() }
    var (status, count) = (Int32(0), 0)
    while status == 0, count < 50 {
      let before = LargePages.shared.take(byteCount: 300_000)
      let child = fork()
      if child == 0 {
        // A child that waits forever is ended; threads of Dispatch block the signal that does it.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(20)
        LargePages.shared.giveBack(before)
        LargePages.shared.giveBack(LargePages.shared.take(byteCount: 300_000))
        _exit(0)
      }
      #expect(waitpid(child, &status, 0) == child)
      LargePages.shared.giveBack(before)
      count += 1
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    #expect(status == 0, "child \(count) did not end by itself")
  }
}
