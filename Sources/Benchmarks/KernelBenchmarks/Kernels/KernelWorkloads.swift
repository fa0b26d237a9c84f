internal import BenchmarkBuilds
package import DominantColor
package import Measuring
internal import Pixels
package import Reporting
internal import SyntheticImages

/// The workloads of a worker process: its kernels take turns on one image in one memory.
///
/// They share the pixels and the workspace, because where data lies decides how it falls into the
/// caches: equal kernels with tables of their own differ by percents, from launch to launch.
package struct KernelWorkloads {
  private let work: KernelWork
  private let input: SharedInput

  package init(_ work: KernelWork) {
    self.work = work
    input = SharedInput(work)
  }

  /// One workload for each kernel, in order.
  package var all: [Workload] {
    work.kernels.indices.map { index in
      let slowdown = index == work.kernels.count - 1 ? work.slowdown : 0
      return Workload(name: "\(work.kernels[index]) on \(work.image.label)") {
        let name = work.kernels[index]
        if name == Self.loop { return try loop(slowdown) }
        let kernel = try Self.kernel(named: name)
        // Workloads that share a process share its memory; a workload alone gets other memory each
        // time it is prepared.
        let (image, workspace) = try input.load(anew: work.kernels.count == 1)
        let answer = image.pixels.withPixels { view in
          PaletteText.text(
            kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
        }
        func call(_ iterations: Int, then added: AddedWork? = nil) {
          image.pixels.withPixels { view in
            for _ in 0..<iterations {
              blackHole(
                kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
              added?.run()
            }
          }
        }
        let added = slowdown > 0 ? input.added(share: slowdown) { call($0) } : nil
        return Workload.PreparedWork(
          answer: answer,
          Contender(kernel.id) { call($0, then: work.onlyTimesSlowdown ? nil : added) })
      }
    }
  }

  /// A name for the pixel loop of the histogram reference alone.
  ///
  /// Without the search for a winner, which makes even the smallest image take 20 µs, a short epoch
  /// holds hundreds of calls.
  package static let loop = "loop"

  private func loop(_ slowdown: Double) throws -> Workload.PreparedWork {
    let input = input
    let image = try input.load(anew: work.kernels.count == 1).image
    input.histogram = ColorHistogram(.standard)
    func count(_ calls: Int) {
      image.pixels.withPixels { view in
        for _ in 0..<calls { input.histogram.add(view, rule: VisibilityRule()) }
      }
    }
    count(1)
    let contender = Contender(Self.loop, repeating: count)
    return Workload.PreparedWork(
      answer: "\(image.pixels.checksum)",
      slowed(contender, by: work.onlyTimesSlowdown ? 0 : slowdown))
  }

  /// Where one side is slowed, the other is slowed by nothing: one call more on the stack moves what
  /// lies on it, and with bad luck makes equal work differ by tenths.
  private func slowed(_ contender: Contender, by share: Double) -> Contender {
    work.slowdown > 0 ? contender.slowed(by: share) : contender
  }

  /// How many pixels the image has.
  package func pixelCount() throws -> Int { try input.load().image.pixels.pixelCount }

  /// Whether workers know a name: that of a kernel, or ``loop``.
  package static func check(_ name: String) throws(InvalidRequest) {
    if name != loop { _ = try kernel(named: name) }
  }

  package static func kernel(named name: String) throws(InvalidRequest) -> any Kernel {
    guard let kernel = KernelCatalog.kernel(named: name) else {
      throw InvalidRequest(
        unknownChoice(name, kind: "kernel", choices: KernelCatalog.all.map(\.id)))
    }
    return kernel
  }
}

/// The image and the memory of a worker, made when first asked for.
private final class SharedInput {
  private let work: KernelWork
  /// What follows each call of a slowed kernel, found out once.
  private var added: AddedWork?
  private var image: BenchmarkImage?
  private var workspace: Workspace?
  /// Pages that are taken so that the next memory lies behind them.
  private var spacing: [[UInt8]] = []
  /// What the pixel loop counts into.
  var histogram = ColorHistogram(.standard)

  init(_ work: KernelWork) { self.work = work }

  /// The image and the memory; anew: both in other pages than the last time.
  ///
  /// What was held is freed after the new memory was taken, and some pages stay taken in between,
  /// or the system would give the same pages again.
  func load(anew: Bool = false) throws -> (image: BenchmarkImage, workspace: Workspace) {
    if anew, workspace != nil {
      workspace = nil
      image = try image.map { try $0.moved() }
      spacing = (0..<Int.random(in: 0...16)).map { _ in
        [UInt8](repeating: 1, count: Int.random(in: 1...2) * 4096)
      }
      FreeMemory.returnToSystem()
    }
    let image = try image ?? loadImage()
    let workspace = try workspace ?? makeWorkspace()
    self.image = image
    self.workspace = workspace
    return (image, workspace)
  }

  /// The work that takes a share of a call's time, timed when it is first asked for.
  func added(share: Double, toEach call: (_ iterations: Int) -> Void) -> AddedWork {
    let added = added ?? AddedWork(share: share, of: call)
    self.added = added
    return added
  }

  private func loadImage() throws -> BenchmarkImage {
    let request = try work.image.request()
    do {
      return try ImageLoader.load(request)
    } catch {
      throw InvalidRequest(error.message)
    }
  }

  private func makeWorkspace() throws -> Workspace {
    let set = try BenchmarkPlan.instructionSet(work.instructionSet)
    return Workspace(instructionSet: set, threads: work.threads)
  }
}
