internal import KernelBenchmarks
internal import Reporting
internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandText
internal import DominantColor
internal import Measuring
internal import SyntheticImages

/// `bench worker`, hidden: the processes that `bench compare` and `bench selftest` start.
///
/// Two builds of bench communicate by its arguments and the worker protocol.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: KernelWork.command,
    abstract: "Act as a worker of bench compare and bench selftest, which start it.",
    shouldDisplay: false)

  @Option(name: .customLong("kernel"), help: "A kernel; each is a workload, in order.")
  var kernels: [String] = []

  @Option(help: "The image all of them work on.")
  var image = "flat"

  @Option(help: "Its size.")
  var size: String?

  @Option(help: "Threads for concurrent kernels.")
  var threads = 1

  @Option(help: "The instruction set for vector kernels.")
  var isa: String?

  @Option(help: "The share of extra work of the last kernel.")
  var slowdown = 0.0

  @Flag(help: "Only time the extra work, and do without it.")
  var onlyTimesSlowdown = false

  @Option(help: "A picture file to work on instead of an image's pixels.")
  var file: String?

  @Option(help: "What to do with the file.")
  var fileWork = PeerFileWork.own

  @Flag(help: "Prepare a description of this build and the image instead.")
  var describe = false

  @Flag(help: "Prepare by counting the instructions of one call instead.")
  var count = false

  @Flag(help: "Prepare by keeping a core busy instead.")
  var spin = false

  func run() throws {
    let image = ComparedImage(name: image, size: size)
    if WorkerLoop.run(workloads(on: image)) == .neverAsked {
      // Only a person sees this: no session started this process.
      StandardError.write("bench worker is started by bench compare and bench selftest.\n")
      throw ExitCode(.wrongUsage)
    }
  }

  private func workloads(on image: ComparedImage) -> [Workload] {
    func answering(_ answer: @escaping () throws -> String) -> [Workload] {
      [Workload { Workload.PreparedWork(answer: try answer(), Contender("nothing") {}) }]
    }
    if let file { return [fileWork.workload(onFile: file)] }
    if describe { return answering { try description(of: image).line } }
    if spin {
      return answering {
        SpinningThread.start()
        return "spinning"
      }
    }
    var work = KernelWork(
      kernels: kernels, image: image, threads: threads, instructionSet: isa, slowdown: slowdown)
    work.onlyTimesSlowdown = onlyTimesSlowdown
    let workloads = KernelWorkloads(work)
    guard count, let first = workloads.all.first else { return workloads.all }
    return answering {
      InstructionCounter.answer(
        for: try first.prepare().contender, elements: try workloads.pixelCount())
    }
  }

  /// This build and an image.
  private func description(of image: ComparedImage) throws -> BuildDescription {
    let pixels = try ImageLoader.load(try image.request()).pixels
    return BuildDescription.current(
      inputHash: String(pixels.checksum, radix: 16), benchmarks: KernelCatalog.all.map(\.id))
  }
}

extension PeerFileWork: ExpressibleByArgument {}
