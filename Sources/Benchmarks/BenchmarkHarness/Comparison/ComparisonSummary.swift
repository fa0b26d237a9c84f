internal import Measuring
internal import Reporting

/// One line for all benchmarks of a comparison: how many ended how, the largest change of each kind,
/// and what would decide the rest.
struct ComparisonSummary: Equatable {
  /// The line.
  let text: String

  /// Sums results up.
  ///
  /// - Parameters:
  ///   - results: what was measured, in any order.
  ///   - total: how many benchmarks were to be compared.
  ///   - seconds: how long it took.
  ///
  /// It is `nil` for a single benchmark, whose row says it all.
  init?(_ results: [ComparisonResult], of total: Int, seconds: Double) {
    guard total > 1 else { return nil }
    var slower: [ComparisonResult] = []
    var faster: [ComparisonResult] = []
    var undecided: [ComparisonResult] = []
    var same = 0
    var noSlower = 0
    var failed = 0
    for result in results {
      switch (result.session.end, result.session.verdict) {
      case (.decided, .slower): slower.append(result)
      case (.decided, .faster): faster.append(result)
      case (.decided, .same): same += 1
      case (.decided, .noSlower): noSlower += 1
      case (.failed, _), (.answersDiffer, _): failed += 1
      default: undecided.append(result)
      }
    }
    var parts = ["\(same) same"]
    if noSlower > 0 { parts.append("\(noSlower) no slower") }
    parts.append(Self.part(faster, "faster") { $0 < $1 })
    parts.append(Self.part(slower, "slower") { $0 > $1 })
    parts.append("\(undecided.count) undecided")
    if failed > 0 { parts.append("\(failed) failed") }
    if results.count < total { parts.append("\(total - results.count) not measured") }
    var text =
      "\(total) benchmarks: \(parts.joined(separator: ", ")), in \(Decimals.duration(seconds))."
    let more = undecided.compactMap { result -> Int? in
      if case .cannotTell(let pairs?) = result.session.verdict { pairs } else { nil }
    }
    if let most = more.max() {
      let which = more.count == 1 ? "the one" : "\(more.count) of those"
      text += " About \(most) more pairs would decide \(which) undecided."
    } else if !undecided.isEmpty {
      text += " More launches would decide none of those undecided: their rows say why."
    }
    self.text = text
  }

  private static func part(
    _ results: [ComparisonResult], _ word: String, isWorse: (Double, Double) -> Bool
  ) -> String {
    let ranked = results.compactMap { result in
      result.change.map { (name: result.subject ?? result.candidate, median: $0.median) }
    }.sorted { isWorse($0.median, $1.median) }
    guard let first = ranked.first else { return "\(results.count) \(word)" }
    let percent = Decimals.fixed(first.median * 100, places: 1)
    let sign = first.median > 0 ? "+" : ""
    return "\(results.count) \(word) (most: \(printable(first.name)) \(sign)\(percent) %)"
  }
}
