internal import CLibrary

/// Lines of text over one end of a socket, with a limit on waiting.
///
/// A socket and not a pair of pipes, because writing to a socket whose other end is gone can be
/// told not to raise SIGPIPE, and a library must not change the program's signal handling.
final class LineChannel {
  /// Why no line came.
  enum Problem: Error, Equatable {
    /// The other end is closed.
    case closed
    /// Nothing came in time.
    case timeout
    /// A line was longer than a megabyte.
    case tooLong
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Takes over a connected socket and closes it in the end.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  /// Two connected sockets that programs started from here do not inherit.
  ///
  /// Both numbers are above those that are passed to workers, so that passing one on never
  /// overwrites another. Nil when the system has no descriptors left.
  static func pair() -> (Int32, Int32)? {
    // Closed in programs from the start: another thread may start one before both are moved, and
    // a copy there would keep the channel open when its worker ends.
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    // dup2 onto descriptor 3 clears the flag that closes a descriptor, but does nothing at
    // all where it is 3 already: numbers from 10 on are never that.
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      return nil
    }
    return (moved[0], moved[1])
  }

  func send(_ line: String) throws(Problem) {
    try send(bytes: Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  func send(bytes: [UInt8]) throws(Problem) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
        // SAFETY: the address and the count are those of the rest of the array, held for the call.
        return Self.sendQuietly(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      sent += count
    }
  }

  private static func sendQuietly(
    _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, start, count, 0)
    #elseif canImport(Glibc)
      Glibc.send(descriptor, start, count, Int32(MSG_NOSIGNAL))
    #else
      Musl.send(descriptor, start, count, MSG_NOSIGNAL)
    #endif
  }

  /// Waits for a line.
  ///
  /// - Parameter timeout: Seconds to wait for it; nil waits for ever.
  /// - Returns: The line without its end.
  /// - Throws: Why no line came.
  func receive(timeout: Double?) throws(Problem) -> String {
    let deadline = timeout.map { Self.now() + $0 }
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      // What was looked through has no line end: long lines are not searched from their start
      // again.
      searched = buffer.count
      if searched > 1 << 20 { throw .tooLong }
      try waitForBytes(until: deadline)
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      buffer += chunk.prefix(count)
    }
  }

  /// Waits for a number of bytes.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - timeout: Seconds to wait for all of them.
  /// - Returns: The bytes.
  /// - Throws: Why they did not come.
  func receive(count: Int, timeout: Double) throws(Problem) -> [UInt8] {
    let deadline = Self.now() + timeout
    var bytes = Array(buffer.prefix(count))
    buffer.removeFirst(bytes.count)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < count {
      try waitForBytes(until: deadline)
      let got = recv(descriptor, &chunk, min(chunk.count, count - bytes.count), 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw .closed }
      bytes += chunk.prefix(got)
    }
    return bytes
  }

  /// Waits until one of some channels has bytes or is closed.
  ///
  /// - Parameters:
  ///   - channels: The channels, at least one.
  ///   - timeout: Seconds to wait.
  /// - Returns: The index of the first that has; nil when none has in time.
  static func firstReady(among channels: [LineChannel], timeout: Double) -> Int? {
    let deadline = now() + timeout
    while true {
      let left = max(deadline - now(), 0)
      var requests = channels.map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let ready = poll(
        &requests, nfds_t(requests.count), Int32(min((left * 1000).rounded(.up), 1e9)))
      if ready > 0 { return requests.firstIndex { $0.revents != 0 } }
      if ready == 0 || errno != EINTR { return nil }
    }
  }

  /// Closes the connection; the other end sees it at once.
  func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Reads until the other end is closed.
  ///
  /// - Parameters:
  ///   - limit: How many bytes are kept at most; the first ones are dropped.
  ///   - isCancelled: Asked while nothing comes; when it answers true, only what was sent before is
  ///     read. Nil waits for ever.
  /// - Returns: The last bytes, including those of lines that were not received.
  func receiveRest(limit: Int, isCancelled: (() -> Bool)? = nil) -> [UInt8] {
    var rest = buffer
    buffer = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    func isOpen(_ flags: Int32) -> Bool {
      let count = recv(descriptor, &chunk, chunk.count, flags)
      if count > 0 {
        rest += chunk.prefix(count)
        // At twice the limit, so that bytes are moved once for each byte that comes, and not
        // at every read.
        if rest.count > 2 * limit { rest = rest.suffix(limit) }
      }
      return count > 0 || (count < 0 && errno == EINTR)
    }
    while true {
      if let isCancelled {
        if isCancelled() {
          // What was sent before; who sends without an end is not heard out.
          var reads = 0
          while reads < 16, isOpen(Int32(MSG_DONTWAIT)) { reads += 1 }
          return rest.suffix(limit)
        }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, Self.patience) > 0 else { continue }
      }
      guard isOpen(0) else { return rest.suffix(limit) }
    }
  }

  /// Milliseconds after which a wish to stop is seen; a signal usually ends the waiting before.
  private static let patience: Int32 = 20

  /// Whether the other end is closed; what it sent before is dropped.
  var isClosed: Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // Who writes without an end has not closed it.
    for _ in 0..<16 {
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 || (count < 0 && errno == EINTR) { continue }
      return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
    }
    return false
  }

  private func waitForBytes(until deadline: Double?) throws(Problem) {
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        let left = max(deadline - Self.now(), 0)
        // Rounded up: with 0 milliseconds, poll would be called over and over in the last
        // one.
        milliseconds = Int32(min((left * 1000).rounded(.up), 1e9))
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, milliseconds)
      if ready > 0 { return }
      if ready == 0 { throw .timeout }
      if errno != EINTR { throw .closed }
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
