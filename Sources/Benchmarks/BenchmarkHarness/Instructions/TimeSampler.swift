internal import BenchmarkBuilds
internal import CLibrary
internal import Files
internal import Measuring
package import Reporting

/// Samples which functions unchanged programs spend their time in, with perf.
///
/// It looks about twenty thousand times a second of the processor's time at what runs, by the system's clock and
/// not by counters of the processor, which virtual machines do not have. Children are sampled too.
package struct TimeSampler: Sendable {
  /// How often a second, and how much less often in each further process: programs that do the same each time are
  /// not met at the same places.
  private static let frequency = (first: 20_000, step: 397, least: 10_000)

  private let perf: String

  /// The sampler of this machine.
  ///
  /// - Throws: ``HarnessFailure`` with why there is none.
  package static func ofThisMachine() throws(HarnessFailure) -> TimeSampler {
    guard let perf = Executable.find("perf") else {
      throw HarnessFailure(
        message: "perf is not installed (the package linux-perf or linux-tools).",
        status: .unavailable)
    }
    let sampler = TimeSampler(perf: perf)
    guard let program = Executable.find("true") else { return sampler }
    let tried = ProgramOutput.of(
      program: perf, arguments: recording("/dev/null", 0) + [program],
      environment: Executable.environment)
    guard tried.isSuccess else {
      let reason = tried.text.split(separator: "\n").first.map(String.init)
      throw HarnessFailure(
        message: "perf cannot sample here\(reason.map { ": \($0)" } ?? ".")", status: .unavailable)
    }
    return sampler
  }

  private static func recording(_ file: String, _ process: Int) -> [String] {
    let steps = (frequency.first - frequency.least) / frequency.step + 1
    return [
      // Of what is loaded for events of BPF perf would write for a second after each process.
      "record", "--quiet", "--no-buildid", "--no-buildid-cache", "--no-bpf-event", "-e",
      "cpu-clock", "-F", "\(frequency.first - process % steps * frequency.step)", "-o", file, "--",
    ]
  }

  /// The samples of a process and its children.
  ///
  /// - Parameters:
  ///   - calls: how many calls it is asked for.
  ///   - process: its number among those of a benchmark.
  ///   - run: runs it.
  /// - Returns: the samples of each function.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package func samples(
    ofCalls calls: Int, process: Int, _ run: ValgrindCounter.Run
  ) throws(HarnessFailure) -> [CallProfile.Function: Int] {
    let folder: String
    do throws(FileAccessError) {
      folder = try makeUniqueFolder(prefix: "bench-samples-")
    } catch {
      throw .failed("\(error)")
    }
    let file = "\(folder)/samples"
    defer {
      unlink(file)
      rmdir(folder)
    }
    do {
      let options = Self.recording(file, process)
      try run(ValgrindCounter.Emulation(program: perf, options: options), calls)
    } catch {
      throw .failed("under perf: \(error)")
    }
    let report = ProgramOutput.of(
      program: perf,
      arguments: [
        "report", "-i", file, "--stdio", "-g", "none", "--no-demangle", "-F", "sample,dso,sym",
        "-t", "\t",
      ], environment: Executable.environment)
    guard report.isSuccess else { throw .failed("perf cannot read what it wrote.") }
    return Self.read(report.text)
  }

  /// Reads a table of perf: ` 954        \ts                   \t[.] parse_row`.
  static func read(_ text: String) -> [CallProfile.Function: Int] {
    var found: [CallProfile.Function: Int] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t").map { cell in
        // Columns are filled with spaces.
        let own = cell.drop { $0 == " " }
        let last = own.lastIndex { $0 != " " }
        return own.prefix(upTo: last.map(own.index(after:)) ?? own.endIndex)
      }
      guard cells.count == 3, let count = Int(cells[0]) else { continue }
      // `[.] name` of user space, `[k] name` of the system.
      let name = cells[2].hasPrefix("[") ? cells[2].dropFirst(4) : cells[2]
      found[
        CallProfile.Function(
          name: name.hasPrefix("0x") ? CallProfile.unnamed : String(name),
          object: String(cells[1])), default: 0] += count
    }
    return found
  }
}
