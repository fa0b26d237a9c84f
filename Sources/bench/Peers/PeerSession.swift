internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Foundation
internal import Measuring
internal import Pixels
internal import SyntheticImages

/// One `bench peers`: image after image is loaded, written where peers can read it, and raced on.
struct PeerSession {
  let installation: PeerInstallation
  let kernels: [any Kernel]
  let peers: [Peer]
  let images: [ImageRequest]
  let race: PeerRace
  let starter: WorkerStarter
  /// The program whose worker runs our kernels.
  let program: String
  let message: (String) -> Void
  let isCancelled: () -> Bool
  var progress: ProgressLine
  let elapsed: () -> Double

  /// Runs everything that can be run.
  ///
  /// - Returns: the results, and what went wrong first, if anything did.
  mutating func run() -> (results: [PeerResult], code: ExitCode) {
    var code = ExitCode.success
    var results: [PeerResult] = []
    for (index, request) in images.enumerated() where !isCancelled() {
      do throws(InputFailure) {
        let image = try ImageLoader.load(request)
        results.append(try raced(on: image, request, index, &code))
      } catch {
        progress.clear()
        message("Error: \(error.message)")
        if code == .success { code = error.exitCode }
      }
    }
    progress.clear()
    return (results, isCancelled() && code == .success ? .interrupted : code)
  }

  private mutating func raced(
    on image: BenchmarkImage, _ request: ImageRequest, _ index: Int, _ code: inout ExitCode
  ) throws(InputFailure) -> PeerResult {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "bench-peers-\(ProcessInfo.processInfo.processIdentifier)-\(index).rgba")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try image.pixels.withPixels { view in
        // SAFETY: an image buffer's rows follow each other without padding, and the data is
        // written before the pixels are given back.
        try Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: view.baseAddress),
          count: 4 * view.pixelCount, deallocator: .none
        ).write(to: file)
      }
    } catch {
      throw .noInput(file.path, "the pixels cannot be written there: \(error)")
    }
    var failures = 0
    var line = progress
    let (message, count, elapsed) = (message, images.count, elapsed)
    let rows = race.run(
      contenders(on: image, request, pixels: file.path),
      distance: { image.distance(of: $0) },
      failed: { name, failure in
        failures += 1
        line.clear()
        message("Error: \(name) on \(image.name): \(failure)")
      }, isCancelled: isCancelled,
      progress: { name, fraction in
        line.update(
          label: "\(name) on \(image.name)", fraction: (Double(index) + fraction) / Double(count),
          elapsed: elapsed())
      })
    progress = line
    if failures > 0, code == .success { code = .failure }
    return PeerResult(
      image: image.name, width: image.pixels.width, height: image.pixels.height,
      planted: image.planted?.color.description, rows: rows)
  }

  private func contenders(
    on image: BenchmarkImage, _ request: ImageRequest, pixels: String
  ) -> [PeerContender] {
    let environment = starter
    let ours = kernels.compactMap { kernel -> PeerContender? in
      guard let compared = ComparedImage(request) else { return nil }
      let work = KernelWork(kernels: [kernel.id], image: compared, threads: 1)
      let program = program
      return PeerContender(
        name: kernel.id, what: kernel.about, isOurs: true,
        start: { () throws(WorkerFailure) in
          try environment.start(program, work.arguments, LaunchSetup(launch: 0, padding: 0))
        },
        read: { _ in Self.answer(of: kernel, on: image) })
    }
    let theirs = peers.map { peer in
      let arguments = installation.arguments(
        of: peer, pixels: pixels, width: image.pixels.width, height: image.pixels.height)
      let python = installation.python
      return PeerContender(
        name: peer.name, what: peer.what, isOurs: false,
        start: { () throws(WorkerFailure) in
          try environment.start(python, arguments, LaunchSetup(launch: 0, padding: 0))
        },
        read: { PeerAnswer(parsing: $0) })
    }
    return ours + theirs
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
