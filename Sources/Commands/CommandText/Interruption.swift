internal import CLibrary
internal import Synchronization

/// Ctrl-C as a question that work asks between its steps, so that finished results are kept.
public enum Interruption {
  private static let flag = Atomic(false)

  /// Whether the user pressed Ctrl-C.
  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C asks to stop and a second one stops at once.
  public static func watch() {
    // A lazy global must not be initialised inside a signal handler: touch it first.
    _ = isRequested
    signal(SIGINT) { _ in
      Interruption.flag.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
    // A program that was started by a thread which blocks signals would never hear of it.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    sigaddset(&interrupts, SIGINT)
    sigprocmask(SIG_UNBLOCK, &interrupts, nil)
  }
}
