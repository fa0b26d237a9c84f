internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import DominantColor
internal import KernelTuning
internal import KernelWorkloads
internal import Measuring
internal import OrderedJSON
internal import Reporting

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `kernels tune`: finds the fastest kernels on this machine for the library.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Find from which size on threads pay on this machine, for the library to use.",
    discussion: """
      Races the fastest kernel of each method on one thread with the same on all threads, over \
      sizes from 0.26 MP to 24 MP, over photos, flat colour, a cut-out and noise. The two take \
      turns in random order, and one leads by an interval of their ratio in the same rounds; a tie \
      goes to one thread. Each answer is checked against the method's reference.

      The tuning file is for this user, this processor and this version: \
      $XDG_CACHE_HOME/swift-dominant-color/tuning.json, or ~/.cache where that is unset. The \
      library reads it by itself, and ignores it as soon as anything differs; --show says what.

      EXAMPLES
        kernels tune                                  twenty seconds; writes the file
        kernels tune --show                           what the file says; is it used?
        kernels tune --verify                         regret on other images
        kernels tune --verify --without-tuning        the same for the default order

      EXIT CODES (those of all commands: kernels --help)
        0    done
        1    a kernel answered wrongly (and is not chosen)
        130  interrupted: nothing was written
      """)

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "Tune a method alone: histogram, kmeans, hue or distinct; repeatable. What the file says of the others "
        + "is kept.", valueName: "name"), completion: .list(PaletteMethod.allCases.map(\.rawValue)))
  var methods: [String] = []

  @Option(
    help: ArgumentHelp(
      "Seconds for everything. Default: 20.", valueName: "seconds"))
  var time: Double?

  @Option(
    help: ArgumentHelp(
      "How many threads to race with one. Default: all that this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The tuning file to write, show or verify, if not the library's own.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Measure and show, but write nothing.")
  var dryRun = false

  @Flag(help: "Show what the file says, and whether it is used.")
  var show = false

  @Flag(help: "Measure the regret of the library's choices on a held-out grid of images.")
  var verify = false

  @Flag(help: "With --verify: of the default order, as if there were no file.")
  var withoutTuning = false

  @Option(
    help: ArgumentHelp(
      "With --verify: the instruction set of vectors. Default: the best one.", valueName: "set"),
    completion: .list(InstructionSet.allCases.map(\.rawValue)))
  var isa: String?

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  func validate() throws {
    _ = try plan()
    _ = try instructionSet()
    if show && (verify || dryRun) {
      throw ValidationError("--show goes with --output and --format only: it measures nothing.")
    }
    if withoutTuning && !verify {
      throw ValidationError("--without-tuning goes with --verify.")
    }
    if isa != nil && !verify { throw ValidationError("--isa goes with --verify.") }
    if verify && dryRun {
      throw ValidationError("--verify writes nothing by itself: leave out --dry-run.")
    }
    if output == "" { throw ValidationError("--output takes the path of a file, not ''.") }
  }

  func run() throws {
    let path = output ?? TuningFile.standardPath
    if show {
      let shown = TuningShow(file: TuningFile(at: path), key: .current)
      StandardOutput.write(results.format == .json ? shown.json.text + "\n" : shown.text)
      return
    }
    try build.requireRelease(for: "kernels tune")
    Interruption.watch()
    let code = verify ? try runVerification(path) : try runTuning(path)
    if code != .success { throw code }
  }

  private func runTuning(_ path: String?) throws -> ExitCode {
    if path == nil && !dryRun {
      StandardError.write("Error: \(TuningProblem.noPlace) Say where with --output.\n")
      return .failure
    }
    let plan = try plan()
    let session = TuneSession(
      plan: plan, kernels: KernelCatalog.all, timer: TuneTimer(), time: SystemTimeSource(),
      makeImage: TuningImage.make, context: messages.context())
    guard let result = session.run() else {
      StandardError.write("Interrupted: nothing was written.\n")
      return ExitCode(.interrupted)
    }
    for wrong in result.wrong {
      StandardError.write(
        "Error: kernel '\(wrong.kernel)' answers '\(wrong.image)' differently from the reference of "
          + "method '\(wrong.method.rawValue)'. It is never chosen. This is a bug in the kernel.\n")
    }
    let tuning = Tuning(
      key: .current, made: Date.now.formatted(.iso8601),
      // What a valid file says of methods that are not tuned now is kept.
      threads: (TuningFile(at: path).tuning?.threads ?? [:]).merging(result.threads) { $1 })
    let written = dryRun ? nil : path
    if let written { try reportingFailures { try TuningWriting.write(tuning, to: written) } }
    let report = TuneReport(result: result, tuning: tuning, path: written)
    StandardOutput.write(results.format == .json ? report.json.text + "\n" : report.table)
    if let written { messages.message(.note("Written: '\(written)'.")) }
    return result.wrong.isEmpty ? .success : ExitCode(.failure)
  }

  private func runVerification(_ path: String?) throws -> ExitCode {
    let plan = try plan()
    let selection: KernelSelection =
      withoutTuning ? .defaultOrder : .following(TuningFile(at: path))
    var verification = Verification(
      selection: selection,
      methods: plan.methods, threads: plan.threads,
      sizes: HeldOutGrid.sizes, images: HeldOutGrid.images,
      secondsPerRace: time.map { $0 / 200 } ?? 0.3,
      timer: TuneTimer(minimumRounds: 15), time: SystemTimeSource(),
      load: ImageLoader.load, context: messages.context())
    verification.instructionSet = try instructionSet()
    let (cells, wrong) = verification.run()
    let report = VerificationReport(
      cells: cells, explanation: selection.explanation,
      selectionSeconds: verification.selectionSeconds())
    StandardOutput.write(results.format == .json ? report.json.text + "\n" : report.table)
    for kernel in wrong {
      StandardError.write(
        "Error: kernel '\(kernel)' answers differently from its reference. This is a bug in the "
          + "kernel.\n")
    }
    if Interruption.isRequested {
      StandardError.write("Interrupted: the \(cells.count) cells measured by then are shown.\n")
      return ExitCode(.interrupted)
    }
    return wrong.isEmpty ? .success : ExitCode(.failure)
  }

  private func instructionSet() throws -> InstructionSet {
    guard let isa else { return .best }
    return try reportingFailures {
      do throws(InvalidRequest) {
        return try BenchmarkChoice.instructionSet(named: isa)
      } catch {
        throw UsageError(error.description)
      }
    }
  }

  private var planned = Once<TunePlan>()

  private func plan() throws -> TunePlan {
    try planned.value {
      try reportingFailures {
        try TunePlan(
          TuneRequest(methods: methods, seconds: time, threads: threads),
          threads: TuningKey.threads)
      }
    }
  }
}
