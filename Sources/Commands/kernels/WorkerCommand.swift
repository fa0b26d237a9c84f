internal import ArgumentParser
internal import CLibrary
internal import CommandOptions
internal import CommandText
internal import KernelWorkloads
internal import Measuring
internal import Reporting

/// `kernels worker`, hidden: the process that `bench` starts for the kernels' suite.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Run kernels for bench, which starts this by the suite file.",
    shouldDisplay: false)

  func run() throws {
    try reportingFailures(enterFolder)
    let benchmarks = try reportingFailures { try KernelSuite.benchmarks() }
    let end = WorkerLoop.run(
      parameters: KernelParameter.choices, default: KernelSuite.workloads(benchmarks),
      choose: { values in
        KernelSuite.workloads(try KernelSuite.benchmarks(for: try BenchmarkChoice(values)))
      })
    if end == .neverAsked {
      // Only a person sees this: no session started this process.
      StandardError.write(
        "kernels worker is started by bench: `bench run --kernel simd`, for example.\n")
      throw ExitCode(.wrongUsage)
    }
  }

  /// Goes to the folder where paths that people type start.
  private func enterFolder() throws(HarnessFailure) {
    guard let folder = getenv("BENCH_FOLDER").map({ String(cString: $0) }), !folder.isEmpty else {
      return
    }
    guard chdir(folder) == 0 else {
      throw HarnessFailure(
        message: "'\(folder)', which BENCH_FOLDER names, cannot be entered.",
        status: .missingInput)
    }
  }
}
