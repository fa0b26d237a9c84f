/// A worker whose work is to run a command from start to end: to compare any two programs.
///
/// Each iteration is a fresh process. Its processor time is what the system charged it and its
/// children for, to the microsecond; wall time includes starting it, the same on both sides.
/// A plan for it has `threading: .process` or `.concurrent`.
public final class CommandWorker: MeasuredWorker {
  private let program: String
  private let arguments: [String]
  private let environment: [String]
  private let timeout: Double
  private let time: SystemTimeSource

  /// Makes a worker; the command is first run when it prepares.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the command's variables as "NAME=value".
  ///   - timeout: Seconds after which one run of the command counts as hung.
  public init(
    program: String, arguments: [String] = [], environment: [String] = [], timeout: Double = 60
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
    time = SystemTimeSource()
  }

  /// Commands are not pinned: answers false.
  ///
  /// - Throws: Nothing; other workers may.
  public func pin(toCore core: Int) throws(WorkerFailure) -> Bool { false }

  /// Runs the command once; its answer is that it succeeded.
  ///
  /// - Throws: ``WorkerFailure`` when the command cannot be started or fails.
  public func prepare() throws(WorkerFailure) -> String {
    _ = try runOnce(during: "the first run")
    return "exit code 0"
  }

  /// Runs the command some times.
  ///
  /// - Throws: ``WorkerFailure`` when the command cannot be started or fails.
  public func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    for _ in 0..<warmUp { _ = try runOnce(during: "warm-up") }
    var epoch = Epoch(iterations: iterations, wall: 0, threadCPU: 0, processCPU: 0)
    let steal = time.stealTicks()
    let start = time.nanoseconds(.wall)
    for _ in 0..<iterations {
      let ending = try runOnce(during: "an epoch")
      epoch.processCPU += ending.processCPU
      epoch.involuntarySwitches += ending.involuntarySwitches
    }
    epoch.wall = time.nanoseconds(.wall) - start
    epoch.threadCPU = epoch.processCPU
    epoch.stealTicks = time.stealTicks() - steal
    return epoch
  }

  /// Nothing is left running between epochs.
  public func quit() {}

  private func runOnce(during: String) throws(WorkerFailure) -> ChildProcess.Ending {
    let child = try ChildProcess(
      program: program, arguments: arguments, environment: environment)
    // The channel closes when the command ends; it says nothing on it before.
    var isHung = false
    do throws(LineChannel.Problem) {
      _ = try child.channel.receive(timeout: timeout)
    } catch {
      isHung = error == .timeout
    }
    let ending = isHung ? child.end() : child.wait(atMost: timeout)
    if isHung { throw .hung(seconds: timeout, during: during) }
    if let signal = ending.signal { throw .crashed(signal: signal, during: during) }
    if let code = ending.code, code != 0 { throw .exited(code: code, during: during) }
    return ending
  }
}
