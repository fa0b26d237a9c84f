internal import DominantColor
internal import Measurement
internal import Pixels

/// The workloads of a worker process: its kernels take turns on one image in one memory.
///
/// They share the pixels and the workspace, because where data lies decides how it falls into the
/// caches: equal kernels with tables of their own differ by percents, from launch to launch.
struct KernelWorkloads {
  private let work: KernelWork
  private let input: SharedInput

  init(_ work: KernelWork) {
    self.work = work
    input = SharedInput(work)
  }

  /// One workload for each kernel, in order.
  var all: [Workload] {
    work.kernels.indices.map { index in
      let slowdown = index == work.kernels.count - 1 ? work.slowdown : 0
      return Workload {
        let kernel = try Self.kernel(named: work.kernels[index])
        let (image, workspace) = try input.load()
        let answer = image.pixels.withPixels { view in
          PaletteWords.text(
            kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
        }
        let contender = Contender(
          kernel.id,
          repeating: { iterations in
            image.pixels.withPixels { view in
              for _ in 0..<iterations {
                blackHole(
                  kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
              }
            }
          })
        return Workload.PreparedWork(
          answer: answer, slowdown > 0 ? contender.slowed(by: slowdown) : contender)
      }
    }
  }

  static func kernel(named name: String) throws(UsageError) -> any Kernel {
    guard let kernel = KernelCatalog.kernel(named: name) else {
      throw UsageError(unknownChoice(name, kind: "kernel", choices: KernelCatalog.all.map(\.id)))
    }
    return kernel
  }
}

/// The image and the memory of a worker, made when first asked for.
private final class SharedInput {
  private let work: KernelWork
  private var loaded: (image: BenchmarkImage, workspace: Workspace)?

  init(_ work: KernelWork) { self.work = work }

  func load() throws -> (image: BenchmarkImage, workspace: Workspace) {
    if let loaded { return loaded }
    let set: InstructionSet
    if let name = work.instructionSet {
      set = try BenchmarkPlan.instructionSet(name)
    } else {
      set = .best
    }
    let request = try work.image.request()
    let image: BenchmarkImage
    do {
      image = try ImageLoader.load(request)
    } catch {
      throw UsageError(error.message)
    }
    let made = (image, Workspace(instructionSet: set, threads: work.threads))
    loaded = made
    return made
  }
}
