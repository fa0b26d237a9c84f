internal import DominantColor
internal import Files
internal import ImageCodecs
package import KernelWorkloads
package import Measuring
internal import Pixels

/// Our own work and the libraries' on a file, as races with peers name them.
package enum PeerFileWork: String, CaseIterable {
  case own
  case ownExact = "own-exact"
  case libraryEighth = "library-eighth"
  case library

  /// The contender that ratios are taken to.
  package static let reference = PeerFileWork.own

  /// What there is to do on a file of a format.
  package static func all(for format: GoalFile.Format.Kind) -> [PeerFileWork] {
    switch format {
    case .jpeg: [.own, .ownExact, .libraryEighth, .library]
    case .png: [.own, .library]
    }
  }

  /// The name in tables.
  package func name(for format: GoalFile.Format.Kind) -> String {
    switch self {
    case .own, .ownExact: rawValue
    case .libraryEighth: "\(format.libraryName)-eighth"
    case .library: format.libraryName
    }
  }

  /// What it does.
  package var about: String {
    switch self {
    case .own: "from the file to its dominant colour; of a large JPEG by its outline where that may"
    case .ownExact: "the same with every pixel counted"
    case .libraryEighth: "rows at 1/8 alone, no colour"
    case .library: "rows alone, no colour"
    }
  }

  /// The library that this build is linked with, or this build.
  package var version: String {
    switch self {
    case .own, .ownExact: "this build"
    case .libraryEighth, .library: "as linked"
    }
  }

  /// The work on one thread.
  package func work(for format: GoalFile.Format.Kind) -> FileWork {
    let task: FileWork.Task =
      switch self {
      case .own: .color(threads: 1)
      case .ownExact: .exactColor(threads: 1)
      case .libraryEighth: .libraryRows(.outline)
      case .library: .libraryRows(.full)
      }
    return FileWork(format: format, task: task)
  }

  /// What a worker is started with.
  package func arguments(file: String) -> [String] {
    [PeerSession.workerCommand, "--file=\(file)", "--file-work=\(rawValue)"]
  }

  /// The work as a worker does it.
  package func workload(onFile path: String) -> Workload {
    Workload(name: "\(rawValue) on \(path)") {
      let file = LoadedFile(try readFile(at: path))
      let kind: GoalFile.Format.Kind =
        try ImageDecoder().header(of: file.buffer).format == .jpeg ? .jpeg : .png
      let work = self.work(for: kind)
      let contender = try work.contender(reading: file.buffer, named: path)
      return Workload.PreparedWork(
        answer: "read",
        Contender(
          contender.label,
          repeating: { iterations in
            withExtendedLifetime(file) { contender.repeatWork(iterations) }
          }))
    }
  }

  /// What it answers, with the memory that it takes.
  ///
  /// - Throws: `InputFailure` for a file that cannot be read.
  package func answer(
    for bytes: [UInt8], _ format: GoalFile.Format.Kind
  ) throws(InputFailure) -> PeerAnswer {
    let clock = ContinuousClock()
    let start = clock.now
    let work = work(for: format)
    let (result, extraBytes) = WorkingMemory.measure {
      bytes.withUnsafeBytes { bytes in
        Result { () throws(ImageCodecError) in try work.run(on: bytes) }
      }
    }
    do throws(ImageCodecError) {
      let palette = try result.get()
      return PeerAnswer(
        version: version, seconds: (clock.now - start) / .seconds(1), extraBytes: extraBytes,
        swatches: (palette?.swatches ?? []).map {
          PeerAnswer.Swatch(color: $0.color.description, population: $0.population)
        })
    } catch {
      throw InputFailure(error, path: name(for: format))
    }
  }
}

/// The bytes of a file, which stay at one place.
private final class LoadedFile {
  let buffer: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    memory = .allocate(byteCount: max(bytes.count, 1), alignment: 64)
    memory.copyBytes(from: bytes)
    buffer = UnsafeRawBufferPointer(rebasing: memory[..<bytes.count])
  }

  deinit { memory.deallocate() }
}
