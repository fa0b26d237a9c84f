internal import CLibrary
internal import Spawning
internal import Synchronization

/// Ctrl-C as a question that work asks between its steps, so that finished results are kept.
package enum Interruption {
  /// When the first request came, in nanoseconds of a clock that never goes back; 0 before.
  private static let first = Atomic<UInt64>(0)
  /// The signal of that request; 0 before.
  private static let number = Atomic<Int32>(0)
  /// Ctrl-C, and what `timeout` sends: what was measured is still printed.
  private static let requests = [SIGINT, SIGTERM]
  /// A terminal that is closed, and Ctrl-\: this process ends at once, and what must not outlive it.
  private static let endings = [SIGHUP, SIGQUIT]
  // `timeout` signals its child and then the group that the child is in: what comes so soon after the
  // first request, 0.1 s, is the same one. No user types that fast.
  private static let sameRequest: UInt64 = 100_000_000

  /// Whether the user pressed Ctrl-C.
  package static var isRequested: Bool { first.load(ordering: .relaxed) != 0 }

  /// How a shell reports that a program ended by the request: 128 and the signal's number.
  package static var exitCode: Int32 {
    let number = number.load(ordering: .relaxed)
    return 128 + (number == 0 ? SIGINT : number)
  }

  /// From now on the first Ctrl-C or SIGTERM asks to stop, and a later one stops at once.
  package static func watch() {
    // A lazy global must not be initialised inside a signal handler: touch them first.
    _ = isRequested
    _ = sameRequest
    _ = exitCode
    DependentSession.end(0)
    for request in requests {
      signal(request) { number in
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        let (isFirst, before) = Interruption.first.compareExchange(
          // 0 means that nobody asked.
          expected: 0, desired: max(now, 1), ordering: .relaxed)
        if isFirst { Interruption.number.store(number, ordering: .relaxed) }
        guard !isFirst, now &- before > Interruption.sameRequest else { return }
        Interruption.endAtOnce(number)
      }
    }
    for ending in endings {
      // `nohup` ignores the end of a terminal.
      let before = signal(ending) { number in Interruption.endAtOnce(number) }
      if ignores(before) { signal(ending, SIG_IGN) }
    }
    // A program that was started by a thread which blocks signals would never hear of it.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for request in requests + endings { sigaddset(&interrupts, request) }
    sigprocmask(SIG_UNBLOCK, &interrupts, nil)
  }

  /// Ends this process by a signal, after what must not outlive it; inside a handler.
  private static func endAtOnce(_ number: Int32) {
    DependentSession.killAll()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether what handled a signal ignored it.
  private static func ignores(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // SAFETY: pointers to functions and to data have one size here, and only the bits are compared.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
