internal import Measuring
internal import Reporting

/// Comparisons that have some time together.
extension ComparisonRun {
  /// A case that is not settled yet.
  private struct Open {
    let index: Int
    var session: SessionResult?
  }

  /// Measures all cases up to their first look, then those that are not settled up to the next, and so on.
  ///
  /// What is settled takes no more time. In each round those come first that are thought to need the fewest
  /// pairs, so that as many as possible are settled.
  ///
  /// - Parameter seconds: how long that may take.
  /// - Returns: the results in the order of the cases, and the statuses of those that were begun.
  mutating func runAll(
    within seconds: Double
  ) -> (results: [ComparisonResult], statuses: [WorkStatus]) {
    let end = context.elapsed() + seconds
    var open = cases.indices.map { Open(index: $0) }
    var found: [(index: Int, result: ComparisonResult)] = []
    var statuses: [WorkStatus] = []
    var looks = 1
    while !open.isEmpty, !context.isCancelled(), context.elapsed() < end {
      var left: [Open] = []
      for (place, item) in open.enumerated() {
        if context.isCancelled() || context.elapsed() >= end {
          left += open[place...]
          break
        }
        do {
          let step = try take(item, looks: looks, until: end)
          if let result = step.result {
            found.append((item.index, result))
            statuses.append(show(result))
          } else {
            left.append(Open(index: item.index, session: step.session))
          }
        } catch {
          statuses.append(reportFailure(error, of: cases[item.index]))
        }
      }
      open = left.sorted { Self.missing($0.session) < Self.missing($1.session) }
      looks += 1
    }
    // The time is over: what is known of the others.
    for item in open.sorted(by: { $0.index < $1.index }) {
      guard let session = item.session else {
        if context.isCancelled() { continue }
        context.message(
          .warning(
            "\(cases[item.index].title): no launch was completed in the time that was given."))
        statuses.append(.cannotTell)
        continue
      }
      let result = finished(cases[item.index], session)
      found.append((item.index, result))
      statuses.append(show(result))
    }
    return (found.sorted { $0.index < $1.index }.map(\.result), statuses)
  }

  /// Measures a case up to a look.
  ///
  /// - Returns: its result where it is settled, else what is measured of it.
  private mutating func take(
    _ item: Open, looks: Int, until end: Double
  ) throws(HarnessFailure) -> (result: ComparisonResult?, session: SessionResult?) {
    let (comparison, earlier) = (cases[item.index], item.session)
    if earlier == nil {
      update("checking \(comparison.title)", Double(item.index), 0)
      try comparison.check()
    }
    let isOver = { [context] in context.isCancelled() || context.elapsed() >= end }
    func report(_ step: SessionProgress) {
      update(
        "\(comparison.title): launch \(step.launches) of \(step.nextLook)", Double(item.index),
        Double(step.launches) / Double(max(step.nextLook, 1)))
    }
    let session = comparison.measure(
      after: earlier, looks: looks, isCancelled: isOver, progress: report)
    if session.end == .cancelled, !context.isCancelled() {
      let complete = session.launches.filter(\.isComplete)
      // No launch was completed in the time.
      guard !complete.isEmpty else { return (nil, earlier) }
      let ended = SessionResult(
        verdict: session.verdict, end: .decided, launches: complete, clock: session.clock,
        answer: session.answer)
      return isOpen(ended.verdict, of: comparison)
        ? (nil, ended) : (finished(comparison, ended), nil)
    }
    // The rule has no more looks, and a round more would measure nothing.
    let isExhausted = session.launches.count == earlier?.launches.count ?? 0
    guard session.end == .decided, isOpen(session.verdict, of: comparison), !isExhausted else {
      return (finished(comparison, session), nil)
    }
    return (nil, session)
  }

  /// Whether more pairs may change a verdict.
  private func isOpen(_ verdict: Verdict, of comparison: any ComparisonCase) -> Bool {
    switch verdict {
    case .cannotTell(_?): return true
    case .cannotTell(nil):
      // At the margin, or within what layout may make, which no pairs end.
      if case .allowance = comparison.basis { return false }
      return true
    case .same, .noSlower, .slower, .faster: return false
    }
  }

  /// About how many pairs would settle a session.
  private static func missing(_ session: SessionResult?) -> Int {
    // What was not begun comes first: of it nothing is known.
    guard let session else { return 0 }
    if case .cannotTell(let pairs?) = session.verdict { return pairs }
    return .max
  }
}
