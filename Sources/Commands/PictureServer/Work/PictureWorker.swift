internal import CLibrary
internal import Dispatch
internal import Files
internal import Spawning
internal import Synchronization

/// A run of `showhide` on a file that arrived.
///
/// It reads the file as its standard input and has nothing else of this process. What it writes is as
/// little trusted as the file: it is taken as bytes, up to a limit.
final class PictureWorker: Sendable {
  /// What is known of the process.
  private struct State {
    var process: pid_t
    var isReaped = false
    var isStopped = false
    var exitCode: Int32?
  }

  private let state: Mutex<State>
  /// What it writes, as it comes, until it has ended.
  let output: AsyncStream<[UInt8]>

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: the path of `showhide`.
  ///   - arguments: its command line.
  ///   - input: the descriptor that it reads from.
  ///   - readsErrors: whether its error messages are part of its output; else they are dropped.
  ///   - limit: the most bytes that it may write; more end it.
  /// - Throws: ``RequestFailure`` where it cannot be started.
  init(
    _ program: String, _ arguments: [String], input: Int32, readsErrors: Bool, limit: Int
  ) throws(RequestFailure) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { throw Self.failure(errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Closed in others at once, so that no worker started meanwhile keeps an end open.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.failure(errno) }
    #endif
    let (here, there) = (ends[0], ends[1])
    var process: pid_t = 0
    let code = Self.spawn(
      &process, [program] + arguments, input: input, output: there, readsErrors: readsErrors)
    close(there)
    guard code == 0 else {
      close(here)
      throw Self.failure(code)
    }
    state = Mutex(State(process: process))
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    output = stream
    // A thread of its own, for it waits; there are no more of them than pieces of work.
    DispatchQueue(label: "showhide.worker").async { [self] in
      var left = limit
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(here, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        left -= count
        guard left >= 0 else {
          stop()
          break
        }
        continuation.yield(Array(buffer[..<count]))
      }
      close(here)
      reap()
      continuation.finish()
    }
  }

  /// How it ended, once ``output`` has: its exit code, `nil` where it was stopped or crashed.
  var exitCode: Int32? { state.withLock { $0.exitCode } }

  /// Ends it at once, if it still runs.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      // Not reaped, so the number is still this process's.
      if !state.isReaped { kill(state.process, SIGKILL) }
    }
  }

  private func reap() {
    // It has closed its output, so it is about to end; one that does not is killed.
    let process = state.withLock { $0.process }
    var status: Int32 = 0
    var naps = 0
    while true {
      let result = state.withLock { state in
        let result = waitpid(process, &status, WNOHANG)
        if result != 0 && !(result < 0 && errno == EINTR) {
          state.isReaped = true
          // A wait status: the low seven bits hold the signal, the next byte the exit code.
          if result == process, status & 0x7F == 0 { state.exitCode = status >> 8 & 0xFF }
        }
        return result
      }
      if result == process || (result < 0 && errno != EINTR) { return }
      naps += 1
      // Naps of a millisecond: two seconds, of a process that has nothing more to say.
      if naps == 2000 { stop() }
      usleep(1000)
    }
  }

  private static func failure(_ code: Int32) -> RequestFailure {
    RequestFailure(
      503, "The server cannot start the work: \(systemMessage(code)).", retryAfter: 5)
  }

  private static func spawn(
    _ process: inout pid_t, _ arguments: [String], input: Int32, output: Int32, readsErrors: Bool
  ) -> Int32 {
    // A group of its own, so that Ctrl-C reaches the server, which ends its workers in order.
    var start = ProcessStart(leadsGroup: true, closesUnnamed: true)
    start.duplicate(input, as: 0)
    start.duplicate(output, as: 1)
    if readsErrors {
      start.duplicate(output, as: 2)
    } else {
      start.discard(2)
    }
    start.withActions(closeOthers)
    // Nothing of the server's environment: no secret that is in it, and no setting.
    return start.spawn(&process, arguments[0], arguments: arguments, environment: [])
  }

  /// Keeps the server's sockets, which are not closed by themselves, from the process.
  ///
  /// glibc has had a function for it since 2.34. Elsewhere they are marked before the start, which may
  /// miss a connection of that moment.
  #if canImport(Darwin)
    private static func closeOthers(_ actions: inout ProcessStart.FileActions) {}
  #else
    private static func closeOthers(_ actions: inout ProcessStart.FileActions) {
      typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        // SAFETY: the symbol of that name has this type in every C library that has it.
        let closeFrom = unsafeBitCast(symbol, to: CloseFrom.self)
        if closeFrom(&actions, 3) == 0 { return }
      }
      for name in names(inFolder: "/proc/self/fd") ?? [] {
        if let descriptor = Int32(name), descriptor > 2 {
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
      }
    }
  #endif
}
