package import Measuring
internal import OrderedJSON
internal import Reporting

/// What both sides of a comparison report of something beside time.
package struct MetricChange: Equatable, Sendable {
  /// What a change means.
  package enum Verdict: String, Sendable {
    /// The candidate's value is the better one.
    case better
    /// The candidate's value is the worse one.
    case worse
    /// Both values are the same.
    case same
    /// Values that must be equal are not.
    case differs
    /// The sides report it in different units, or one has no number for it.
    case notComparable
  }

  /// The metric of the side to compare with; `nil` where it has none.
  package let base: BenchmarkMetric?
  /// That of the side to judge.
  package let candidate: BenchmarkMetric?

  /// Pairs what two sides report, by name, in the order of the candidate.
  package static func changes(
    from base: [BenchmarkMetric], to candidate: [BenchmarkMetric]
  ) -> [MetricChange] {
    candidate.map { new in MetricChange(base: base.first { $0.name == new.name }, candidate: new) }
      + base.filter { old in !candidate.contains { $0.name == old.name } }
      .map { MetricChange(base: $0, candidate: nil) }
  }

  package var name: String { candidate?.name ?? base?.name ?? "" }

  /// What the change means.
  package var verdict: Verdict {
    guard let base, let candidate, base.unit == candidate.unit, base.value.isFinite,
      candidate.value.isFinite
    else { return .notComparable }
    if base.value == candidate.value { return .same }
    switch candidate.better {
    case .less: return candidate.value < base.value ? .better : .worse
    case .more: return candidate.value > base.value ? .better : .worse
    case .equal: return .differs
    }
  }

  /// A line for people; `nil` when both are the same.
  var words: String? {
    let title = candidate?.title ?? base?.title ?? name
    func text(_ metric: BenchmarkMetric) -> String {
      guard metric.value.isFinite else { return "no number" }
      let number = Quantities.threeDigits(metric.value)
      return metric.unit.isEmpty || metric.unit == title ? number : "\(number) \(metric.unit)"
    }
    switch (base, candidate, verdict) {
    case (_, _, .same): return nil
    case (let old?, let new?, .notComparable):
      return old.unit == new.unit
        ? "\(title): \(text(old)) and \(text(new)) cannot be compared"
        : "\(title): \(text(old)) and \(text(new)) are in different units"
    case (let old?, let new?, let verdict):
      let meaning = verdict == .differs ? "must be equal" : verdict.rawValue
      return "\(title): \(text(old)) → \(text(new)), \(meaning)"
    case (let old?, nil, _): return "\(title): \(text(old)), and the candidate reports none"
    case (nil, let new?, _): return "\(title): \(text(new)), and the base reports none"
    case (nil, nil, _): return nil
    }
  }

  /// The change for programs.
  var json: JSONValue {
    .object([
      .init("name", .string(name)),
      .init("unit", .string(candidate?.unit ?? base?.unit ?? "")),
      .init("base", .optional(base?.value.finite, JSONValue.number)),
      .init("candidate", .optional(candidate?.value.finite, JSONValue.number)),
      .init("verdict", .string(verdict.rawValue)),
    ])
  }
}

extension Double {
  /// The number; `nil` where it is none.
  package var finite: Double? { isFinite ? self : nil }
}
