#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Standard output: results and nothing else.
public enum StandardOutput {
  /// Writes text at once, so that results grow while the work goes on.
  public static func write(_ text: String) { writeAll(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes bytes at once.
  public static func write(_ bytes: [UInt8]) { writeAll(bytes, to: STDOUT_FILENO) }
}

/// Standard error: progress, warnings and errors.
public enum StandardError {
  /// Writes text at once.
  public static func write(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

/// Writes all bytes; a reader who has gone is no error of ours.
private func writeAll(_ content: [UInt8], to descriptor: Int32) {
  var bytes = content[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    guard written > 0 else { return }
    bytes = bytes.dropFirst(written)
  }
}
