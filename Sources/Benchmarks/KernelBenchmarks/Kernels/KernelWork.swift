package import BenchmarkHarness
package import DominantColor
package import Measuring
package import Reporting

/// The work of one worker process: kernels on one image, as its command line says it.
package struct KernelWork: Equatable, Sendable {
  /// After each pair a kernel gets other memory.
  ///
  /// Where pixels and tables lie makes equal code differ by percents, so that a launch is worth as much
  /// as it has such places, and preparing a kernel costs little more than running it. Two hundred are
  /// near the least time for an interval of a given width on processors where launches differ little
  /// by anything else, and on such where they do (`Benchmarks/Notes/Layouts.md`).
  package static let pairs = LaunchPairs(perLaunch: 200, perPreparation: 1)

  /// The subcommand that acts as a worker.
  package static let command = "worker"

  /// By the names `bench list` gives; the first is workload 0.
  package var kernels: [String]
  package var image: ComparedImage
  package var threads: Int
  /// `nil`: the best that the worker's machine has.
  package var instructionSet: String?
  /// The share of extra work that is injected into the last kernel: 0.01 is one percent.
  package var slowdown: Double = 0
  /// Whether the extra work is only timed and not done: the other side of a slowed one, where
  /// processes are timed from their start to their end.
  package var onlyTimesSlowdown = false

  /// Makes one of its parts.
  package init(
    kernels: [String], image: ComparedImage, threads: Int, instructionSet: String? = nil,
    slowdown: Double = 0
  ) {
    self.kernels = kernels
    self.image = image
    self.threads = threads
    self.instructionSet = instructionSet
    self.slowdown = slowdown
  }

  /// What a worker is started with.
  package var arguments: [String] {
    var arguments = [Self.command] + kernels.map { "--kernel=\($0)" } + image.arguments
    arguments.append("--threads=\(threads)")
    if let instructionSet { arguments.append("--isa=\(instructionSet)") }
    if slowdown > 0 { arguments.append("--slowdown=\(slowdown)") }
    if onlyTimesSlowdown { arguments.append("--only-times-slowdown") }
    return arguments
  }

  /// What the iterations of an epoch are a multiple of.
  ///
  /// The pixel loop is slowed by one call more in each so many; a kernel by work after each call.
  package var iterationMultiple: Int {
    kernels.last == KernelWorkloads.loop
      ? SessionPlan.iterationMultiple(injecting: slowdown) : 1
  }
}

extension KernelWork {
  /// The benchmark of one kernel on an image, as the harness knows it.
  ///
  /// - Parameters:
  ///   - kernel: the kernel.
  ///   - image: what it works on.
  ///   - threads: how many threads a concurrent kernel uses.
  ///   - instructionSet: `nil` for the best of the machine.
  /// - Returns: the benchmark.
  package static func benchmark(
    of kernel: any Kernel, on image: ComparedImage, threads: Int, instructionSet: String? = nil
  ) -> BenchmarkWork {
    let reference = KernelCatalog.reference(for: kernel.method).id
    func work(_ kernels: [String], _ set: String? = nil) -> [String] {
      KernelWork(kernels: kernels, image: image, threads: threads, instructionSet: set).arguments
    }
    return BenchmarkWork(
      name: kernel.id, subject: image.label, arguments: work([kernel.id], instructionSet),
      // Without a name the worker takes the best that the emulated processor has.
      emulatedArguments: instructionSet == "avx512" ? work([kernel.id]) : nil,
      descriptionArguments: [Self.command, "--describe"] + image.arguments,
      checkArguments: work([reference, kernel.id], instructionSet), reference: reference,
      isConcurrent: threads > 1 && kernel.isConcurrent,
      pairs: pairs)
  }
}

/// An image as worker arguments describe it: every process makes its own pixels.
package struct ComparedImage: Equatable, Sendable {
  /// A synthetic image's name or a file's path.
  package let name: String
  /// `nil`: its own size.
  package let size: String?

  /// The worker's arguments for it.
  package var arguments: [String] { ["--image=\(name)"] + (size.map { ["--size=\($0)"] } ?? []) }

  /// The name with the size where one was asked for.
  package var label: String { size.map { "\(name) \($0)" } ?? name }

  /// Makes one of its parts.
  package init(name: String, size: String?) {
    self.name = name
    self.size = size
  }

  /// What to load.
  ///
  /// - Throws: ``InvalidRequest`` for an image or a size that there is not.
  package func request() throws(InvalidRequest) -> ImageRequest {
    let source = try ImageRequest.source(named: name)
    guard let size else { return ImageRequest(source: source, size: nil) }
    do {
      return ImageRequest(source: source, size: try ImageSize(parsing: size))
    } catch {
      throw InvalidRequest(error.description)
    }
  }
}

extension ComparedImage {
  /// The image of a request; `nil` for the photo kept with the package when it is not here.
  package init?(_ request: ImageRequest) {
    switch request.source {
    case .synthetic(let name): self.name = name
    case .path(let path): name = path
    case .packagedPhoto:
      guard let path = PackagedPhoto.path() else { return nil }
      name = path
    }
    size = request.size.map { size in
      switch size {
      case .exact(let width, let height): "\(width)x\(height)"
      case .pixelCount(let count): "\(Decimals.fixed(Double(count) / 1e6, places: 6))MP"
      }
    }
  }
}
