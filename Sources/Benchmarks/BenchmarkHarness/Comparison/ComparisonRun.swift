internal import BenchmarkBuilds
package import HistoryReports
internal import Measuring
package import Reporting

/// Comparisons in order: case after case is checked, measured and written.
///
/// A case that fails is reported, and the others go on. All side effects are injected.
package struct ComparisonRun {
  /// What to compare.
  package let cases: [any ComparisonCase]
  /// How results are written.
  package let format: any ResultFormat<ComparisonResult>
  /// Where it is measured.
  package let environment: RunEnvironment
  /// Where it says what it found and how far it is.
  package let context: RunContext
  /// Failures already reported.
  package var reported: Set<String> = []
  /// The benchmarks that only one side has.
  package var unmatched = UnmatchedBenchmarks()
  /// Whether the base may have benchmarks that the candidate does not have.
  package var allowsMissing = false
  /// Seconds for all cases together; `nil` to measure each until its verdict.
  package var seconds: Double?
  /// Called with all results before the format closes; what it answers is written.
  package var follow: ([ComparisonResult]) -> String = { _ in "" }

  package init(
    cases: [any ComparisonCase], format: any ResultFormat<ComparisonResult>,
    environment: RunEnvironment, context: RunContext, reported: Set<String> = []
  ) {
    self.cases = cases
    self.format = format
    self.environment = environment
    self.context = context
    self.reported = reported
  }

  /// Runs all cases.
  ///
  /// - Returns: the worst status: a failure, then not comparable, then slower, then cannot tell.
  package mutating func run() -> WorkStatus {
    context.output(format.opening(environment))
    let equal = cases.count { $0.proof != nil }
    if equal > 0, cases.count > 1 {
      context.message(
        .note("\(equal) of \(cases.count) benchmarks are the same code: not measured."))
    }
    let (results, statuses) = seconds.map { runAll(within: $0) } ?? runAll()
    context.clear()
    if !context.isCancelled() {
      let more = follow(results)
      if !more.isEmpty { context.output(more) }
    }
    context.output(format.closing(results, environment))
    if let summary = ComparisonSummary(results, of: cases.count, seconds: context.elapsed()) {
      context.message(.note(summary.text))
    }
    guard context.isCancelled() else {
      return Self.worst(of: statuses + (reportMissing() ? [.notComparable] : []))
    }
    context.message(
      .error("Interrupted: the results of \(results.count) of \(cases.count) cases are kept."))
    return .interrupted
  }

  /// Reports benchmarks that the candidate lacks, unless that is wanted.
  private func reportMissing() -> Bool {
    guard unmatched.hasMissing, !allowsMissing else { return false }
    let names = unmatched.onlyInBase
    let shown = names.prefix(10).joined(separator: ", ")
    let more = names.count > 10 ? " and \(names.count - 10) more" : ""
    let what = names.count == 1 ? "1 benchmark is" : "\(names.count) benchmarks are"
    context.message(
      .error(
        "\(what) gone or renamed, and not compared: \(shown)\(more). What is not measured may be "
          + "slower; if it is wanted, allow it."))
    return true
  }

  /// Runs each case to its end.
  private mutating func runAll() -> (results: [ComparisonResult], statuses: [WorkStatus]) {
    var statuses: [WorkStatus] = []
    var results: [ComparisonResult] = []
    for (index, item) in cases.enumerated() {
      if context.isCancelled() { break }
      do {
        let result = try run(item, place: Double(index))
        results.append(result)
        statuses.append(show(result))
      } catch {
        statuses.append(reportFailure(error, of: item))
      }
    }
    return (results, statuses)
  }

  /// Writes a result, and gives its status.
  mutating func show(_ result: ComparisonResult) -> WorkStatus {
    context.clear()
    context.output(format.section(result))
    return report(result)
  }

  /// Reports why a case has no result, and gives its status.
  mutating func reportFailure(_ error: HarnessFailure, of item: any ComparisonCase) -> WorkStatus {
    context.clear()
    // What is wrong with a build is wrong with each of its benchmarks: reported once.
    if reported.insert(error.message).inserted {
      context.message(.error("\(item.title): \(error.message)"))
    }
    return error.status
  }

  /// The status that matters most.
  package static func worst(of statuses: [WorkStatus]) -> WorkStatus {
    let order: [WorkStatus] = [.failure, .notComparable, .slower, .cannotTell]
    return order.first(where: statuses.contains) ?? .success
  }

  private mutating func run(
    _ item: any ComparisonCase, place: Double
  ) throws(HarnessFailure) -> ComparisonResult {
    update("checking \(item.title)", place, 0)
    try item.check()
    announce(item, place: Int(place))
    let session = item.measure(isCancelled: context.isCancelled) { step in
      let done = Double(step.launches) / Double(max(step.nextLook, 1))
      update(
        "\(item.title): launch \(step.launches) of \(step.nextLook)", place, done)
    }
    return finished(item, session)
  }

  /// Says before a benchmark is measured how long that takes at most, where it may be long.
  private func announce(_ item: any ComparisonCase, place: Int) {
    guard let longest = item.longestSeconds, longest >= Self.longSeconds else { return }
    context.clear()
    let which = cases.count > 1 ? "benchmark \(place + 1) of \(cases.count), " : ""
    context.note(
      "\(item.title): \(which)at most \(Decimals.duration(longest)) of measuring, until the verdict."
    )
  }

  /// Seconds from which on measuring is announced.
  private static let longSeconds = 30.0

  /// The result of a session, with what is counted beside it.
  func finished(_ item: any ComparisonCase, _ session: SessionResult) -> ComparisonResult {
    let costs = context.isCancelled() || session.end != .decided ? nil : item.costs()
    return ComparisonResult(
      base: item.base, candidate: item.candidate, subject: item.subject, session: session,
      basis: item.basis, costs: costs, metrics: item.metrics, rule: item.rule)
  }

  mutating func update(_ label: String, _ place: Double, _ done: Double) {
    context.show(label, (place + done) / Double(cases.count))
  }

  /// Reports what was wrong with a session, and gives its status.
  private func report(_ result: ComparisonResult) -> WorkStatus {
    let session = result.session
    let kept = "\(session.pairCount) pairs are kept"
    switch session.end {
    case .failed(let side, let failure):
      let name = side == .base ? result.base : result.candidate
      context.message(.error("\(name): \(failure); \(kept)."))
      return .failure
    case .answersDiffer(let base, let candidate):
      context.message(
        .error(
          "The answers differ, so there is nothing to compare: '\(result.base)' answers "
            + "'\(base)', '\(result.candidate)' answers '\(candidate)'."))
      return .notComparable
    case .unmeasurable(let clock):
      context.message(
        .error(
          "The \(clock.title) clock did not advance: the work is too short for it. Compare by "
            + "another clock."))
      return .cannotTell
    case .cancelled: return .success
    case .decided: break
    }
    warn(session)
    return switch session.verdict {
    case .slower: .slower
    case .faster, .same, .noSlower: .success
    case .cannotTell: .cannotTell
    }
  }

  private func warn(_ session: SessionResult) {
    let launches = session.launches.map { $0.pairs.flatMap(\.base) }
    for warning in NoiseWarning.warnings(launches, clock: session.clock) {
      context.message(.warning("\(warning)."))
    }
  }
}
