internal import BenchmarkBuilds
package import BenchmarkHarness
internal import DominantColor
internal import Measuring
package import Reporting

extension KernelSource {
  /// Comparisons image by image, kernel by kernel; commits are built first.
  package func comparison(
    _ settings: ComparisonSettings, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceComparison {
    let pairing = KernelPairing(source: self, settings: settings, note: context.note)
    let cases: [ComparisonCase]
    switch opponent {
    case .kernel(let base):
      cases = images.flatMap { image in
        plan.kernels.map { pairing.pair(base: base, candidate: $0, on: image) }
      }
    case .build(let path):
      cases = pairing.cases(
        of: .init(name: path, path: path), and: .init(name: "this build", path: program))
    case .commits:
      guard settings.revisions.count == 2 else {
        throw .wrongUsage("Two commits are compared, and there is \(settings.revisions.count).")
      }
      let builds = try builds(settings.revisions[0], settings.revisions[1], context)
      cases = pairing.cases(of: builds.base, and: builds.candidate)
    }
    return SourceComparison(title: "bench compare", cases: cases)
  }

  private func builds(
    _ first: String, _ second: String, _ context: WorkContext
  ) throws(HarnessFailure) -> (base: BuildComparison.Build, candidate: BuildComparison.Build) {
    let revisions = try RevisionBuilds(
      containing: ".", recipe: BenchmarkProject.dominantColor.recipe, note: context.note,
      isCancelled: context.isCancelled)
    let commits = (try revisions.checkout.commit(first), try revisions.checkout.commit(second))
    revisions.noteUncommitted()
    return (
      BuildComparison.Build(name: first, path: try revisions.program(at: commits.0)),
      BuildComparison.Build(name: second, path: try revisions.program(at: commits.1))
    )
  }

  /// Commits are built once each, and run the first kernel on the first image.
  package func search(
    good: String, bad: String, _ context: WorkContext
  ) throws(HarnessFailure) -> CommitSearch {
    guard let kernel = plan.kernels.first, let image = images.first else {
      throw .wrongUsage("One kernel on one image is searched for.")
    }
    let work = work(kernel, on: image)
    let builds = try RevisionBuilds(
      containing: ".", recipe: BenchmarkProject.dominantColor.recipe, note: context.note,
      isCancelled: context.isCancelled)
    let range = try CommitRange(good: good, bad: bad, in: builds.checkout)
    let pairing = BuildPairing(
      starter: WorkerStarter(timeout: 120),
      layouts: LayoutChooser(of: .dominantColor, note: context.note),
      isCancelled: context.isCancelled, progress: context.progress)
    return CommitSearch(
      range: range, benchmark: work.name, subject: work.subject ?? "",
      session: { commit, purpose throws(HarnessFailure) in
        try pairing.session(
          work, base: try builds.program(at: range.good),
          candidate: try builds.program(at: commit), purpose,
          label: "comparing \(commit.prefix(12))")
      })
  }
}

/// Makes comparisons of kernels, of which both sides are workers of this program.
private struct KernelPairing {
  private let source: KernelSource
  private let starter: WorkerStarter
  private let plan: SessionPlan
  private let clock: ClockChoice?
  private let counter: InstructionCounter?
  private let note: (String) -> Void

  init(source: KernelSource, settings: ComparisonSettings, note: @escaping (String) -> Void) {
    self.source = source
    starter = WorkerStarter(timeout: settings.timeout ?? 60)
    plan = SessionPlan(comparing: settings)
    clock = settings.clock
    counter = settings.countsCosts ? .forThisMachine(starter) : nil
    self.note = note
  }

  /// Each kernel in two builds.
  func cases(
    of base: BuildComparison.Build, and candidate: BuildComparison.Build
  ) -> [ComparisonCase] {
    let chooser = LayoutChooser(of: .dominantColor, note: note)
    let comparison = BuildComparison(
      starter: starter, base: base, candidate: candidate, plan: plan, clock: clock,
      counter: counter,
      layouts: chooser.treatment(base: base.path, candidate: candidate.path))
    return source.images.flatMap { image in
      source.plan.kernels.map { comparison.makeCase(of: source.work($0, on: image)) }
    }
  }

  /// Two kernels of one build.
  func pair(base: any Kernel, candidate: any Kernel, on image: ComparedImage) -> ComparisonCase {
    let comparison = WorkloadComparison(
      starter: starter, program: source.program, plan: plan, clock: clock, counter: counter)
    func arguments(_ kernels: [String]) -> [String] {
      KernelWork(
        kernels: kernels, image: image, threads: source.plan.threads,
        instructionSet: source.instructionSet
      ).arguments
    }
    let reference = KernelCatalog.reference(for: base.method).id
    var pair = comparison.makeCase(
      of: WorkloadComparison.Pair(
        base: source.work(base, on: image), candidate: source.work(candidate, on: image),
        subject: image.label, arguments: arguments([base.id, candidate.id]),
        checkArguments: arguments([reference, base.id, candidate.id])))
    if base.method != candidate.method {
      pair.check = { () throws(HarnessFailure) in
        throw .notComparable(
          "'\(candidate.id)' answers by method '\(candidate.method.rawValue)' and '\(base.id)' by "
            + "'\(base.method.rawValue)': they use different methods.")
      }
    }
    return pair
  }
}
