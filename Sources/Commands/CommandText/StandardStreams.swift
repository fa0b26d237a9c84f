internal import CLibrary
internal import Synchronization

/// Standard output: results and nothing else.
package enum StandardOutput {
  private static let lost = Atomic(false)

  /// Whether something could not be written; what follows is not tried.
  package static var isLost: Bool { lost.load(ordering: .relaxed) }

  /// Writes text at once, so that results grow while the work goes on.
  package static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes at once.
  ///
  /// The first failure is reported on standard error. A closed pipe ends the process by SIGPIPE, as
  /// usual; where that signal is ignored, nothing is reported either.
  package static func write(_ bytes: [UInt8]) {
    guard !isLost, let cause = writeAll(bytes, to: STDOUT_FILENO) else { return }
    lost.store(true, ordering: .relaxed)
    guard cause != EPIPE else { return }
    StandardError.write(
      "Error: Standard output could not be written: \(systemMessage(cause)). Results "
        + "from here on are lost.\n")
  }
}

/// Standard error: progress, warnings and errors.
package enum StandardError {
  /// Writes text at once; failures are ignored, because there is nowhere to report them.
  package static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

/// The three streams that every process should have.
package enum StandardStreams {
  /// Opens `/dev/null` on closed descriptors 0 to 2, before any file is opened.
  ///
  /// A file would get their number, and output would be written into it. Using the streams still
  /// fails.
  package static func reserveClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Writes all bytes; otherwise gives the number of the error.
private func writeAll(_ content: [UInt8], to descriptor: Int32) -> Int32? {
  var bytes = content[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    if written < 0 && errno == EAGAIN {
      // A pipe that does not wait, and a slow reader: wait here.
      var slow = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&slow, 1, -1)
      continue
    }
    guard written > 0 else { return written < 0 ? errno : EIO }
    bytes = bytes.dropFirst(written)
  }
  return nil
}
