package import DominantColor
package import KernelWorkloads
package import Measuring
internal import Pixels
internal import Reporting
internal import ShowHide

/// Work that goals measure, on any image or file.
package enum GoalWork: Hashable, Sendable {
  /// The fastest vector read of the image, by that many threads.
  case reading(threads: Int)
  /// A kernel with an instruction set (`nil`: the best) and a number of threads.
  case kernel(String, InstructionSet?, threads: Int)
  /// `simd` over the fine grid.
  case fine
  /// `kmeans` with that many clusters.
  case clusters(Int)
  /// What `simd` does to the pixels, without searching windows.
  case pass
  /// A copy of the image to memory that is there already.
  case copy
  /// Show and hide, to memory that is there already.
  case effect(EffectWork)
  /// Work on the bytes of a file.
  case file(FileWork)
  /// An empty call: the cost of timing itself.
  case nothing

  /// The fastest vector read of the image, by one thread.
  package static let read = GoalWork.reading(threads: 1)

  /// What tables call it.
  package var label: String {
    switch self {
    case .reading(let threads): "read" + (threads > 1 ? "×\(threads)" : "")
    case .kernel(let id, let set, let threads):
      id + (set.map { "/\($0.rawValue)" } ?? "") + (threads > 1 ? "×\(threads)" : "")
    case .fine: "simd/fine"
    case .clusters(let count): "kmeans, K = \(count)"
    case .pass: "pass"
    case .copy: "copy"
    case .effect(let effect): effect.rawValue
    case .file(let work): work.label
    case .nothing: "empty call"
    }
  }

  /// The work on a material, in memory of its own that is allocated now.
  ///
  /// - Throws: `InputFailure` for a kernel that the catalogue does not list, a file that cannot be
  ///   read, and a material that the work is not for.
  package func contender(on material: GoalMaterial) throws(InputFailure) -> Contender {
    switch (self, material) {
    case (.file(let work), .file(let file, let bytes)):
      return try work.contender(reading: bytes, named: file.name)
    case (.file, .pixels), (_, .file):
      throw InputFailure(
        message: "'\(label)' is not measured on \(material.kind).", status: .failure)
    case (_, .pixels(let view)):
      return try contender(on: view)
    }
  }

  private func contender(on view: PixelView) throws(InputFailure) -> Contender {
    switch self {
    case .reading(let threads):
      return Contender(label) { ThreadedRead.run(over: view, threads: threads) }
    case .kernel(let id, let set, let threads):
      return try answer(
        id, for: view, PaletteOptions(),
        Workspace(instructionSet: set ?? .best, threads: threads))
    case .fine:
      return try answer("simd", for: view, PaletteOptions(precision: .fine), Workspace())
    case .clusters(let count):
      return try answer("kmeans", for: view, PaletteOptions(count: count), Workspace())
    case .nothing, .file:
      return Contender(label) {}
    case .pass:
      let workspace = Workspace()
      return Contender(label) {
        HistogramMethod.withSummary(of: workspace, PaletteOptions()) { histogram in
          KernelCatalog.simd.add(
            view, rule: VisibilityRule(), to: &histogram, workspace: workspace)
        }
      }
    case .copy:
      var target = try image(like: view)
      return Contender(label) {
        target.withMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          // SAFETY: both have the same number of pixels, the view's without padding.
          base.copyMemory(from: view.baseAddress, byteCount: bytes.count)
          blackHole(base)
        }
      }
    case .effect(let effect):
      var target = try image(like: view)
      let selection = effect.selection
      return Contender(label) { Effect.show.apply(to: view, into: &target, selecting: selection) }
    }
  }

  private func answer(
    _ id: String, for view: PixelView, _ options: PaletteOptions, _ workspace: Workspace
  ) throws(InputFailure) -> Contender {
    guard let kernel = KernelCatalog.kernel(named: id) else {
      throw InputFailure(
        message: unknownChoice(id, kind: "kernel", choices: KernelCatalog.all.map(\.id)),
        status: .failure)
    }
    return Contender(label) { kernel.palette(of: view, options: options, workspace: workspace) }
  }

  /// An image of a view's size, all of whose memory the system has given.
  private func image(like view: PixelView) throws(InputFailure) -> ImageBuffer {
    do {
      return try ImageBuffer(copying: view)
    } catch {
      throw .noMemory(label, error.description)
    }
  }
}
