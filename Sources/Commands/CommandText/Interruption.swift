internal import CLibrary
internal import Synchronization

/// Ctrl-C as a question that work asks between its steps, so that finished results are kept.
public enum Interruption {
  private static let flag = Atomic(false)
  /// Ctrl-C, and what `timeout` sends: what was measured is still printed.
  private static let requests = [SIGINT, SIGTERM]

  /// Whether the user pressed Ctrl-C.
  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C or SIGTERM asks to stop, and a second one stops at once.
  public static func watch() {
    // A lazy global must not be initialised inside a signal handler: touch it first.
    _ = isRequested
    for request in requests {
      signal(request) { number in
        Interruption.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
    // A program that was started by a thread which blocks signals would never hear of it.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for request in requests { sigaddset(&interrupts, request) }
    sigprocmask(SIG_UNBLOCK, &interrupts, nil)
  }
}
