package import DominantColor
package import Measuring
package import Pixels
package import Reporting
internal import SyntheticImages

/// One `kernels tune`: races one thread with several, size after size.
///
/// All side effects are injected, so that tests run it whole.
package struct TuneSession {
  package let plan: TunePlan
  package let kernels: [any Kernel]
  package let timer: any ContenderTimer
  package let time: any TimeSource
  /// Makes an image of a kind and size.
  package let makeImage:
    (_ name: String, _ width: Int, _ height: Int) throws(HarnessFailure) -> ImageBuffer
  /// Writes a line for people.
  package let context: RunContext

  package init(
    plan: TunePlan, kernels: [any Kernel], timer: any ContenderTimer, time: any TimeSource,
    makeImage: @escaping (String, Int, Int) throws(HarnessFailure) -> ImageBuffer,
    context: RunContext
  ) {
    self.plan = plan
    self.kernels = kernels
    self.timer = timer
    self.time = time
    self.makeImage = makeImage
    self.context = context
  }

  /// Measures.
  ///
  /// - Returns: `nil` when it was cancelled: incomplete measurements decide nothing.
  package func run() -> TuneResult? {
    var result = TuneResult(methods: plan.methods.compactMap(candidates))
    if plan.threads < 2 {
      context.message(.note("One thread is allowed: there is nothing to race."))
    } else {
      for (index, size) in plan.sizes.enumerated() {
        if index > 0, context.elapsed() >= plan.seconds, !context.isCancelled() {
          leaveOut(plan.sizes[index...])
          break
        }
        for image in TunePlan.images { race(image, size, &result) }
      }
    }
    context.clear()
    return context.isCancelled() ? nil : result
  }

  private func leaveOut(_ sizes: ArraySlice<(width: Int, height: Int)>) {
    let list = sizes.map { Quantities.megapixels($0.width * $0.height) }.joined(separator: ", ")
    context.message(
      .note(
        "Left out, because \(Quantities.time(plan.seconds)) are over: \(list). Give more time."))
  }

  /// The fastest kernel of a method on one thread and on all; `nil` where there is but one.
  private func candidates(_ method: PaletteMethod) -> TuneResult.Method? {
    let own = kernels.filter { $0.method == method }
    guard let one = own.first(where: { !$0.isConcurrent }),
      let several = own.first(where: { $0.isConcurrent })
    else {
      context.message(.note("Method \(method.rawValue) has one kernel: nothing to race."))
      return nil
    }
    return TuneResult.Method(
      method: method, one: KernelCandidate(one),
      several: KernelCandidate(several, threads: plan.threads))
  }

  private func race(
    _ image: String, _ size: (width: Int, height: Int), _ result: inout TuneResult
  ) {
    guard !context.isCancelled() else { return }
    let label = "\(image), \(Quantities.megapixels(size.width * size.height))"
    let buffer: ImageBuffer
    do {
      buffer = try makeImage(image, size.width, size.height)
    } catch {
      context.message(.warning(error.message))
      return
    }
    buffer.withPixels { view in
      for index in result.methods.indices {
        let method = result.methods[index]
        context.show(
          "\(method.method.rawValue) on \(label)", min(context.elapsed() / plan.seconds, 1))
        let race = CandidateRace(
          method: method.method, candidates: [method.several, method.one],
          seconds: plan.secondsPerRace, timer: timer, time: time)
        guard let outcome = race.run(on: view, image: image, isCancelled: context.isCancelled)
        else { return }
        result.methods[index].races.append(outcome)
      }
    }
  }
}
