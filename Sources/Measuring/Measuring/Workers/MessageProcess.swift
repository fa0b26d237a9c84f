/// A process that is sent messages of bytes and sends some back, each after its length.
///
/// The length is an integer of 64 bits in the byte order of the machine, as programs of
/// package-benchmark write it. Both directions are one socket, ``descriptor`` of the process.
public final class MessageProcess {
  /// The descriptor that the process reads from and writes to.
  public static let descriptor = ChildProcess.channelDescriptor
  /// The longest message that is accepted, in bytes.
  public static let maximumLength = 64 << 20

  private let child: ChildProcess
  private let timeout: Double

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of its variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - timeout: Seconds to wait for each message before it counts as hung.
  /// - Throws: ``WorkerFailure/notStarted(program:reason:)``.
  public init(
    program: String, arguments: [String], environment: [String], folder: String?, timeout: Double
  ) throws(WorkerFailure) {
    child = try ChildProcess(
      program: program, arguments: arguments, environment: environment, folder: folder)
    self.timeout = timeout
  }

  deinit { child.end() }

  /// The most memory that the process has occupied so far; nil where the system does not report it.
  public var peakMemory: Int? { child.peakBytes }

  /// Sends a message.
  ///
  /// - Throws: How the process ended.
  public func send(_ message: [UInt8]) throws(WorkerFailure) {
    let length = withUnsafeBytes(of: UInt64(message.count)) { Array($0) }
    do throws(LineChannel.Problem) {
      try child.channel.send(bytes: length + message)
    } catch {
      throw failure(error)
    }
  }

  /// Waits for a message.
  ///
  /// - Throws: How the process failed.
  public func receive() throws(WorkerFailure) -> [UInt8] {
    do throws(LineChannel.Problem) {
      let header = try child.channel.receive(count: 8, timeout: timeout)
      let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      guard length <= UInt64(Self.maximumLength) else { throw .tooLong }
      return try child.channel.receive(count: Int(length), timeout: timeout)
    } catch {
      throw failure(error)
    }
  }

  /// Waits a little until the process has ended by itself, and kills it if it has not.
  public func end() {
    child.channel.disconnect()
    _ = child.wait(atMost: 1)
  }

  private func failure(_ problem: LineChannel.Problem) -> WorkerFailure {
    switch problem {
    case .closed:
      let ending = child.wait(atMost: 1)
      if let signal = ending.signal { return .commandCrashed(signal: signal, during: "a message") }
      return .commandExited(code: ending.code ?? 0, during: "a message")
    case .timeout:
      child.end()
      return .hung(seconds: timeout, during: "a message")
    case .tooLong:
      child.end()
      return .unintelligible(reply: "(a message of more than 64 MB)", during: "a message")
    }
  }
}
