package import DominantColor
package import Measuring
package import Pixels
package import Reporting
internal import SyntheticImages

/// One `kernels tune`: races size after size, looks closer where winners change, and decides.
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

  /// The races so far.
  private(set) var races: [TunedQuestion: [RaceOutcome]] = [:]
  /// Sizes for which there was no time.
  private var leftOut: [String] = []
  /// The time that each size class took, to predict the next.
  private var costs: [ClassCost] = []

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

  /// Measures and decides.
  ///
  /// - Returns: `nil` when it was cancelled: incomplete measurements decide nothing.
  package mutating func run() -> TuneResult? {
    let contested = plan.questions.filter { candidates($0).count > 1 }
    for question in plan.questions where !contested.contains(question) {
      context.message(
        .note(
          "Method \(question.title) has one kernel, '\(candidates(question).first?.name ?? "none")': "
            + "nothing to race."))
    }
    if !contested.isEmpty {
      let everyKind = plan.sizes.filter { $0.width * $0.height <= plan.largestOfEveryKind }
      for size in everyKind { measure(size, contested) }
      for _ in 0..<plan.refinements { refine(contested) }
      for size in plan.sizes.dropFirst(everyKind.count) { measure(size, contested) }
    }
    context.clear()
    guard !context.isCancelled() else { return nil }
    if !leftOut.isEmpty {
      context.message(
        .note(
          "Left out, because they would not end within \(Quantities.time(plan.seconds)): "
            + leftOut.joined(separator: ", ") + ". Give more time."))
    }
    return TuneResult(
      questions: plan.questions.map { ($0, candidates($0), races[$0] ?? []) },
      threadCounts: threadCounts)
  }

  /// The numbers of threads a caller may allow that are distinguished.
  private var threadCounts: [Int] {
    let counts = KernelCatalog.all.filter(\.isConcurrent).first.map {
      KernelCandidate.all(for: $0.method, threads: plan.threads, kernels: [$0]).map(\.threads)
    }
    return [1] + (counts ?? []).sorted()
  }

  private func candidates(_ question: TunedQuestion) -> [KernelCandidate] {
    KernelCandidate.all(for: question.method, threads: plan.threads, kernels: kernels)
  }

  /// Races at one size, unless it would take longer than is left.
  private mutating func measure(_ size: (width: Int, height: Int), _ questions: [TunedQuestion]) {
    let pixels = size.width * size.height
    let images = plan.images(pixels: pixels)
    let start = context.elapsed()
    if let perImage = ClassCost.expected(pixels: Double(pixels), after: costs),
      !context.isCancelled()
    {
      let expected = perImage * Double(images.count)
      guard start + expected <= plan.seconds else {
        leftOut.append(Quantities.megapixels(pixels))
        return
      }
    }
    for image in images { race(image, size, questions) }
    costs.append(
      ClassCost(
        pixels: Double(pixels), secondsPerImage: (context.elapsed() - start) / Double(images.count))
    )
  }

  private mutating func race(
    _ image: String, _ size: (width: Int, height: Int), _ questions: [TunedQuestion]
  ) {
    guard !context.isCancelled() else { return }
    let label = "\(image), \(Quantities.megapixels(size.width * size.height))"
    context.show(label, min(context.elapsed() / plan.seconds, 1))
    let buffer: ImageBuffer
    do {
      buffer = try makeImage(image, size.width, size.height)
    } catch {
      context.message(.warning(error.message))
      return
    }
    buffer.withPixels { view in
      for question in questions {
        context.show("\(question.title) on \(label)", min(context.elapsed() / plan.seconds, 1))
        let race = CandidateRace(
          question: question, candidates: candidates(question), seconds: plan.secondsPerRace,
          timer: timer, time: time)
        guard let outcome = race.run(on: view, image: image, isCancelled: context.isCancelled)
        else {
          return
        }
        races[question, default: []].append(outcome)
      }
    }
  }

  /// Measures the middle between every two sizes whose winners differ, for any number of threads,
  /// on images of the content for which they do.
  private mutating func refine(_ questions: [TunedQuestion]) {
    for question in questions {
      for content in ImageContent.allCases {
        for (smaller, larger) in changes(question, content) {
          guard !context.isCancelled(), context.elapsed() < plan.seconds else { return }
          let middle = (Double(smaller) * Double(larger)).squareRoot()
          // Below a fifth there is nothing left to gain.
          guard Double(larger) > 1.2 * Double(smaller), middle < 1e7 else { continue }
          let side = max(Int(middle.squareRoot().rounded()), 1)
          let size = (width: side, height: max(Int((middle / Double(side)).rounded()), 1))
          guard (smaller + 1..<larger).contains(size.width * size.height) else { continue }
          for image in TunePlan.images where TunePlan.content(of: image) == content {
            race(image, size, [question])
          }
        }
      }
    }
  }

  /// Neighbouring sizes between which the winner changes.
  private func changes(
    _ question: TunedQuestion, _ content: ImageContent
  ) -> [(smaller: Int, larger: Int)] {
    var changes: [(smaller: Int, larger: Int)] = []
    for threads in threadCounts {
      let verdicts = TuneResult.verdicts(
        question, races[question] ?? [], content, threads: threads)
      for (here, next) in zip(verdicts, verdicts.dropFirst())
      where here.verdict.choice != next.verdict.choice && Self.mattersWhere(here, next) {
        let change = (smaller: here.pixels, larger: next.pixels)
        if !changes.contains(where: { $0 == change }) { changes.append(change) }
      }
    }
    return changes
  }

  /// Whether it matters where between two sizes the winner changes: whether one of the winners is
  /// far behind at the other's size.
  private static func mattersWhere(_ here: TuneResult.Decision, _ next: TuneResult.Decision) -> Bool
  {
    func isFarBehind(_ candidate: KernelCandidate, at size: TuneResult.Decision) -> Bool {
      size.races.contains { race in
        guard let found = race.regret(of: candidate, among: [size.verdict.choice]) else {
          return true
        }
        return found.regret > 0.03
      }
    }
    return isFarBehind(here.verdict.choice, at: next) || isFarBehind(next.verdict.choice, at: here)
  }
}
