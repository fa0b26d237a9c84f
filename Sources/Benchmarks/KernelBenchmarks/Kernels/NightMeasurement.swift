package import BenchmarkHarness
internal import DominantColor
internal import HistoryReports
internal import Measuring
package import Reporting
internal import TimingHistory

/// Measures all kernels of a night on an image and records every round.
package struct NightMeasurement {
  package let race: KernelRace
  /// As it was asked for; `nil` for the best of the machine.
  package let instructionSet: String?
  /// Makes the pixels of a request.
  package let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  package let message: (Notice) -> Void
  package let isCancelled: () -> Bool
  /// Called with how far the race is: which image, and 0 to 1.
  package let progress: (_ label: String, _ fraction: Double) -> Void

  /// Makes one of its parts.
  package init(
    race: KernelRace, instructionSet: String?,
    load: @escaping (ImageRequest) throws(InputFailure) -> BenchmarkImage,
    message: @escaping (Notice) -> Void, isCancelled: @escaping () -> Bool,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void
  ) {
    self.race = race
    self.instructionSet = instructionSet
    self.load = load
    self.message = message
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Measures an image.
  ///
  /// - Parameters:
  ///   - request: the image.
  ///   - recorder: continues the run of the night.
  ///   - share: how many times its usual time it takes.
  /// - Returns: the series.
  /// - Throws: ``NightFailure`` when it cannot be read or recorded, or on Ctrl-C.
  package func measure(
    _ request: ImageRequest, recorder: HistoryRecorder, share: Double
  ) throws(NightFailure) -> NightMeasured {
    guard !isCancelled() else { throw .interrupted }
    let image: BenchmarkImage
    do throws(InputFailure) { image = try load(request) } catch { throw .input(error) }
    for warning in image.warnings { message(.warning("'\(image.name)': \(warning)")) }
    let recording = recorder.race(on: RecordedInput(image))
    let result = race.taking(share).run(on: image, recorder: recording, isCancelled: isCancelled) {
      progress("measuring \(image.name)", $0)
    }
    if let failure = recorder.failure { throw .history(failure) }
    guard let result, !isCancelled() else { throw .interrupted }
    guard let compared = ComparedImage(request) else {
      throw .input(.noInput(image.name, "it no longer exists."))
    }
    let wrong = result.rows.filter { !$0.matchesReference }.map(\.kernel)
    for kernel in wrong {
      message(
        .error(
          "Kernel '\(kernel)' answers '\(image.name)' differently from its reference. It was not "
            + "timed. This is a bug in the kernel."))
    }
    return NightMeasured(
      subjects: (recording?.series ?? []).compactMap { id, name in
        race.kernels.first { $0.id == id }.map { kernel in
          NightSubject(
            series: name,
            work: KernelWork.benchmark(
              of: kernel, on: compared, threads: race.threads, instructionSet: instructionSet))
        }
      }, wrong: wrong.map { "\($0) on \(image.name)" })
  }
}
