internal import ArgumentParser
internal import DominantColor
internal import Measuring

/// The cases of a plan, in the order in which they are run: image by image, kernel by kernel.
struct ComparisonCases {
  let plan: ComparePlan
  let starter: WorkerStarter
  /// `nil` when no instructions are counted.
  let counter: InstructionCounter?
  /// The path of this program.
  let program: String
  /// Told what takes time before the first case.
  let note: (String) -> Void

  /// Makes the cases; commits are built first.
  ///
  /// - Throws: ``ComparisonFailure`` when there is nothing to run.
  func make() throws(ComparisonFailure) -> [ComparisonCase] {
    switch plan.kind {
    case .kernels(let kernels, let base):
      let comparison = KernelComparison(
        starter: starter, program: program, threads: plan.threads,
        instructionSet: plan.instructionSet, plan: plan.plan, clock: plan.clock, counter: counter)
      return plan.images.flatMap { image in
        kernels.map { comparison.makeCase(base: base, candidate: $0, on: image) }
      }
    case .build(let path, let kernels):
      return cases(
        of: .init(name: path, path: path), and: .init(name: "this build", path: program), kernels)
    case .revisions(let first, let second, let kernels):
      let builds = try self.builds(first, second)
      return cases(of: builds.base, and: builds.candidate, kernels)
    case .commands(let commands):
      return [commands.makeCase(starter: starter, plan: plan.plan, clock: plan.clock)]
    }
  }

  private func cases(
    of base: BuildComparison.Build, and candidate: BuildComparison.Build,
    _ kernels: [any Kernel]
  ) -> [ComparisonCase] {
    let comparison = BuildComparison(
      starter: starter, base: base, candidate: candidate, threads: plan.threads,
      instructionSet: plan.instructionSet, plan: plan.plan, clock: plan.clock, counter: counter)
    return plan.images.flatMap { image in
      kernels.map { comparison.makeCase(of: $0, on: image) }
    }
  }

  private func builds(
    _ first: String, _ second: String
  ) throws(ComparisonFailure) -> (base: BuildComparison.Build, candidate: BuildComparison.Build) {
    let revisions: RevisionBuilds
    let commits: (String, String)
    do throws(UsageError) {
      revisions = try RevisionBuilds(containing: ".", note: note)
      commits = (try revisions.commit(first), try revisions.commit(second))
    } catch {
      throw ComparisonFailure(message: error.description, exitCode: .validationFailure)
    }
    revisions.noteUncommitted()
    return (
      BuildComparison.Build(name: first, path: try revisions.bench(at: commits.0)),
      BuildComparison.Build(name: second, path: try revisions.bench(at: commits.1))
    )
  }
}
