internal import KernelBenchmarks
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandText
internal import Files
internal import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// `bench trust`: races methods of comparing programs on relinked identical and slowed code.
struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Race methods of comparing two programs: false alarms, power and time.",
    discussion: """
      In each session this program is linked twice with other layouts of its functions, and every \
      method compares the two: identical code first, then with a known share of work added to one \
      side. The page says how often each method raised a false alarm and how often it found the \
      slowdown. All measurements are kept, one record of JSON a line.

      EXAMPLES
        bench trust --sessions 100 --output TRUST.md --raw trust.jsonl
        bench trust --sessions 3 --method paired --method layouts
      """)

  @Option(help: ArgumentHelp("How many sessions for each amount of work.", valueName: "count"))
  var sessions: Int = 20

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "A method; several are raced, all when none is given. One of: "
        + RacedMethod.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "name"),
    transform: { try choice($0, kind: "method") })
  var methods: [RacedMethod] = []

  @Option(help: ArgumentHelp("What runs on both sides: a kernel.", valueName: "name"))
  var kernel: String = "simd"

  @Option(help: ArgumentHelp("What it works on.", valueName: "image"))
  var image: String = "photo"

  @Option(help: ArgumentHelp("At which size.", valueName: "size"))
  var size: String = "128x128"

  @Option(help: ArgumentHelp("The seed of layouts and orders.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Where the page goes; standard output by default.", valueName: "path"))
  var output: String?

  @Option(help: ArgumentHelp("Where all measurements are kept.", valueName: "path"))
  var raw: String?

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  /// The shares of work that are injected: none, 1 % and 2 %.
  private static let injections = [0, 0.01, 0.02]

  func validate() throws {
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--sessions takes 1 to 100000, not \(sessions).")
    }
    try reportingFailures {
      _ = try KernelWorkloads.kernel(named: kernel)
      _ = try ComparedImage(name: image, size: size).request()
    }
  }

  func run() throws {
    try build.requireRelease(for: "trust")
    Interruption.watch()
    let program = Executable.currentPath ?? CommandLine.arguments[0]
    let folder = LayoutPrograms.standardFolder(of: .dominantColor)
    let (fixed, drawn) = try reportingFailures {
      (
        try LayoutPrograms(
          base: program, candidate: program, isPaired: false, first: seed &* 1_000_003,
          folder: folder),
        try LayoutPrograms(base: program, candidate: program, folder: folder)
      )
    }
    var records: [RaceRecord] = []
    var progress = messages.progressLine
    let clock = ContinuousClock()
    let start = clock.now
    let elapsed = { (clock.now - start) / .seconds(1) }
    let total = Double(Self.injections.count * sessions * chosenMethods.count)
    for session in 0..<sessions {
      for injected in Self.injections {
        for method in chosenMethods where !Interruption.isRequested {
          progress.update(
            label: "session \(session + 1) of \(sessions): \(method.title)",
            fraction: Double(records.count) / total, elapsed: elapsed())
          let race = try reportingFailures {
            let files = try fixed.programs(launch: session)
            return MethodRace(
              pair: pair(files, drawn, injected), seed: seed &+ UInt64(session),
              pairs: KernelWork.pairs, seconds: elapsed)
          }
          do throws(WorkerFailure) {
            records.append(try race.compare(by: method, injected: injected, session: session))
          } catch {
            progress.clear()
            messages.message(.error("\(method.title), session \(session + 1): \(error)."))
          }
        }
      }
    }
    progress.clear()
    try write(records)
    if Interruption.isRequested { throw ExitCode(.interrupted) }
  }

  private var chosenMethods: [RacedMethod] { methods.isEmpty ? RacedMethod.allCases : methods }

  private func pair(
    _ files: (base: String, candidate: String), _ drawn: LayoutPrograms, _ injected: Double
  ) -> RacedPair {
    var work = KernelWork(
      kernels: [kernel], image: ComparedImage(name: image, size: size), threads: 1,
      instructionSet: nil)
    let base = work.arguments
    work.slowdown = injected
    let candidate = work.arguments
    let starter = WorkerStarter(timeout: 60)
    return RacedPair(
      start: { side, setup, layout throws(WorkerFailure) in
        var programs = files
        if let layout {
          do throws(HarnessFailure) {
            programs = try drawn.programs(launch: Int(truncatingIfNeeded: layout))
          } catch {
            throw .reported(error.message)
          }
        }
        return side == .base
          ? try starter.start(programs.base, base, setup)
          : try starter.start(programs.candidate, candidate, setup)
      }, links: { drawn.links })
  }

  private func write(_ records: [RaceRecord]) throws {
    let complete = Set(records.map(\.session)).filter { session in
      records.count { $0.session == session } == Self.injections.count * chosenMethods.count
    }
    let page = """
      # Which comparison can be trusted?

      Made by `bench trust --sessions \(sessions) --kernel \(kernel) --image \(image) --size \(size) \
      --seed \(seed)` on: \(RunEnvironment.current(inputs: []).summary)

      In each session the program is linked twice from the same object files with its functions in \
      other places, and every method compares the two files. Timings differ from method to method \
      only by how they are taken and judged. Then the candidate does a known share of work more: \
      arithmetic after each call of the kernel that takes this share of the call's time, as measured \
      when its process begins. \(complete.count) sessions are complete.


      """ + RaceTable(records).markdown + "## The methods\n\n"
      + chosenMethods.map { "- **\($0.title)**: \($0.summary)\n" }.joined()
    try reportingFailures {
      do throws(FileAccessError) {
        if let raw { try writeFile(lines(records), to: raw, replacingExisting: true) }
        if let output {
          try writeFile(Array(page.utf8), to: output, replacingExisting: true)
        } else {
          StandardOutput.write(page)
        }
      } catch {
        throw HarnessFailure(unwritable: error)
      }
    }
  }

  /// One record of JSON a line.
  private func lines(_ records: [RaceRecord]) -> [UInt8] {
    Array(records.map { $0.json.line + "\n" }.joined().utf8)
  }
}
