internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import KernelGoals
internal import Measuring
internal import Reporting

/// `lab worker`, hidden: the processes that `lab peers` starts.
struct PeerWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: PeerSession.workerCommand,
    abstract: "Act as a contender of lab peers, which starts this.",
    shouldDisplay: false)

  @Option(help: "A kernel.")
  var kernel = "simd"

  @Option(help: "The image that it works on.")
  var image = "flat"

  @Option(help: "Its size.")
  var size = "24MP"

  @Option(help: "A picture file to work on instead of an image's pixels.")
  var file: String?

  @Option(help: "What to do with the file.")
  var fileWork = PeerFileWork.own

  func run() throws {
    let workload = try reportingFailures {
      try file.map { fileWork.workload(onFile: $0) }
        ?? PeerSession.workload(kernel: kernel, image: image, size: size)
    }
    if WorkerLoop.run([workload].compactMap(\.self)) == .neverAsked {
      // Only a person sees this: no session started this process.
      StandardError.write("lab worker is started by lab peers.\n")
      throw ExitCode(.wrongUsage)
    }
  }
}

extension PeerFileWork: ExpressibleByArgument {}
