internal import CLibrary

/// Processor time that was used.
package enum ProcessorTime {
  /// Seconds that the calling thread has used; 0 where the system does not say.
  package static var ofThread: Double {
    var now = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
