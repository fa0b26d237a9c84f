internal import Spawning

/// How a program ended that ran to its end, and what it wrote.
public struct ProgramOutput: Equatable, Sendable {
  /// Whether it could be started and exited with code 0.
  public let isSuccess: Bool
  /// What it wrote, without line ends at its end; invalid UTF-8 becomes U+FFFD.
  public let text: String

  /// Makes a result.
  public init(isSuccess: Bool, text: String) {
    self.isSuccess = isSuccess
    self.text = text
  }

  /// Runs a program without a shell, with an empty standard input, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the program's variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - mergingErrors: Whether standard error is captured too, or discarded.
  ///   - limit: How many bytes are kept at most: the last ones.
  ///   - isCancelled: Asked some fifty times a second while the program runs; when it answers true, the
  ///     program and all processes of its group are told to end (SIGTERM), and killed where that takes
  ///     two seconds. The program then has a session of its own, and so no terminal. `nil` to wait for
  ///     ever, in this process's group.
  /// - Returns: The result; one without success when the program cannot be started or was ended.
  public static func of(
    program: String, arguments: [String], environment: [String], folder: String? = nil,
    mergingErrors: Bool = false, limit: Int = 64 << 20, isCancelled: (() -> Bool)? = nil
  ) -> ProgramOutput {
    started(
      program, arguments, environment, folder: folder, mergingErrors: mergingErrors, limit: limit,
      isCancelled: isCancelled)()
  }

  /// Begins to run a program as
  /// ``of(program:arguments:environment:folder:mergingErrors:limit:isCancelled:)`` does.
  ///
  /// A program that writes much waits until it is read.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the program's variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - mergingErrors: Whether standard error is captured too, or discarded.
  ///   - limit: How many bytes are kept at most: the last ones.
  /// - Returns: What waits for its end and gives the result; the program is killed when it is dropped.
  public static func begin(
    program: String, arguments: [String], environment: [String], folder: String? = nil,
    mergingErrors: Bool = false, limit: Int = 64 << 20
  ) -> () -> ProgramOutput {
    started(
      program, arguments, environment, folder: folder, mergingErrors: mergingErrors, limit: limit,
      isCancelled: nil)
  }

  /// Starts a program; one that can be cancelled is to be waited for at once, because it leads the session
  /// that must not outlive this process.
  private static func started(
    _ program: String, _ arguments: [String], _ environment: [String], folder: String?,
    mergingErrors: Bool, limit: Int, isCancelled: (() -> Bool)?
  ) -> () -> ProgramOutput {
    do throws(WorkerFailure) {
      let child = try ChildProcess(
        program: program, arguments: arguments, environment: environment, folder: folder,
        connection: .output(mergingErrors: mergingErrors, leadsSession: isCancelled != nil))
      if isCancelled != nil { DependentSession.begin(child.identifier) }
      return {
        defer { DependentSession.end(child.identifier) }
        var bytes = child.channel.receiveRest(limit: limit, isCancelled: isCancelled)
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        // A program may close its output long before it exits.
        let ending = child.wait(atMost: .infinity, isCancelled: isCancelled ?? { false })
        return ProgramOutput(
          isSuccess: ending.code == 0, text: String(decoding: bytes, as: UTF8.self))
      }
    } catch {
      return { ProgramOutput(isSuccess: false, text: "\(error)") }
    }
  }
}
