internal import BenchmarkBuilds
package import BenchmarkHarness
internal import DominantColor
internal import Files
internal import Measuring
package import Reporting

/// What the kernel source compares with itself to test comparisons.
package struct KernelSelfTest {
  /// What the two sides of a session are.
  package enum Sides {
    /// Two workloads of one process.
    case oneProcess
    /// Two copies of this program, each in a process of its own.
    case copies
    /// This program linked twice, with other layouts in each launch.
    case relinked
    /// Two linkings a session, compared as they are.
    case linkings
  }

  /// A kernel, or the pixel loop of the histogram reference alone.
  package var kernel: String
  /// What it works on.
  package var image: ComparedImage
  /// What the two sides are.
  package var sides: Sides
  /// Whether another core is kept busy.
  package var hasNeighbour: Bool

  /// Makes a test; by default of the pixel loop, so short that an epoch of 0.1 ms has the iterations to
  /// inject into.
  package init(
    kernel: String = KernelWorkloads.loop,
    image: ComparedImage = ComparedImage(name: "photo", size: "8x8"), sides: Sides = .oneProcess,
    hasNeighbour: Bool = false
  ) {
    self.kernel = kernel
    self.image = image
    self.sides = sides
    self.hasNeighbour = hasNeighbour
  }

  /// Checks that there are such a kernel and such an image.
  package func check() throws(InvalidRequest) {
    try KernelWorkloads.check(kernel)
    _ = try image.request()
  }
}

extension KernelSource {
  /// A source of nothing but tests.
  package init(testing test: KernelSelfTest) {
    self.init(
      plan: BenchmarkPlan(
        kernels: [], images: [], instructionSet: .best, threads: 1, secondsPerKernel: 0),
      test: test)
  }

  /// Sessions of one kernel with itself.
  package func selfTest(
    _ kind: SelfTest.Kind, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceSelfTest {
    let neighbour =
      test.hasNeighbour
      ? try NeighbourLoad(
        starter: WorkerStarter(timeout: 60), program: program,
        arguments: [KernelWork.command, "--spin"]) : nil
    let session = try session(kind, seed: seed)
    let isOfLinkings = test.sides == .linkings
    var effects: [Double] = []
    return SourceSelfTest(
      run: { index, isCancelled in
        let result = withExtendedLifetime(neighbour) { session(index, isCancelled) }
        if result.end == .decided, let effect = result.estimate()?.logRatio.value {
          effects.append(effect)
        }
        return result
      },
      finish: { () throws(HarnessFailure) in
        if isOfLinkings { try Self.keepAllowance(effects, context) }
        return SourceSelfTest.Details()
      })
  }

  private func session(
    _ kind: SelfTest.Kind, seed: UInt64
  ) throws(HarnessFailure) -> (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult {
    var work = KernelWork(
      kernels: [test.kernel], image: test.image, threads: 1, instructionSet: nil)
    let slowdown: Double = if case .injected(let share) = kind { share.fraction } else { 0 }
    guard let files = try files(seed: seed) else {
      work.kernels = [test.kernel, test.kernel]
      work.slowdown = slowdown
      let session = SelfTestSession(
        starter: WorkerStarter(timeout: 60), program: program, arguments: work.arguments,
        iterationMultiple: work.iterationMultiple, seed: seed)
      return { session.run(index: $0, isCancelled: $1) }
    }
    let base = work.arguments
    work.slowdown = slowdown
    let session = TwoFileSession(
      starter: WorkerStarter(timeout: 60), files: files, arguments: (base, work.arguments),
      pairs: KernelWork.pairs, iterationMultiple: work.iterationMultiple, seed: seed)
    return { session.run(index: $0, isCancelled: $1) }
  }

  /// The files of both sides; `nil` where both are in one process.
  private func files(seed: UInt64) throws(HarnessFailure) -> TwoFileSession.Files? {
    func programs(isPaired: Bool) throws(HarnessFailure) -> LayoutPrograms {
      try LayoutPrograms(
        base: program, candidate: program, isPaired: isPaired, first: seed &* 1_000_000,
        folder: LayoutPrograms.standardFolder(of: .dominantColor))
    }
    return switch test.sides {
    case .oneProcess: nil
    case .copies: .copies(of: program)
    case .relinked: .layouts(try programs(isPaired: true))
    case .linkings: .linkings(try programs(isPaired: false))
    }
  }

  /// Keeps the largest difference between two linkings for comparisons that cannot link again.
  private static func keepAllowance(
    _ effects: [Double], _ context: WorkContext
  ) throws(HarnessFailure) {
    guard let allowance = LayoutAllowance(measured: effects) else {
      context.note(
        "Nothing was kept: \(effects.count) pairs of layouts were compared, and "
          + "\(LayoutAllowance.leastPairs) are needed.")
      return
    }
    do throws(FileAccessError) {
      try LayoutAllowanceFile.standard(of: .dominantColor).keep(allowance)
    } catch {
      throw HarnessFailure(unwritable: error)
    }
    let percent = Decimals.fixed(LogRatio(allowance.logRatio).percent, places: 2)
    context.note(
      "Kept for this machine: layout alone makes up to ±\(percent) %, of \(effects.count) pairs.")
  }
}
