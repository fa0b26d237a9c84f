/// How a worker let a session down.
public enum WorkerFailure: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// It could not be started.
  case notStarted(program: String, reason: String)
  /// It was ended by a signal.
  case crashed(signal: Int32, during: String)
  /// It ended by itself when it should not have.
  case exited(code: Int32, during: String)
  /// It gave no answer in time and was killed.
  case hung(seconds: Double, during: String)
  /// It is a command that ran longer than it may and was killed.
  case overran(seconds: Double, during: String)
  /// It is a command that was ended by a signal.
  case commandCrashed(signal: Int32, during: String)
  /// It is a command that ended with a code which says that it failed.
  case commandExited(code: Int32, during: String)
  /// It said something that is not part of the protocol.
  case unintelligible(reply: String, during: String)
  /// It said something that the protocol knows, in a form that it does not.
  case malformed(problem: String, during: String)
  /// It said itself what went wrong.
  case reported(String)
  /// Something else kept it from being measured, in words.
  case prevented(String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .notStarted(let program, let reason): "\(program) could not be started: \(reason)"
    case .crashed(let signal, let during):
      "the worker crashed with \(Self.name(ofSignal: signal)) during \(during)"
    case .exited(let code, let during): "the worker exited with code \(code) during \(during)"
    case .hung(let seconds, let during):
      "the worker gave no answer for \(seconds) s during \(during) and was killed"
    case .overran(let seconds, let during):
      "the command ran longer than the \(seconds) s that it may take during \(during) and was killed"
    case .commandCrashed(let signal, let during):
      "the command crashed with \(Self.name(ofSignal: signal)) during \(during)"
    case .commandExited(let code, let during):
      "the command exited with code \(code) during \(during)"
    case .unintelligible(let reply, let during):
      "the worker answered \"\(reply)\" during \(during), which is not in the protocol"
    case .malformed(let problem, let during):
      "the worker broke the protocol during \(during): \(problem)"
    case .reported(let text): "the worker reported: \(Self.unended(text))"
    case .prevented(let text): Self.unended(text)
    }
  }

  /// A sentence without its end, which the caller adds.
  private static func unended(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  static func name(ofSignal signal: Int32) -> String {
    // The signals that end programs have the same numbers on Linux and Darwin, but for SIGBUS.
    let names: [Int32: String] = [
      2: "SIGINT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL",
      11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
