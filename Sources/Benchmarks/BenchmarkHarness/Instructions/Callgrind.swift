internal import CLibrary
internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// Counts instructions with valgrind's callgrind, which emulates a processor: it needs no
/// permission, takes some fifty times as long, and does not know AVX-512.
///
/// The worker tells callgrind where the work begins and ends, so that the same work gives the same
/// count. Builds from before it did are counted whole, twice, and the difference taken, which start
/// and clocks leave uncertain by some hundred instructions.
struct Callgrind {
  let starter: WorkerStarter
  let valgrind: String

  /// Seconds that an emulated worker may be silent.
  private static let timeout = 600.0
  /// About as many instructions as a second run is worth: ten calls of small work, two of large.
  private static let patience = 2_000_000_000

  /// What the answer of a worker begins with that has marked its work; the calls follow.
  static let counted = "callgrind "
  /// Where counts come from, as results say it.
  private static let source = "callgrind, at most AVX2"

  /// Counts one call of a benchmark.
  func count(_ program: String, _ work: BenchmarkWork) -> InstructionCount {
    let arguments = work.emulatedArguments ?? work.arguments
    do throws(Failure) {
      let scratch = try TemporaryName("bench-program")
      // Valgrind stumbles over debug information that is newer than itself.
      let program = strip(program, to: scratch.path) ? scratch.path : program
      if let perCall = try marked(program, arguments) { return .counted(perCall, by: Self.source) }
      // The difference of two runs leaves out start and preparation.
      let few = try total(program, arguments, calls: 1)
      let more = min(max(Self.patience / max(few, 1), 2), 10)
      let many = try total(program, arguments, calls: 1 + more)
      let perCall = (many - few) / more
      return .counted(perCall, by: Self.source + ", to some hundred instructions")
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// Copies a program without its debug information; whether that worked.
  private func strip(_ program: String, to copy: String) -> Bool {
    guard let tool = Executable.find("strip") else { return false }
    return ProgramOutput.of(
      program: tool, arguments: ["-g", "-o", copy, program], environment: starter.environment
    ).isSuccess
  }

  /// The path of an empty file that is removed with the value.
  private final class TemporaryName {
    let path: String

    init(_ prefix: String) throws(Failure) {
      // What mkstemp wants: six letters, which it replaces.
      let blank = String(repeating: "X", count: 6)
      var name = Array("\(temporaryFolder)/\(prefix)-\(blank)".utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else {
        throw Failure(reason: "no temporary file: \(String(cString: strerror(errno)))")
      }
      close(descriptor)
      path = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { unlink(path) }
  }

  /// Why there is no count.
  private struct Failure: Error {
    let reason: String
  }

  /// The instructions of a call that the worker has marked; `nil` for a build that marks nothing.
  private func marked(_ program: String, _ arguments: [String]) throws(Failure) -> Int? {
    let file = try TemporaryName("bench-callgrind")
    // Where callgrind writes what it is asked for while the program runs.
    let asked = file.path + ".1"
    defer { unlink(asked) }
    let answer: String
    do throws(WorkerFailure) {
      let process = try start(
        program, arguments + [BenchmarkWork.countArgument], file, ["--instr-atstart=no"])
      defer { process.quit() }
      answer = try process.prepare()
    } catch {
      throw Failure(reason: "callgrind: \(error)")
    }
    guard answer.hasPrefix(Self.counted), let calls = Int(answer.dropFirst(Self.counted.count)),
      calls > 0
    else { return nil }
    guard let bytes = try? readFile(at: asked), let total = Self.total(inFile: bytes) else {
      throw Failure(reason: "callgrind wrote no total")
    }
    return total / calls
  }

  private func start(
    _ program: String, _ arguments: [String], _ file: TemporaryName, _ options: [String] = []
  ) throws(WorkerFailure) -> WorkerProcess {
    var patient = starter
    patient.timeout = Self.timeout
    return try patient.start(
      valgrind,
      ["--tool=callgrind", "--quiet", "--callgrind-out-file=\(file.path)"] + options + [program]
        + arguments)
  }

  /// The instructions of a whole worker process that makes some calls.
  private func total(
    _ program: String, _ arguments: [String], calls: Int
  ) throws(Failure) -> Int {
    let file = try TemporaryName("bench-callgrind")
    do throws(WorkerFailure) {
      let process = try start(program, arguments, file)
      defer { process.quit() }
      _ = try process.prepare()
      _ = try process.run(iterations: calls, warmUp: 0)
    } catch {
      throw Failure(reason: "callgrind: \(error)")
    }
    guard let bytes = try? readFile(at: file.path), let total = Self.total(inFile: bytes) else {
      throw Failure(reason: "callgrind wrote no total")
    }
    return total
  }

  /// The number after `totals:`, or `summary:` in older versions.
  static func total(inFile bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line.prefix(80), as: UTF8.self).split(separator: " ")
      guard let first = words.first, first == "totals:" || first == "summary:" else { continue }
      return words.dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}
