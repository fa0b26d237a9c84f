internal import BenchmarkBuilds
package import BenchmarkHarness
internal import DominantColor
internal import Files
package import HistoryReports
internal import Pixels
package import Reporting

/// One `bench run`: one image after the other is loaded, raced on, written out and freed.
///
/// All side effects are injected.
package struct RunSession {
  package let race: KernelRace
  package let images: [ImageRequest]
  /// Makes the pixels of a request.
  package let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  /// The requests that one stands for: a folder's files, or the request itself.
  package let expand: (ImageRequest) throws(InputFailure) -> [ImageRequest]
  package let format: any ResultFormat<ImageResult>
  package let environment: RunEnvironment
  /// Writes results.
  package let output: (String) -> Void
  /// Writes errors, warnings and notes.
  package let message: (Notice) -> Void
  package let isCancelled: () -> Bool
  /// Counts the instructions of a kernel on an image; `nil` to count none.
  package var counter: ((_ kernel: String, _ image: ImageRequest) -> InstructionCount)?
  /// Records the run; `nil` to record nothing.
  package var recorder: HistoryRecorder?
  package var progress: any ProgressDisplay
  /// Seconds since the session was made.
  package let elapsed: () -> Double
  /// Failures already reported.
  package var reported: Set<String> = []

  /// Makes one of its parts.
  package init(
    race: KernelRace, images: [ImageRequest],
    load: @escaping (ImageRequest) throws(InputFailure) -> BenchmarkImage,
    expand: @escaping (ImageRequest) throws(InputFailure) -> [ImageRequest],
    format: any ResultFormat<ImageResult>, environment: RunEnvironment,
    output: @escaping (String) -> Void, message: @escaping (Notice) -> Void,
    isCancelled: @escaping () -> Bool,
    counter: ((_ kernel: String, _ image: ImageRequest) -> InstructionCount)? = nil,
    recorder: HistoryRecorder? = nil, progress: any ProgressDisplay,
    elapsed: @escaping () -> Double, reported: Set<String> = []
  ) {
    self.race = race
    self.images = images
    self.load = load
    self.expand = expand
    self.format = format
    self.environment = environment
    self.output = output
    self.message = message
    self.isCancelled = isCancelled
    self.counter = counter
    self.recorder = recorder
    self.progress = progress
    self.elapsed = elapsed
    self.reported = reported
  }

  /// Runs everything that can be run.
  ///
  /// - Returns: success, or what went wrong: a wrong answer before an input that failed first, and
  ///   a history that was asked for by name and could not be written last of all.
  package mutating func run() -> WorkStatus {
    var code = WorkStatus.success
    var results: [ImageResult] = []
    let requests = expandAll(&code)
    if !requests.isEmpty { output(format.opening(environment)) }
    for (index, request) in requests.enumerated() {
      if isCancelled() { break }
      guard let image = loaded(request, &code) else { continue }
      let done = Double(index)
      let recording = recorder?.race(on: RecordedInput(image))
      // A path would push everything behind it off the terminal.
      let label =
        "\(PathParts(image.name).name), \(Quantities.megapixels(image.pixels.pixelCount))"
      let result = race.run(on: image, recorder: recording, isCancelled: isCancelled) { fraction in
        progress.update(
          label: label, fraction: (done + fraction) / Double(requests.count), elapsed: elapsed())
      }
      guard var result else { break }
      count(request, &result, recording)
      progress.clear()
      results.append(result)
      output(format.section(result))
      reportWrongAnswers(in: result, &code)
    }
    progress.clear()
    if !requests.isEmpty { output(format.closing(results, environment)) }
    guard isCancelled() else {
      recorder?.finish()
      if code == .success, let recorder, recorder.isRequired, recorder.hasFailed {
        code = .ioFailure
      }
      return code
    }
    message(
      .error("Interrupted: the results of \(results.count) of \(requests.count) images are kept."))
    return .interrupted
  }

  /// Fills in the instructions of every kernel that answered rightly.
  private mutating func count(
    _ request: ImageRequest, _ result: inout ImageResult, _ recording: RaceRecorder?
  ) {
    guard let counter else { return }
    for index in result.rows.indices where result.rows[index].matchesReference {
      if isCancelled() { return }
      switch counter(result.rows[index].kernel, request) {
      case .counted(let number, let source):
        result.rows[index].instructions = number
        recording?.setInstructions(number, of: result.rows[index].kernel)
        noteOnce(.note("Instructions are counted by \(source)."))
      case .unavailable(let why):
        noteOnce(.warning("Instructions are not counted: \(why)."))
      }
    }
  }

  private mutating func noteOnce(_ note: Notice) {
    guard reported.insert(note.text).inserted else { return }
    progress.clear()
    message(note)
  }

  private mutating func expandAll(_ code: inout WorkStatus) -> [ImageRequest] {
    var requests: [ImageRequest] = []
    for request in images {
      do {
        requests += try expand(request)
      } catch {
        report(error, &code)
      }
    }
    return requests
  }

  private mutating func loaded(_ request: ImageRequest, _ code: inout WorkStatus)
    -> BenchmarkImage?
  {
    do {
      let image = try load(request)
      progress.clear()
      for warning in image.warnings { message(.warning("'\(image.name)': \(warning)")) }
      return image
    } catch {
      progress.clear()
      report(error, &code)
      return nil
    }
  }

  private mutating func report(_ failure: InputFailure, _ code: inout WorkStatus) {
    // One input at several sizes fails at each in the same way.
    if reported.insert(failure.message).inserted { message(.error(failure.message)) }
    if code == .success { code = failure.status }
  }

  private func reportWrongAnswers(in result: ImageResult, _ code: inout WorkStatus) {
    for row in result.rows where !row.matchesReference {
      message(
        .error(
          "Kernel '\(row.kernel)' answers '\(result.name)' differently from the reference of "
            + "method '\(row.method)'. It was not timed. This is a bug in the kernel."))
      code = .failure
    }
  }
}
