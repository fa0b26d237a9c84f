#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Standard output: results and nothing else.
enum StandardOutput {
  /// Writes text at once, so that a table grows while the next image is timed.
  static func write(_ text: String) { writeAll(text, to: STDOUT_FILENO) }
}

/// Standard error: progress, warnings and errors.
enum StandardError {
  /// Writes text at once.
  static func write(_ text: String) { writeAll(text, to: STDERR_FILENO) }
}

/// Writes all bytes of a text; a reader who has gone is no error of ours.
private func writeAll(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    guard written > 0 else { return }
    bytes = bytes.dropFirst(written)
  }
}
