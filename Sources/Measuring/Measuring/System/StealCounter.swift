internal import Synchronization

/// A counter of ticks that is read at most once in the time of a tick.
///
/// Linux takes tens of microseconds to write down all of `/proc/stat`: read around every epoch, it is a
/// tenth of what a launch with short epochs takes, and a shorter stretch cannot hold a whole tick.
final class StealCounter: Sendable {
  /// Nanoseconds of a tick, of which Linux reports a hundred a second on all machines.
  static let tick: UInt64 = 10_000_000

  private let known = Atomic<UInt64>(0)
  private let readTime = Atomic<UInt64>(0)

  /// The ticks at a time, not less than before.
  ///
  /// - Parameters:
  ///   - now: nanoseconds since some moment long ago.
  ///   - read: reads the system's counter.
  /// - Returns: what was read now, or within a tick before.
  func ticks(at now: UInt64, read: () -> UInt64) -> UInt64 {
    guard now &- readTime.load(ordering: .relaxed) >= Self.tick else {
      return known.load(ordering: .relaxed)
    }
    // Before reading: threads that come meanwhile do not read as well. They get the value
    // before, which is a tick old at most.
    readTime.store(now, ordering: .relaxed)
    // Another thread may have read a later value meanwhile.
    return known.max(read(), ordering: .relaxed).newValue
  }
}
