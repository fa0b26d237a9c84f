internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Measuring
package import Reporting

extension KernelSource {
  /// A kernel of this program, linked again in two layouts.
  package func methodRace(
    seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceMethodRace {
    let folder = LayoutPrograms.standardFolder(of: .dominantColor)
    let fixed = try LayoutPrograms(
      base: program, candidate: program, isPaired: false, first: seed &* 1_000_003,
      folder: folder)
    let drawn = try LayoutPrograms(base: program, candidate: program, folder: folder)
    return SourceMethodRace(
      subject: "\(test.kernel) on \(test.image.label)",
      explanation: """
        A kernel of this project, called by a process that stays. The work is arithmetic after each \
        call of the kernel that takes its share of the call's time, as measured when the process \
        begins, on both sides.
        """,
      pairs: KernelWork.pairs,
      pair: { session, share throws(HarnessFailure) in
        pair(try fixed.programs(launch: session), drawn, share)
      })
  }

  private func pair(
    _ files: (base: String, candidate: String), _ drawn: LayoutPrograms, _ share: Double
  ) -> RacedPair {
    var work = KernelWork(
      kernels: [test.kernel], image: test.image, threads: 1, instructionSet: nil)
    work.slowdown = share
    let candidate = work.arguments
    // A process of either side finds out how much work the share is, or one would take longer for that.
    work.onlyTimesSlowdown = share > 0
    let base = work.arguments
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
}
