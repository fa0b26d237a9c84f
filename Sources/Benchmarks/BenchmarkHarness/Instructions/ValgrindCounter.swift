internal import BenchmarkBuilds
internal import CLibrary
internal import Files
package import Reporting

/// Counts what a call takes in unchanged programs, with valgrind: instructions by
/// callgrind, allocations by dhat.
///
/// Whole processes are counted, with some calls and with more; the difference leaves out start and
/// preparation. Children and programs that replace the one started are counted with it.
package struct ValgrindCounter: Sendable {
  /// How a program is started under valgrind.
  package struct Emulation: Sendable {
    /// The path of valgrind.
    package let program: String
    /// Its options; the program's path and arguments follow.
    package let options: [String]
    /// Variables that make a program do the same each time, as "NAME=value".
    package let environment: [String]

    /// - Parameters:
    ///   - program: a program that starts another, whose path and arguments follow.
    ///   - options: its options.
    ///   - environment: variables as "NAME=value".
    package init(program: String, options: [String] = [], environment: [String] = []) {
      (self.program, self.options, self.environment) = (program, options, environment)
    }
  }

  /// Runs a program that makes some calls, to its end.
  package typealias Run = (_ emulation: Emulation, _ calls: Int) throws -> Void

  /// Seconds that a program under valgrind may be silent.
  package static let timeout = 600.0
  /// What is said where it is not installed.
  package static let missing = "valgrind is not installed (the package valgrind)."
  /// Where counts come from, as results say it.
  package static let source = "valgrind, at most AVX2"
  /// About as many instructions as the calls of a difference are worth, and how many they are at most.
  private static let patience = (instructions: 20_000_000.0, calls: 1000.0)

  let valgrind: String

  /// The counter of this machine; `nil` when valgrind is not installed.
  package static var ofThisMachine: ValgrindCounter? {
    Executable.find("valgrind").map { ValgrindCounter(valgrind: $0) }
  }

  /// Counts a call of work whose number of repetitions the caller chooses.
  ///
  /// - Parameters:
  ///   - calls: how many calls make a difference; `nil` for as many as are worth it.
  ///   - run: runs a process that makes some calls.
  /// - Returns: the cost of a call, or why it is not known.
  package func count(calls: Int?, _ run: Run) -> CallCostCount {
    do throws(Failure) {
      // The first call fills caches and tables, and so is left out with the start of the
      // process.
      let one = try total(.instructions, 1, run)[0]
      let few: Int
      if let calls {
        few = calls
      } else {
        few = Self.enough(for: try total(.instructions, 2, run)[0] - one)
      }
      func differences(_ tool: Tool, from first: [Double]) throws(Failure) -> [CountRange] {
        // Three processes make two differences of as many calls. Equal ones are exact; what
        // differs is what calls do not do alike:
        //
        //     calls           1        1 + few        1 + 2 few
        //     difference      └── few ──┘└──── few ────┘
        let middle = try total(tool, 1 + few, run)
        let last = try total(tool, 1 + 2 * few, run)
        return zip(first, zip(middle, last)).map { first, rest in
          CountRange((rest.0 - first) / Double(few), (rest.1 - rest.0) / Double(few))
        }
      }
      let instructions = try differences(.instructions, from: [one])
      let memory = try differences(.allocations, from: total(.allocations, 1, run))
      return .counted(
        CallCost(
          instructions: instructions[0], allocations: memory[0], allocatedBytes: memory[1],
          calls: few))
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// Counts a command from start to end, in two runs.
  ///
  /// - Parameter run: runs it once.
  /// - Returns: the cost of a run, or why it is not known.
  package func countWhole(_ run: Run) -> CallCostCount {
    do throws(Failure) {
      let instructions = (try total(.instructions, 1, run), try total(.instructions, 1, run))
      let memory = (try total(.allocations, 1, run), try total(.allocations, 1, run))
      return .counted(
        CallCost(
          instructions: CountRange(instructions.0[0], instructions.1[0]),
          allocations: CountRange(memory.0[0], memory.1[0]),
          allocatedBytes: CountRange(memory.0[1], memory.1[1]), calls: 1))
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// Counts, function by function, one call of work whose number of repetitions the caller chooses.
  ///
  /// - Parameter run: runs a process that makes some calls.
  /// - Returns: what a second call executes.
  /// - Throws: ``HarnessFailure`` with why it is not known.
  package func profile(_ run: Run) throws(HarnessFailure) -> CallProfile {
    let one = try profile(calls: 1, run)
    return try profile(calls: 2, run).beyond(one)
  }

  /// Counts, function by function, a process from start to end.
  ///
  /// - Parameters:
  ///   - calls: how many calls it is asked for.
  ///   - run: runs it once.
  /// - Returns: what it executes.
  /// - Throws: ``HarnessFailure`` with why it is not known.
  package func profile(calls: Int, _ run: Run) throws(HarnessFailure) -> CallProfile {
    var found = Callgrind.FunctionCounts()
    do throws(Failure) {
      for file in try files(.functions, calls, run) { found.add(file: file) }
    } catch {
      throw .failed(error.reason)
    }
    let profile = found.profile(inlined: InlinedFunction.found)
    guard !profile.counts.isEmpty else { throw .failed("valgrind wrote no counts of functions") }
    return profile
  }

  // MARK: One process

  private enum Tool {
    case instructions
    /// Instructions, with the names of functions as the program has them.
    case functions
    /// Their number and their bytes.
    case allocations
  }

  /// Why there is no count.
  private struct Failure: Error {
    let reason: String
  }

  private static func enough(for instructions: Double) -> Int {
    Int(max(1, min(patience.calls, patience.instructions / max(instructions, 1))))
  }

  /// What a process and its children came to.
  private func total(_ tool: Tool, _ calls: Int, _ run: Run) throws(Failure) -> [Double] {
    let found = try files(tool, calls, run).compactMap { bytes -> [Double]? in
      tool == .allocations
        ? Self.allocations(inLog: bytes) : Callgrind.total(inFile: bytes).map { [Double($0)] }
    }
    guard let first = found.first else { throw Failure(reason: "valgrind wrote no total") }
    return found.dropFirst().reduce(first) { sum, next in zip(sum, next).map { $0 + $1 } }
  }

  /// What valgrind writes about a process and its children, a file each.
  private func files(_ tool: Tool, _ calls: Int, _ run: Run) throws(Failure) -> [[UInt8]] {
    let folder: String
    do throws(FileAccessError) {
      folder = try makeUniqueFolder(prefix: "bench-valgrind-")
    } catch {
      throw Failure(reason: error.description)
    }
    defer {
      for name in names(inFolder: folder, withHidden: true) ?? [] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    // Each process writes a file of its own, named by its number.
    let each = "\(folder)/%p"
    // Hash tables that are seeded at random take other paths in each process.
    var environment = ["PYTHONHASHSEED=0", "SWIFT_DETERMINISTIC_HASHING=1"]
    let options: [String]
    switch tool {
    case .instructions, .functions:
      options =
        ["--tool=callgrind", "--quiet", "--callgrind-out-file=\(each)"]
        + (tool == .functions ? ["--demangle=no", "--dump-instr=yes"] : [])
    case .allocations:
      options = ["--tool=dhat", "--dhat-out-file=/dev/null", "--log-file=\(each)"]
      // Python's own allocator hides what it gives out.
      environment.append("PYTHONMALLOC=malloc")
    }
    do {
      try run(
        Emulation(
          program: valgrind, options: ["--trace-children=yes"] + options,
          environment: environment), calls)
    } catch {
      throw Failure(reason: "under valgrind: \(error)")
    }
    return (names(inFolder: folder) ?? []).compactMap { try? readFile(at: "\(folder)/\($0)") }
  }

  /// The numbers of `==7== Total:     31,684 bytes in 64 blocks`: blocks, then bytes.
  static func allocations(inLog bytes: [UInt8]) -> [Double]? {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 7, words[1] == "Total:", words[3] == "bytes", words[6] == "blocks",
        let size = Double(words[2].filter { $0 != "," }),
        let blocks = Double(words[5].filter { $0 != "," })
      else { continue }
      return [blocks, size]
    }
    return nil
  }
}
