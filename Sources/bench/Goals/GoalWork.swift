internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import DominantColor
internal import Measuring
internal import Pixels

/// Work that goals measure, on any image.
enum GoalWork: Hashable, Sendable {
  /// The fastest vector read of the image.
  case read
  /// A kernel with an instruction set (`nil`: the best) and a number of threads.
  case kernel(String, InstructionSet?, threads: Int)
  /// `simd` over the fine grid.
  case fine
  /// What `simd` does to the pixels, without searching windows.
  case pass
  /// The sampled answer.
  case sampled
  /// An empty call: the cost of timing itself.
  case nothing

  /// What tables call it.
  var label: String {
    switch self {
    case .read: "read"
    case .kernel(let id, let set, let threads):
      id + (set.map { "/\($0.rawValue)" } ?? "") + (threads > 1 ? "×\(threads)" : "")
    case .fine: "simd/fine"
    case .pass: "pass"
    case .sampled: "sampled"
    case .nothing: "empty call"
    }
  }

  /// The work on a view, in memory of its own that is allocated now.
  ///
  /// - Throws: `InputFailure` for a kernel that the catalogue does not list.
  func contender(on view: PixelView) throws(InputFailure) -> Contender {
    switch self {
    case .read:
      return Contender(label) { PlainRead.sum(of: view) }
    case .kernel(let id, let set, let threads):
      guard let kernel = KernelCatalog.kernel(named: id) else {
        throw InputFailure(
          message: unknownChoice(id, kind: "kernel", choices: KernelCatalog.all.map(\.id)),
          status: .failure)
      }
      let workspace = Workspace(instructionSet: set ?? .best, threads: threads)
      return Contender(label) {
        kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
      }
    case .fine:
      let workspace = Workspace()
      var options = PaletteOptions()
      options.precision = .fine
      let kernel = KernelCatalog.simd
      return Contender(label) {
        [options] in kernel.palette(of: view, options: options, workspace: workspace)
      }
    case .nothing:
      return Contender(label) {}
    case .pass:
      let workspace = Workspace()
      return Contender(label) {
        HistogramMethod.withSummary(of: workspace, PaletteOptions()) { histogram in
          KernelCatalog.simd.add(
            view, rule: VisibilityRule(), to: &histogram, workspace: workspace)
        }
      }
    case .sampled:
      let workspace = Workspace()
      let kernel = SampledKernel()
      return Contender(label) {
        kernel.answer(for: view, options: PaletteOptions(), workspace: workspace)
      }
    }
  }
}
