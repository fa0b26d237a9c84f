package import BenchmarkHarness
package import DominantColor
internal import Files
internal import Foundation
package import KernelWorkloads
package import Measuring
internal import Pixels
internal import Processors
package import Reporting
internal import SyntheticImages

/// What a race is about.
package struct PeerSubject: Equatable {
  package let image: ImageRequest
  /// The file that the image is put into; `nil`: its pixels are worked on.
  package let format: GoalFile.Format?

  package init(image: ImageRequest, format: GoalFile.Format?) {
    self.image = image
    self.format = format
  }
}

/// One `lab peers`: image after image is loaded, written where peers can read it, and raced on.
package struct PeerSession {
  package let installation: PeerInstallation
  package let kernels: [any Kernel]
  package let peers: [Peer]
  package let images: [PeerSubject]
  package let race: PeerRace
  package let starter: WorkerStarter
  /// The program whose worker runs our kernels.
  package let program: String
  package let context: RunContext

  package init(
    installation: PeerInstallation, kernels: [any Kernel], peers: [Peer], images: [PeerSubject],
    race: PeerRace, starter: WorkerStarter, program: String, context: RunContext
  ) {
    self.installation = installation
    self.kernels = kernels
    self.peers = peers
    self.images = images
    self.race = race
    self.starter = starter
    self.program = program
    self.context = context
  }

  /// The subcommand of ``program`` that acts as a worker.
  package static let workerCommand = "worker"

  /// A kernel on an image, on one thread, as a worker runs it.
  ///
  /// - Throws: ``InputFailure`` or `InvalidRequest` for what there is not.
  package static func workload(kernel: String, image: String, size: String) throws -> Workload? {
    let benchmarks = try KernelSuite.benchmarks(
      for: BenchmarkChoice([
        ("kernel", [kernel]), ("image", [image]), ("size", [size]), ("threads", ["1"]),
      ]))
    let own = benchmarks.filter { $0.description.parameters.first?.value == kernel }
    return KernelSuite.workloads(own).first
  }

  /// Runs everything that can be run.
  ///
  /// - Returns: the results, and what went wrong first, if anything did.
  package func run() -> (results: [PeerResult], code: WorkStatus) {
    var code = WorkStatus.success
    var results: [PeerResult] = []
    for (index, subject) in images.enumerated() where !context.isCancelled() {
      do throws(InputFailure) {
        let image = try ImageLoader.load(subject.image)
        results.append(try raced(on: image, subject, index, &code))
      } catch {
        context.clear()
        context.message(.error(error.message))
        if code == .success { code = error.status }
      }
    }
    context.clear()
    return (results, context.isCancelled() && code == .success ? .interrupted : code)
  }

  private func raced(
    on image: BenchmarkImage, _ subject: PeerSubject, _ index: Int, _ code: inout WorkStatus
  ) throws(InputFailure) -> PeerResult {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "bench-peers-\(ProcessInfo.processInfo.processIdentifier)-\(index)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let encoded = subject.format.map { GoalFile(image: image.shortName, format: $0) }
    let contenders: [PeerContender]
    if let encoded {
      let bytes = try encoded.bytes(of: image.pixels, threads: ProcessorCount.usable)
      try write(bytes, to: file)
      contenders = fileContenders(on: bytes, encoded.format.kind, file: file)
    } else {
      try write(image.pixels.withPixels(Self.bytes), to: file)
      contenders = pixelContenders(on: image, subject.image, pixels: file)
    }
    let name = encoded?.name ?? image.name
    var race = race
    if encoded != nil { race.reference = PeerFileWork.reference.rawValue }
    var failures = 0
    let (context, count) = (context, images.count)
    let rows = race.run(
      contenders,
      distance: { image.distance(of: $0) },
      failed: { contender, failure in
        failures += 1
        context.clear()
        context.message(.error("\(contender) on \(name): \(failure)"))
      }, isCancelled: context.isCancelled,
      progress: { contender, fraction in
        context.show("\(contender) on \(name)", (Double(index) + fraction) / Double(count))
      })
    if failures > 0, code == .success { code = .failure }
    return PeerResult(
      image: name, width: image.pixels.width, height: image.pixels.height,
      planted: image.planted?.color.description, reference: race.reference, rows: rows)
  }

  private func write(_ bytes: [UInt8], to file: String) throws(InputFailure) {
    do {
      try writeFile(bytes, to: file, replacingExisting: true)
    } catch {
      throw InputFailure(unreadable: error)
    }
  }

  private static func bytes(of view: PixelView) -> [UInt8] {
    // SAFETY: an image buffer's rows follow each other without padding.
    Array(UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
  }

  private func pixelContenders(
    on image: BenchmarkImage, _ request: ImageRequest, pixels: String
  ) -> [PeerContender] {
    let (width, height) = (image.pixels.width, image.pixels.height)
    let ours = kernels.map { kernel in
      PeerContender(
        name: kernel.id, what: kernel.about, isOurs: true,
        start: starting(
          program,
          [
            Self.workerCommand, "--kernel=\(kernel.id)", "--image=\(request.name)",
            "--size=\(width)x\(height)",
          ]),
        read: { _ in Self.answer(of: kernel, on: image) })
    }
    return ours
      + theirs(.pixels) {
        installation.arguments(of: $0, pixels: pixels, width: width, height: height)
      }
  }

  private func fileContenders(
    on bytes: [UInt8], _ format: GoalFile.Format.Kind, file: String
  ) -> [PeerContender] {
    let ours = PeerFileWork.all(for: format).map { work in
      PeerContender(
        name: work.name(for: format), what: work.about, isOurs: true,
        start: starting(program, work.arguments(file: file)),
        read: { _ in try? work.answer(for: bytes, format) })
    }
    return ours + theirs(.file) { installation.arguments(of: $0, file: file) }
  }

  private func theirs(
    _ input: Peer.Input, arguments: (Peer) -> [String]
  ) -> [PeerContender] {
    peers.filter { $0.input == input }.map { peer in
      PeerContender(
        name: peer.name, what: peer.what, isOurs: false,
        start: starting(installation.python, arguments(peer)),
        read: { PeerAnswer(parsing: $0) })
    }
  }

  private func starting(
    _ program: String, _ arguments: [String]
  ) -> () throws(WorkerFailure) -> any MeasuredWorker {
    let starter = starter
    return { () throws(WorkerFailure) in
      try starter.start(program, arguments, LaunchSetup(launch: 0, padding: 0))
    }
  }

  /// Our own kernels answer here too, where their memory can be measured.
  private static func answer(of kernel: any Kernel, on image: BenchmarkImage) -> PeerAnswer {
    image.pixels.withPixels { view in
      let clock = ContinuousClock()
      let start = clock.now
      let (palette, bytes) = WorkingMemory.measure {
        kernel.palette(of: view, options: PaletteOptions(), workspace: Workspace())
      }
      return PeerAnswer(
        version: "this build", seconds: (clock.now - start) / .seconds(1), extraBytes: bytes,
        swatches: palette.swatches.map {
          PeerAnswer.Swatch(color: $0.color.description, population: $0.population)
        })
    }
  }
}
