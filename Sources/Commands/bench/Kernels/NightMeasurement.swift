internal import BenchmarkHarness
internal import DominantColor
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// Measures all kernels of a night on an image and records every round.
struct NightMeasurement {
  let race: KernelRace
  /// As it was asked for; `nil` for the best of the machine.
  let instructionSet: String?
  let store: HistoryStore
  let location: HistoryLocation
  let environment: EnvironmentRecord
  /// Makes the pixels of a request.
  let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  let now: () -> Int64
  let message: (Notice) -> Void
  let isCancelled: () -> Bool
  /// Called with how far the race is: which image, and 0 to 1.
  let progress: (_ label: String, _ fraction: Double) -> Void

  /// Measures an image.
  ///
  /// - Throws: ``NightFailure`` when it cannot be read or recorded, or on Ctrl-C.
  func measure(_ request: ImageRequest, in run: RunID) throws(NightFailure) -> NightMeasured {
    guard !isCancelled() else { throw .interrupted }
    let image: BenchmarkImage
    do throws(InputFailure) { image = try load(request) } catch { throw .input(error) }
    for warning in image.warnings { message(.warning("'\(image.name)': \(warning)")) }
    let recorder = HistoryRecorder(
      continuing: run, in: store, location: location, environment: environment,
      usableCores: usableCoreCount(), now: now, message: message)
    let recording = recorder.race(on: RecordedInput(image))
    let result = race.run(on: image, recorder: recording, isCancelled: isCancelled) {
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
