internal import CLibrary
internal import CMeasuringShims
internal import Spawning

/// A program started from here, together with a channel to it.
///
/// It runs in a process group of its own: Ctrl-C reaches the program that measures, which then ends
/// its children in order, and a child that hangs can be killed together with its own children. Its
/// standard input is empty, and its standard output never mixes with a report: it goes to standard
/// error, to nowhere, or to this program.
final class ChildProcess {
  /// How a process ended, and what it used.
  struct Ending: Equatable {
    /// The exit code; nil when a signal ended it.
    var code: Int32?
    /// The signal that ended it; nil when it exited.
    var signal: Int32?
    /// Processor time it and its children used, in nanoseconds.
    var processCPU: UInt64 = 0
    /// How often it lost its processor to others.
    var involuntarySwitches: UInt64 = 0
    /// How often it gave its processor away because it had to wait; its end counts as one of them.
    var voluntarySwitches: UInt64 = 0
    /// The most memory it or a child of it occupied, in bytes; nil where it is not known.
    ///
    /// Linux counts the memory of this program too, which a child has until its own program begins:
    /// what is not above that is not known.
    var peakBytes: Int?
    /// What its first thread did, where it was watched and the system reports it.
    var firstThread: ThreadTimes?
  }

  /// How a thread spent its time, in nanoseconds.
  struct ThreadTimes: Equatable {
    /// On a processor.
    var running: UInt64
    /// Ready to run, while others had the processor.
    var ready: UInt64

    /// Those of a process's first thread by now; nil where the system does not report it.
    init?(ofProcess identifier: pid_t) {
      #if os(Linux)
        guard
          let text = try? SmallFile.read("/proc/\(identifier)/schedstat"),
          case let numbers = text.split(whereSeparator: \.isWhitespace).compactMap({ UInt64($0) }),
          numbers.count == 3, numbers[0] > 0
        else { return nil }
        (running, ready) = (numbers[0], numbers[1])
      #else
        return nil
      #endif
    }
  }

  /// What a child's end of the channel is.
  enum Connection: Equatable {
    /// Descriptor 3, for requests and replies; standard output goes to standard error.
    case requests
    /// Descriptor 3, for a program that only ends; what it prints is discarded.
    case silent
    /// Standard output, to be read to its end; standard error joins it or is discarded.
    ///
    /// The child stays in this program's process group, so that Ctrl-C reaches it too, or has a
    /// session of its own, whose processes can be ended together.
    case output(mergingErrors: Bool, leadsSession: Bool)

    /// Whether the child has a process group of its own.
    var leadsGroup: Bool { if case .output(_, let leads) = self { leads } else { true } }

    /// Whether the child has a session of its own.
    var leadsSession: Bool { if case .output(_, let leads) = self { leads } else { false } }
  }

  /// The descriptor under which a child finds its channel.
  static let channelDescriptor: Int32 = 3

  /// Lines to and from the child; closed when it ends.
  let channel: LineChannel
  let identifier: pid_t
  private let leadsGroup: Bool
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the child's variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - connection: What the child's end of the channel is.
  ///   - core: The core that it stays on; nil for any.
  /// - Throws: ``WorkerFailure/notStarted(program:reason:)``.
  init(
    program: String, arguments: [String], environment: [String], folder: String? = nil,
    connection: Connection = .requests, core: Int? = nil
  ) throws(WorkerFailure) {
    guard let (here, there) = LineChannel.pair() else {
      throw .notStarted(program: program, reason: systemMessage(errno))
    }
    channel = LineChannel(descriptor: here)
    leadsGroup = connection.leadsGroup
    var child: pid_t = 0
    var code: Int32 = 0
    Self.onCore(core) { _ in
      code = Self.spawn(
        &child, program, [program] + arguments, environment, folder, connection, channel: there)
    }
    // The child has its copy. While this one is open, the channel would not be seen to close.
    close(there)
    guard code == 0 else {
      throw .notStarted(program: program, reason: systemMessage(code))
    }
    identifier = child
  }

  deinit { end() }

  /// Whether programs can be started on a core, and stay there.
  static func canStay(onCore core: Int) -> Bool {
    var isPinned = false
    onCore(core) { isPinned = $0 }
    return isPinned
  }

  /// Calls a body with whether what it starts stays on the core.
  private static func onCore(_ core: Int?, _ body: (_ isPinned: Bool) -> Void) {
    guard let core else { return body(false) }
    var before = cmeasurement_cores()
    // What this thread starts inherits its cores.
    let isPinned = cmeasurement_begin_on_core(Int32(clamping: core), &before) == 0
    defer { if isPinned { cmeasurement_end_on_core(&before) } }
    body(isPinned)
  }

  /// Waits until the child has ended, which it is about to; after a while it is killed.
  ///
  /// - Parameters:
  ///   - seconds: when it is killed.
  ///   - isWatched: whether to learn what its first thread did.
  ///   - isCancelled: asked while it waits; when it answers true, the child is ended politely.
  /// - Returns: how it ended.
  func wait(
    atMost seconds: Double, isWatched: Bool = false, isCancelled: () -> Bool = { false }
  ) -> Ending {
    if let ending { return ending }
    // Short naps first: a child that has closed its channel is microseconds from its end.
    var nap = 20e-6
    var left = seconds
    while true {
      // Before reaping: /proc knows a process that has ended until it is waited for.
      let times = isWatched ? ThreadTimes(ofProcess: identifier) : nil
      if var ending = reap(WNOHANG) {
        ending.firstThread = times
        return ending
      }
      if left <= 0 { return end() }
      if isCancelled() { return end(within: Self.grace) }
      usleep(UInt32(nap * 1e6))
      left -= nap
      nap = min(nap * 2, 1e-3)
    }
  }

  /// Kills the child, with all of its process group if it has its own, if it still runs.
  @discardableResult
  func end() -> Ending {
    if let ending { return ending }
    // Not reaped yet, so that the number cannot be another process's by now.
    kill(leadsGroup ? -identifier : identifier, SIGKILL)
    return reap(0) ?? Ending(code: nil, signal: SIGKILL)
  }

  /// Seconds in which a child that is told to end may remove what it has half written.
  static let grace = 2.0

  /// Ends the child with all of its process group: it is told to, and killed after a time.
  ///
  /// Only for a child that has a process group of its own. Its identifier stays taken until all of the
  /// group was killed.
  ///
  /// - Parameter seconds: when it is killed.
  /// - Returns: how it ended.
  @discardableResult
  func end(within seconds: Double) -> Ending {
    if let ending { return ending }
    kill(-identifier, SIGTERM)
    // One that was stopped hears of it, too.
    kill(-identifier, SIGCONT)
    var left = seconds
    // Its own children may go on after it has ended: the channel is open until they have
    // ended as well.
    while left > 0, !(hasEnded && channel.isClosed) {
      usleep(1000)
      left -= 1e-3
    }
    return end()
  }

  /// Whether the child has ended; it is not waited for.
  private var hasEnded: Bool {
    var found = siginfo_t()
    // WNOWAIT leaves it a zombie, whose number and group stay taken; without an ended child
    // nothing is filled in and the call succeeds too.
    let code = waitid(P_PID, id_t(identifier), &found, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 && found.si_signo != 0
  }

  private func reap(_ options: Int32) -> Ending? {
    var status: Int32 = 0
    var usage = rusage()
    var result = wait4(identifier, &status, options, &usage)
    while result < 0, errno == EINTR { result = wait4(identifier, &status, options, &usage) }
    guard result == identifier else { return nil }
    // The layout of a wait status, whose macros Swift does not see: the low seven bits hold the
    // signal, the next byte the exit code.
    let signal = status & 0x7F
    let found = Ending(
      code: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      processCPU: Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime),
      involuntarySwitches: UInt64(usage.ru_nivcsw),
      voluntarySwitches: UInt64(usage.ru_nvcsw), peakBytes: Self.peak(of: usage))
    ending = found
    return found
  }

  /// The peak of an ended child's usage.
  private static func peak(of usage: rusage) -> Int? {
    #if os(Linux)
      let peak = Int(usage.ru_maxrss) * 1024
      // ru_maxrss survives execve (getrusage(2)): up to there the child was a copy of this
      // program.
      guard let own = PeakMemory.bytes(), peak > own + (1 << 20) else { return nil }
      return peak
    #else
      return Int(usage.ru_maxrss)
    #endif
  }

  /// The most memory the child has occupied, while it still runs; nil where it is not known.
  var peakBytes: Int? { ending == nil ? PeakMemory.bytes(ofProcess: identifier) : nil }

  /// The seconds of processor that all threads of the child have taken, while it still runs; nil where the
  /// system does not report it.
  var processorSeconds: Double? {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard ending == nil, clock_getcpuclockid(identifier, &clock) == 0,
        clock_gettime(clock, &time) == 0
      else { return nil }
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    #else
      return nil
    #endif
  }

  private static func nanoseconds(_ time: timeval) -> UInt64 {
    UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
  }

  private static func spawn(
    _ child: inout pid_t, _ program: String, _ arguments: [String], _ environment: [String],
    _ folder: String?, _ connection: Connection, channel: Int32
  ) -> Int32 {
    var start = ProcessStart(
      leadsGroup: connection.leadsGroup, leadsSession: connection.leadsSession)
    start.open("/dev/null", as: 0, O_RDONLY)
    switch connection {
    case .requests:
      start.duplicate(2, as: 1)
      start.duplicate(channel, as: channelDescriptor)
    case .silent:
      start.discard(1)
      start.discard(2)
      start.duplicate(channel, as: channelDescriptor)
    case .output(let mergingErrors, _):
      start.duplicate(channel, as: 1)
      if mergingErrors {
        start.duplicate(channel, as: 2)
      } else {
        start.discard(2)
      }
    }
    if let folder {
      // SAFETY: the actions are initialised, and the C string lives for the call.
      start.withActions { _ = cmeasurement_begin_in_folder(&$0, folder) }
    }
    return start.spawn(&child, program, arguments: arguments, environment: environment)
  }
}
