#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Measuring

/// Ctrl-C as a question that the work asks between samples, so that finished rows are not lost.
enum Interruption {
  private static let flag = CancellationFlag()

  /// Whether someone pressed Ctrl-C.
  static var isRequested: Bool { flag.isCancelled }

  /// From now on the first Ctrl-C asks to stop and a second one stops at once.
  static func watch() {
    // A lazy global may not be made inside a signal handler: touch it first.
    _ = isRequested
    signal(SIGINT) { _ in
      Interruption.flag.cancel()
      signal(SIGINT, SIG_DFL)
    }
  }
}
