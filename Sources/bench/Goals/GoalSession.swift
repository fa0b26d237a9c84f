internal import ArgumentParser
internal import CommandText
internal import Measuring
internal import Pixels

/// Measures goals, case after case.
struct GoalSession {
  /// Seconds of timing for each work.
  let secondsPerWork: Double
  let timer: any ContenderTimer
  /// Makes the pixels of a case.
  let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  let message: (String) -> Void
  let isCancelled: () -> Bool
  var progress: ProgressLine
  let elapsed: () -> Double

  /// Runs cases.
  ///
  /// - Returns: a result for each goal, and what went wrong first, if anything did.
  mutating func run(_ cases: [GoalCase]) -> (results: [GoalResult], code: ExitCode) {
    var results: [GoalResult] = []
    var code = ExitCode.success
    for (index, goalCase) in cases.enumerated() where !isCancelled() {
      do throws(InputFailure) {
        let source: ImageRequest.Source
        do throws(UsageError) {
          source = try ImageRequest.source(named: goalCase.image)
        } catch {
          throw .noInput(goalCase.image, error.description)
        }
        let image = try load(ImageRequest(source: source, size: goalCase.size))
        var line = progress
        let elapsed = elapsed
        let timing = try time(goalCase, image) { fraction in
          line.update(
            label: "\(image.name), \(Quantities.megapixels(image.pixels.pixelCount))",
            fraction: (Double(index) + fraction) / Double(cases.count), elapsed: elapsed())
        }
        progress = line
        results += goalCase.goals.compactMap { result($0, in: timing, of: goalCase, image) }
      } catch {
        progress.clear()
        message("Error: \(error.message)")
        if code == .success { code = error.exitCode }
      }
    }
    progress.clear()
    return (results, isCancelled() && code == .success ? .interrupted : code)
  }

  private func time(
    _ goalCase: GoalCase, _ image: BenchmarkImage, progress: (Double) -> Void
  ) throws(InputFailure) -> InterleavedTiming {
    try image.pixels.withPixels { view throws(InputFailure) in
      let contenders = try goalCase.works.map { work throws(InputFailure) in
        try work.contender(on: view)
      }
      return timer.run(
        contenders, seconds: secondsPerWork * Double(contenders.count), isCancelled: isCancelled,
        progress: { progress($0.fraction) })
    }
  }

  private func result(
    _ goal: Goal, in timing: InterleavedTiming, of goalCase: GoalCase, _ image: BenchmarkImage
  ) -> GoalResult? {
    func position(_ work: GoalWork) -> Int? {
      timing.contenders.firstIndex { $0.label == work.label }
    }
    let value: Double
    var interval: Interval?
    var isTime = false
    switch goal.quantity {
    case .ratio(let work, over: let other):
      guard let own = position(work), let base = position(other),
        let ratio = timing.ratio(of: own, to: base, clock: .wall, alpha: 0.05)
      else { return nil }
      value = ratio.factor
      interval = ratio.factorInterval
    case .seconds(let work):
      guard let own = position(work), let median = timing.contenders[own].median(.wall) else {
        return nil
      }
      value = median
      interval = timing.contenders[own].interval(.wall, alpha: 0.05)?.interval
      isTime = true
    }
    return GoalResult(
      image: image.name.split(separator: "/").last.map(String.init) ?? image.name,
      pixelCount: image.pixels.pixelCount, title: goal.title, isTime: isTime,
      value: value, interval: interval.map { $0.lower...$0.upper }, limit: goal.limit)
  }
}
