internal import KernelBenchmarks
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import DominantColor
internal import Measuring
internal import Reporting

/// The cases of a plan, in the order in which they are run: image by image, kernel by kernel.
struct ComparisonCases {
  let plan: ComparePlan
  let starter: WorkerStarter
  /// `nil` to count no instructions.
  let counter: InstructionCounter?
  /// The path of this program.
  let program: String
  /// Called with what takes long before the first case.
  let note: (Notice) -> Void

  /// Makes the cases; commits are built first.
  ///
  /// - Throws: ``HarnessFailure`` when there is nothing to run.
  func make() throws(HarnessFailure) -> [ComparisonCase] {
    switch plan.kind {
    case .kernels(let kernels, let base):
      return plan.images.flatMap { image in
        kernels.map { pair(base: base, candidate: $0, on: image) }
      }
    case .build(let path, let kernels):
      return cases(
        of: .init(name: path, path: path), and: .init(name: "this build", path: program), kernels)
    case .revisions(let first, let second, let kernels):
      let builds = try self.builds(first, second)
      return cases(of: builds.base, and: builds.candidate, kernels)
    case .commands(let commands, areWorkers: true):
      return [commands.makeWorkerCase(starter: starter, plan: plan.plan, clock: plan.clock)]
    case .commands(let commands, areWorkers: false):
      return [commands.makeCase(starter: starter, plan: plan.plan, clock: plan.clock)]
    }
  }

  private func work(_ kernel: any Kernel, on image: ComparedImage) -> BenchmarkWork {
    KernelWork.benchmark(
      of: kernel, on: image, threads: plan.threads, instructionSet: plan.instructionSet)
  }

  private func cases(
    of base: BuildComparison.Build, and candidate: BuildComparison.Build,
    _ kernels: [any Kernel]
  ) -> [ComparisonCase] {
    let chooser = LayoutChooser(of: .dominantColor, note: { note(.note($0)) })
    let comparison = BuildComparison(
      starter: starter, base: base, candidate: candidate, plan: plan.plan, clock: plan.clock,
      counter: counter,
      layouts: chooser.treatment(base: base.path, candidate: candidate.path))
    return plan.images.flatMap { image in
      kernels.map { comparison.makeCase(of: work($0, on: image)) }
    }
  }

  private func pair(
    base: any Kernel, candidate: any Kernel, on image: ComparedImage
  ) -> ComparisonCase {
    let comparison = WorkloadComparison(
      starter: starter, program: program, plan: plan.plan, clock: plan.clock, counter: counter)
    func arguments(_ kernels: [String]) -> [String] {
      KernelWork(
        kernels: kernels, image: image, threads: plan.threads,
        instructionSet: plan.instructionSet
      ).arguments
    }
    let reference = KernelCatalog.reference(for: base.method).id
    var pair = comparison.makeCase(
      of: WorkloadComparison.Pair(
        base: work(base, on: image), candidate: work(candidate, on: image), subject: image.label,
        arguments: arguments([base.id, candidate.id]),
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

  private func builds(
    _ first: String, _ second: String
  ) throws(HarnessFailure) -> (base: BuildComparison.Build, candidate: BuildComparison.Build) {
    let revisions = try RevisionBuilds(
      containing: ".", recipe: BenchmarkProject.dominantColor.recipe,
      note: { note(.note($0)) })
    let commits = (try revisions.checkout.commit(first), try revisions.checkout.commit(second))
    revisions.noteUncommitted()
    return (
      BuildComparison.Build(name: first, path: try revisions.program(at: commits.0)),
      BuildComparison.Build(name: second, path: try revisions.program(at: commits.1))
    )
  }
}
