internal import BenchmarkBuilds
internal import Measuring
internal import Reporting

extension ProgramCopies {
  /// The program that a worker of a side is started from.
  ///
  /// - Parameters:
  ///   - side: the side.
  ///   - launch: the number of the launch, from 0.
  ///   - isConcurrent: whether it uses the core on which the next layout could be linked meanwhile.
  ///   - layouts: how the layouts of both builds are taken into account.
  ///   - file: the side's build.
  /// - Returns: the build in the layout of the launch, else a copy of it.
  /// - Throws: `WorkerFailure` when it cannot be linked or copied.
  func program(
    _ side: Side, launch: Int, isConcurrent: Bool, layouts: LayoutPolicy?, file: String
  ) throws(WorkerFailure) -> String {
    if let program = try layouts?.drawnProgram(side, launch: launch, linksNext: !isConcurrent) {
      return program
    }
    do throws(HarnessFailure) {
      return try copy(of: file, for: side)
    } catch {
      throw .reported(error.message)
    }
  }
}
