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
      In each session a program is linked twice with other layouts of its functions, and every \
      method compares the two: identical code first, then with a known share of work added to one \
      side. The page says how often each method raised a false alarm and how often it found the \
      slowdown. All measurements are kept, one record of JSON a line.

      The program is this one, which runs a kernel, or that of a command in a suite file, which \
      the build of the suite links. With --append a second program gets its section on the same \
      page.

      EXAMPLES
        bench trust --sessions 100 --output TRUST.md --raw trust.jsonl
        bench trust --sessions 3 --method paired --method layouts
        bench trust --suite lua/bench.toml --sessions 100 --output TRUST.md --append
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

  @OptionGroup var suite: SuiteOptions

  @Option(
    help: ArgumentHelp(
      "What runs on both sides: a kernel. Default where there is no suite: simd.",
      valueName: "name"))
  var kernel: String?

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

  @Flag(help: "Add a section to the page at --output, and records to --raw, instead of new ones.")
  var append = false

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  private var chosen = Once<any BenchmarkSource>()

  /// The shares of work that are injected: none, 1 % and 2 %.
  private static let injections = [0, 0.01, 0.02]

  func validate() throws {
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--sessions takes 1 to 100000, not \(sessions).")
    }
    guard !append || output != nil else {
      throw ValidationError("--append adds to the page at --output: give one.")
    }
    _ = try source()
  }

  func run() throws {
    let source = try self.source()
    if source.measuresThisProgram { try build.requireRelease(for: "trust") }
    Interruption.watch()
    let context = WorkContext(
      message: messages.message, isCancelled: { Interruption.isRequested })
    let raced = try reportingFailures { try source.methodRace(seed: seed, context) }
    let records = race(raced)
    raced.finish()
    try write(records, of: raced)
    if Interruption.isRequested { throw ExitCode(.interrupted) }
  }

  /// Races the methods, session after session; a comparison that fails does not keep the others from it.
  private func race(_ raced: SourceMethodRace) -> [RaceRecord] {
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
          let failure: String
          do throws(HarnessFailure) {
            let race = MethodRace(
              pair: try raced.pair(session, injected), seed: seed &+ UInt64(session),
              pairs: raced.pairs, isCancelled: { Interruption.isRequested }, seconds: elapsed)
            do throws(WorkerFailure) {
              records.append(try race.compare(by: method, injected: injected, session: session))
              continue
            } catch {
              failure = "\(error)."
            }
          } catch {
            failure = error.message
          }
          progress.clear()
          // Ctrl-C also ends what a comparison has started, whose failure then says nothing.
          if Interruption.isRequested { break }
          messages.message(.error("\(method.title), session \(session + 1): \(failure)"))
        }
      }
    }
    progress.clear()
    return records
  }

  private var chosenMethods: [RacedMethod] { methods.isEmpty ? RacedMethod.allCases : methods }

  /// The benchmark of a suite, or a kernel where one is asked for or there is no suite.
  private func source() throws -> any BenchmarkSource {
    try chosen.value {
      try reportingFailures {
        try suite.choice.source(
          of: kernel == nil ? suite.file : nil, hasMore: suite.path != nil,
          complaint:
            "--suite, --only and --cache go with a benchmark of a suite file: there is none here, or "
            + "a kernel was asked for.") ?? kernels()
      }
    }
  }

  /// The options that choose what runs on both sides.
  private var subjectOptions: String {
    guard kernel == nil, let file = suite.file else {
      return "--kernel \(kernelName) --image \(image) --size \(size)"
    }
    let names = suite.choice.only.map { " --only \($0)" }
    return "--suite \(suite.path ?? PathParts(file).name)" + names.joined()
  }

  private var kernelName: String { kernel ?? "simd" }

  private func kernels() throws(InvalidRequest) -> any BenchmarkSource {
    let test = KernelSelfTest(
      kernel: kernelName, image: ComparedImage(name: image, size: size))
    _ = try KernelWorkloads.kernel(named: test.kernel)
    _ = try test.image.request()
    return KernelSource(testing: test)
  }

  private func write(_ records: [RaceRecord], of raced: SourceMethodRace) throws {
    let page = RacePage(of: chosenMethods)
    let section = page.section(
      on: raced.subject, explanation: raced.explanation,
      command: "bench trust --sessions \(sessions) \(subjectOptions)"
        + methods.map { " --method \($0.rawValue)" }.joined() + " --seed \(seed)",
      machine: RunEnvironment.current(inputs: []).summary, records,
      shares: Self.injections.count)
    try reportingFailures {
      do throws(FileAccessError) {
        if let raw { try write(lines(records), to: raw) }
        let text = Array(((append ? "" : page.beginning) + section).utf8)
        if let output {
          try write(text, to: output)
        } else {
          StandardOutput.write(text)
        }
      } catch {
        throw HarnessFailure(unwritable: error)
      }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
    let before = append && FileKind(path: path) != .absent ? try readFile(at: path) : []
    try writeFile(before + bytes, to: path, replacingExisting: true)
  }

  /// One record of JSON a line.
  private func lines(_ records: [RaceRecord]) -> [UInt8] {
    Array(records.map { $0.json.line + "\n" }.joined().utf8)
  }
}
