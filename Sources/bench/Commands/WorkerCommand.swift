internal import ArgumentParser
internal import CommandText
internal import Measuring

/// `bench worker`, hidden: the processes that `bench compare` and `bench selftest` start.
///
/// Its command line and the words on its channel are how two builds of bench talk to each other.
struct WorkerCommand: ParsableCommand {
  static let name = "worker"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Work for bench compare and bench selftest, which start this by themselves.",
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

  @Flag(help: "Prepare a description of this build and the image instead.")
  var describe = false

  @Flag(help: "Prepare by counting the instructions of one call instead.")
  var count = false

  @Flag(help: "Prepare by keeping a core busy instead.")
  var spin = false

  func run() throws {
    let image = ComparedImage(name: image, size: size)
    if WorkerLoop.run(workloads(on: image)) == .disconnected {
      // Only a person sees this: whoever starts workers has gone.
      StandardError.write("bench worker is started by bench compare and bench selftest.\n")
      throw ExitCode.validationFailure
    }
  }

  private func workloads(on image: ComparedImage) -> [Workload] {
    func answering(_ answer: @escaping () throws -> String) -> [Workload] {
      [Workload { Workload.PreparedWork(answer: try answer(), Contender("nothing") {}) }]
    }
    if describe { return answering { try BuildDescription.current(of: image).line() } }
    if spin {
      return answering {
        SpinningThread.start()
        return "spinning"
      }
    }
    let workloads = KernelWorkloads(
      KernelWork(
        kernels: kernels, image: image, threads: threads, instructionSet: isa, slowdown: slowdown)
    )
    guard count, let first = workloads.all.first else { return workloads.all }
    return answering {
      InstructionCounter.answer(
        for: try first.prepare().contender, pixels: try workloads.pixelCount())
    }
  }
}
