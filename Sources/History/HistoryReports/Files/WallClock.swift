internal import CLibrary

/// The time of day, for the dates of runs; durations are measured with other clocks.
package enum WallClock {
  /// Milliseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
