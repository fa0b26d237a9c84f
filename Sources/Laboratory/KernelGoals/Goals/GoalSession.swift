package import KernelWorkloads
package import Measuring
internal import Pixels
internal import Processors
package import Reporting

/// Measures goals, case after case.
package struct GoalSession {
  /// Seconds of timing for each work.
  package let secondsPerWork: Double
  package let timer: any ContenderTimer
  /// Makes the pixels of a case.
  package let load: (ImageRequest) throws(InputFailure) -> BenchmarkImage
  package let context: RunContext

  package init(
    secondsPerWork: Double, timer: any ContenderTimer,
    load: @escaping (ImageRequest) throws(InputFailure) -> BenchmarkImage,
    context: RunContext
  ) {
    self.secondsPerWork = secondsPerWork
    self.timer = timer
    self.load = load
    self.context = context
  }

  /// Runs cases.
  ///
  /// - Returns: a result for each goal, and what went wrong first, if anything did.
  package func run(_ cases: [GoalCase]) -> (results: [GoalResult], code: WorkStatus) {
    var results: [GoalResult] = []
    var code = WorkStatus.success
    for (index, goalCase) in cases.enumerated() where !context.isCancelled() {
      do throws(InputFailure) {
        let source: ImageRequest.Source
        do throws(InvalidRequest) {
          source = try ImageRequest.source(named: goalCase.image)
        } catch {
          throw .noInput(goalCase.image, error.description)
        }
        let image = try load(ImageRequest(source: source, size: goalCase.size))
        let name = image.shortName
        let subject = Subject(
          name: goalCase.file.map { GoalFile(image: name, format: $0).name } ?? name,
          pixelCount: image.pixels.pixelCount)
        let timing = try time(goalCase, image, named: name) { fraction in
          context.show(
            "\(subject.name), \(Quantities.megapixels(subject.pixelCount))",
            (Double(index) + fraction) / Double(cases.count))
        }
        results += goalCase.goals.compactMap { result($0, in: timing, of: subject) }
      } catch {
        context.clear()
        context.message(.error(error.message))
        if code == .success { code = error.status }
      }
    }
    context.clear()
    return (results, context.isCancelled() && code == .success ? .interrupted : code)
  }

  /// What a case was measured on.
  private struct Subject {
    let name: String
    let pixelCount: Int
  }

  private func time(
    _ goalCase: GoalCase, _ image: BenchmarkImage, named name: String, progress: (Double) -> Void
  ) throws(InputFailure) -> InterleavedTiming {
    guard let format = goalCase.file else {
      return try image.pixels.withPixels { view throws(InputFailure) in
        try time(goalCase, on: .pixels(view), progress)
      }
    }
    let file = GoalFile(image: name, format: format)
    let bytes = try file.bytes(of: image.pixels, threads: ProcessorCount.usable)
    return try bytes.withUnsafeBufferPointer { bytes throws(InputFailure) in
      try time(goalCase, on: .file(file, UnsafeRawBufferPointer(bytes)), progress)
    }
  }

  private func time(
    _ goalCase: GoalCase, on material: GoalMaterial, _ progress: (Double) -> Void
  ) throws(InputFailure) -> InterleavedTiming {
    let contenders = try goalCase.works.map { work throws(InputFailure) in
      try work.contender(on: material)
    }
    return timer.run(
      contenders, seconds: goalCase.patience * secondsPerWork * Double(contenders.count),
      isCancelled: context.isCancelled, progress: { progress($0.fraction) })
  }

  private func result(
    _ goal: Goal, in timing: InterleavedTiming, of subject: Subject
  ) -> GoalResult? {
    guard let (value, interval) = measured(goal.quantity, in: timing) else { return nil }
    return GoalResult(
      image: subject.name, pixelCount: subject.pixelCount, title: goal.title, isTime: goal.isTime,
      value: value, interval: interval.map { $0.lower...$0.upper }, limit: goal.limit)
  }

  private func measured(
    _ quantity: Goal.Quantity, in timing: InterleavedTiming
  ) -> (value: Double, interval: Interval?)? {
    func times(_ work: GoalWork) -> [Double] {
      timing.contenders.first { $0.label == work.label }?.samples(.wall) ?? []
    }
    let estimate: RatioEstimate?
    switch quantity {
    case .ratio(let work, over: let other):
      estimate = RatioEstimate(
        logRatios: LogRatio.paired(times(work), over: times(other)), alpha: 0.05)
    case .gain(let work, over: let other, bound: let bound, boundOver: let base):
      // (a ÷ b) ÷ (c ÷ d) is a · d over b · c, in each round.
      let own = zip(times(work), times(base)).map { $0 * $1 }
      let possible = zip(times(other), times(bound)).map { $0 * $1 }
      estimate = RatioEstimate(logRatios: LogRatio.paired(own, over: possible), alpha: 0.05)
    case .seconds(let work):
      guard let timed = timing.contenders.first(where: { $0.label == work.label }),
        let median = timed.median(.wall)
      else { return nil }
      return (median, timed.interval(.wall, alpha: 0.05)?.interval)
    }
    return estimate.map { ($0.factor, $0.factorInterval) }
  }
}
