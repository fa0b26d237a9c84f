#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Synchronization

/// Ctrl-C as a question that is asked between files, so that what is written is whole.
enum Interruption {
  private static let flag = Atomic(false)

  /// Whether someone pressed Ctrl-C.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C asks to stop and a second one stops at once.
  static func watch() {
    // A lazy global may not be made inside a signal handler: touch it first.
    _ = isRequested
    signal(SIGINT) { _ in
      Interruption.flag.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
  }
}
