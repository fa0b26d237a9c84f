internal import DominantColor
internal import Measuring

/// Lets a build of bench answer with kernels and with the reference of their method, in a process
/// of its own, and compares.
struct AnswerCheck {
  let starter: WorkerStarter
  let program: String
  let threads: Int
  let instructionSet: String?

  /// The answer that all kernels give.
  ///
  /// - Throws: ``ComparisonFailure`` naming the first kernel that does not give the reference's
  ///   answer, or what became of the worker.
  func answers(
    of kernels: [String], method: PaletteMethod, on image: ComparedImage
  ) throws(ComparisonFailure) -> String {
    let reference = KernelCatalog.reference(for: method).id
    let work = KernelWork(
      kernels: [reference] + kernels, image: image, threads: threads,
      instructionSet: instructionSet)
    let process: WorkerProcess
    do throws(WorkerFailure) {
      process = try starter.start(program, work.arguments, LaunchSetup(launch: 0, padding: 0))
    } catch {
      throw .failed("\(error).")
    }
    defer { process.quit() }
    let right = try answer(process, 0, reference)
    for (index, kernel) in kernels.enumerated() {
      let own = try answer(process, index + 1, kernel)
      guard own == right else {
        throw .failed(
          "kernel '\(kernel)' answers wrongly: it says '\(own)', the reference '\(reference)' says "
            + "'\(right)'. It was not timed. This is a bug in the kernel.")
      }
    }
    return right
  }

  private func answer(
    _ process: WorkerProcess, _ index: Int, _ kernel: String
  ) throws(ComparisonFailure) -> String {
    do throws(WorkerFailure) {
      return try WorkloadWorker(process: process, workload: index).prepare()
    } catch {
      throw .failed("kernel '\(kernel)': \(error).")
    }
  }
}
