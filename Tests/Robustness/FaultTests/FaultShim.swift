internal import CommandTestSupport
internal import Foundation

/// A library that is loaded before all others (`LD_PRELOAD`) and makes chosen system calls of a
/// built command fail, or kills it there: how a test meets a full disk, a broken one or `kill -9`
/// at any step it likes, the same one each time.
///
/// Linux only; compiled from `Shim/fault_shim.c` by the toolchain's own C compiler, once a run.
struct FaultShim: Sendable {
  /// What happens at the chosen call.
  enum Fault: Sendable {
    /// It fails with an `errno`.
    case error(Int32)
    /// It fails, and all after it do: a disk that is full stays full.
    case errorsFrom(Int32)
    /// The process is killed before it; of a `write`, after half of the bytes.
    case kill
    /// The file is removed before it is opened.
    case vanish
    /// Another file takes its place before it is opened.
    case swap(String)
    /// The file gets so many percent of its size before it is read.
    case resize(Int)
  }

  /// A run, and whether the fault was met.
  struct Run: Sendable {
    let outcome: BuiltCommand.Outcome
    let wasMet: Bool
  }

  /// Calls that change files.
  static let writing = "open-write,write,fsync,rename,link,unlink,mkdir,truncate"

  private let library: String

  /// The shim, compiled.
  static let shared: Result<FaultShim, any Error> = Result { try FaultShim() }

  private init() throws {
    let folder = BuiltCommand.ownFolder
    library = folder.appending(path: "fault-shim-\(getpid()).so").path
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Shim/fault_shim.c").path
    let compiled = try BuiltCommand(at: "/usr/bin/env").run(
      ["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"])
    guard compiled.exitCode == 0 else { throw NotCompiled(words: compiled.errors) }
    atexit {
      if case .success(let shim) = FaultShim.shared { unlink(shim.library) }
    }
  }

  /// The C compiler's complaint.
  struct NotCompiled: Error { let words: String }

  /// Runs a command that meets a fault.
  ///
  /// - Parameters:
  ///   - command: what runs.
  ///   - arguments: what it is told.
  ///   - folder: where it runs.
  ///   - fault: what happens.
  ///   - number: at which of the calls, from 1.
  ///   - calls: the kinds of calls that count.
  ///   - place: only files in this folder count.
  ///   - environment: what is added to the environment.
  /// - Returns: how it ended, and whether the fault was met.
  /// - Throws: what keeps it from starting.
  func run(
    _ command: BuiltCommand, _ arguments: [String], in folder: String, _ fault: Fault,
    at number: Int, of calls: String = writing, under place: String,
    environment: [String: String] = [:]
  ) throws -> Run {
    let scratch = try TemporaryFolder()
    let mark = "\(scratch.path)/met"
    var variables = [
      "LD_PRELOAD": library, "FAULT_CALLS": calls, "FAULT_NUMBER": "\(number)",
      "FAULT_UNDER": place, "FAULT_MARK": mark,
    ]
    switch fault {
    case .error(let code): variables["FAULT_ERRNO"] = "\(code)"
    case .errorsFrom(let code):
      variables["FAULT_ERRNO"] = "\(code)"
      variables["FAULT_STAYS"] = "1"
    case .kill: variables["FAULT_KILL"] = "1"
    case .vanish: variables["FAULT_VANISH"] = "1"
    case .swap(let other): variables["FAULT_SWAP"] = other
    case .resize(let percent): variables["FAULT_SIZE"] = "\(percent)"
    }
    let outcome = try command.run(
      arguments, in: folder, environment: variables.merging(environment) { $1 })
    return Run(outcome: outcome, wasMet: FileManager.default.fileExists(atPath: mark))
  }

  /// Runs a command whose wall clock steps back and forth.
  ///
  /// - Parameters:
  ///   - command: what runs.
  ///   - arguments: what it is told.
  ///   - folder: where it runs.
  ///   - step: by how many seconds.
  ///   - calls: after how many looks at the clock it steps again.
  /// - Returns: how it ended.
  /// - Throws: what keeps it from starting.
  func run(
    _ command: BuiltCommand, _ arguments: [String], in folder: String, clockStep step: Int,
    every calls: Int
  ) throws -> BuiltCommand.Outcome {
    try command.run(
      arguments, in: folder,
      environment: [
        "LD_PRELOAD": library, "FAULT_CLOCK_STEP": "\(step)", "FAULT_CLOCK_EVERY": "\(calls)",
      ])
  }
}
