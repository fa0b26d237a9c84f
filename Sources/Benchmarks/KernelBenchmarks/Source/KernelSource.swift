internal import BenchmarkBuilds
package import BenchmarkHarness
package import DominantColor
internal import Files
internal import HistoryReports
internal import Measuring
package import Reporting
internal import TimingHistory

/// The kernels of this project as benchmarks: kernels × images, whose builds are commits of this project
/// and this program itself.
package struct KernelSource: BenchmarkSource {
  /// What commits, builds or kernels the kernels are compared with.
  package enum Opponent {
    /// Another kernel of this build.
    case kernel(any Kernel)
    /// Another build of this program.
    case build(path: String)
    /// Two commits, each built.
    case commits
  }

  /// Kernels and images, and how long they are timed.
  package let plan: BenchmarkPlan
  /// The images of comparisons, each made by every process anew.
  package let images: [ComparedImage]
  /// The instruction set as it was asked for; `nil` for the best of the machine.
  package let instructionSet: String?
  /// What is compared.
  package let opponent: Opponent
  /// What self-tests run.
  package let test: KernelSelfTest
  /// The path of this program.
  let program = Executable.currentPath ?? CommandLine.arguments[0]

  /// Makes a source.
  package init(
    plan: BenchmarkPlan, images: [ComparedImage] = [], instructionSet: String? = nil,
    opponent: Opponent = .commits, test: KernelSelfTest = KernelSelfTest()
  ) {
    self.plan = plan
    self.images = images
    self.instructionSet = instructionSet
    self.opponent = opponent
    self.test = test
  }

  /// Workers are this program.
  package var measuresThisProgram: Bool { true }

  /// How a worker runs a kernel on an image.
  func work(_ kernel: any Kernel, on image: ComparedImage) -> BenchmarkWork {
    KernelWork.benchmark(
      of: kernel, on: image, threads: plan.threads, instructionSet: instructionSet)
  }

  private var race: KernelRace {
    KernelRace(
      kernels: plan.kernels, instructionSet: plan.instructionSet, threads: plan.threads,
      secondsPerKernel: plan.secondsPerKernel, timer: SystemContenderTimer())
  }

  /// Checks the kernels on every image, and times them in turns.
  package func run(_ settings: RunSettings, _ desk: RunDesk) throws -> WorkStatus {
    let environment = RunEnvironment.current(inputs: plan.images)
    var session = RunSession(
      race: race, images: plan.images, load: ImageLoader.load, expand: ImageLoader.expand,
      format: Self.writer(settings), environment: environment, output: desk.output,
      message: desk.message, isCancelled: desk.isCancelled,
      counter: settings.countsCosts ? counter : nil,
      recorder: try desk.recorder("bench", environment), progress: desk.progress,
      elapsed: desk.elapsed)
    return session.run()
  }

  /// How results are written.
  static func writer(_ settings: RunSettings) -> any ResultFormat<ImageResult> {
    switch settings.format {
    case .table: TableReport(swatch: settings.swatch)
    case .json: JSONReport()
    case .csv: CSVReport()
    case .markdown: MarkdownReport()
    }
  }

  /// Counts a kernel's instructions in a process of its own.
  private var counter: (_ kernel: String, _ image: ImageRequest) -> InstructionCount {
    let counter = InstructionCounter.forThisMachine(WorkerStarter(timeout: 60))
    return { kernel, image in
      guard let image = ComparedImage(image) else {
        return .unavailable("the photo kept with the package is not here")
      }
      guard let kernel = KernelCatalog.kernel(named: kernel) else {
        return .unavailable("there is no kernel '\(kernel)'")
      }
      // The set that ran is counted, also where none was asked for.
      return counter.count(
        program,
        KernelWork.benchmark(
          of: kernel, on: image, threads: plan.threads,
          instructionSet: plan.instructionSet.rawValue))
    }
  }

  /// Measures every image in this process; earlier builds are kept, or built again at their commit.
  package func night(
    _ settings: NightSettings, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceNight {
    let (requests, inputStatus) = expandedImages(context)
    let environment = RunEnvironment.current(inputs: [])
    let builds = KeptBuilds(in: settings.builds, of: .dominantColor, note: context.note)
    let measurement = NightMeasurement(
      race: race, instructionSet: instructionSet, load: ImageLoader.load,
      message: context.message, isCancelled: context.isCancelled, progress: context.progress)
    let starter = WorkerStarter(timeout: 120)
    let pairing = NightPairing(
      starter: starter, program: program, builds: builds,
      counter: settings.countsInstructions ? .forThisMachine(starter) : nil,
      layouts: LayoutChooser(of: .dominantColor, note: context.note),
      isCancelled: context.isCancelled, progress: context.progress)
    return SourceNight(
      environment: environment, planText: planText(requests), parts: requests.count,
      inputStatus: inputStatus, canBeSettledElsewhere: true,
      measure: { part, recorder, share throws(NightFailure) in
        let measured = try measurement.measure(requests[part], recorder: recorder, share: share)
        keep(in: builds, environment, context)
        return measured
      },
      pair: { subject, base, purpose throws(NightFailure) in
        try pairing.session(
          subject, base, purpose, minimumEffect: NightlyPolicy().minimumEffect)
      })
  }

  /// The images without folders, and the status of the first that could not be read.
  private func expandedImages(_ context: WorkContext) -> ([ImageRequest], WorkStatus) {
    var requests: [ImageRequest] = []
    var status = WorkStatus.success
    for image in plan.images {
      do throws(HarnessFailure) {
        requests += try ImageLoader.expand(image)
      } catch {
        context.message(.error(error.message))
        if status == .success { status = error.status }
      }
    }
    return (requests, status)
  }

  /// Keeps tonight's executable for later nights.
  private func keep(
    in builds: KeptBuilds, _ environment: RunEnvironment, _ context: WorkContext
  ) {
    guard let hash = environment.values[.codeHash].value else { return }
    do throws(FileAccessError) {
      try builds.keep(program, hash: hash)
    } catch {
      context.message(
        .warning("This build is not kept, so a later night may have to build it again: \(error)"))
    }
  }

  /// What a night measures: two nights of equal text can be one.
  private func planText(_ requests: [ImageRequest]) -> String {
    let parts = [
      "kernels \(plan.kernels.map(\.id).joined(separator: " "))",
      "images \(requests.map { "\($0)" }.joined(separator: " ")) \(ImageRequest.hash(of: requests))",
      "threads \(plan.threads)", "isa \(plan.instructionSet.rawValue)",
      "seconds \(plan.secondsPerKernel)",
    ]
    return parts.joined(separator: "; ")
  }
}
