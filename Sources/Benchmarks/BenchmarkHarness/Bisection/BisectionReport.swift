package import BenchmarkBuilds
internal import Measuring
package import OrderedJSON
internal import Reporting
internal import TimingHistory

/// The result of a bisection, for people and programs.
package struct BisectionReport {
  /// Where the search was.
  package let range: CommitRange
  /// What it found.
  package let finding: Bisection.Finding
  /// The name of the benchmark.
  package let benchmark: String
  /// What it worked on.
  package let subject: String

  package init(
    range: CommitRange, finding: Bisection.Finding, benchmark: String, subject: String
  ) {
    self.range = range
    self.finding = finding
    self.benchmark = benchmark
    self.subject = subject
  }

  /// The most probable first slow commit; `nil` when there was nothing to search for.
  private var answer: (commit: CommitRange.Commit, probability: Double)? {
    finding.search.map { (range.commits[$0.firstSlow.commit], $0.firstSlow.probability) }
  }

  /// The answer, and before it the commits that cannot be told from it, oldest first.
  private var suspects: ArraySlice<CommitRange.Commit> {
    finding.search.map { range.commits[$0.suspects] } ?? []
  }

  /// Whether a commit is named with the confidence that was asked for.
  package var isSettled: Bool { finding.search?.isSettled ?? false }

  /// The answer for people.
  package var words: String {
    let change = finding.slowdown.map { Decimals.change($0.percent / 100) }
    guard let answer, let search = finding.search else {
      return
        "No significant difference of \(benchmark) on \(subject) between the two commits"
        + "\(change.map { " (\($0))" } ?? ""): there is nothing to search for.\n"
    }
    let name = suspects.map { "\($0.hash.prefix(12)) \(printable($0.subject))" }
      .joined(separator: "\nor ")
    let sureness = Decimals.percent(answer.probability)
    let effort = "\(search.probes.count) probes among \(range.commits.count) commits"
    let reason =
      suspects.count > 1
      ? " Only the last of these can be measured: the others do not build or run." : ""
    let first =
      isSettled
      ? "\(name)\nis the first slow commit (\(sureness)): \(change ?? "") on \(benchmark), "
        + "\(subject); "
      : "Not settled: most probably (\(sureness)) it is\n\(name)\n"
    return first + effort + ".\(reason)\n"
  }

  /// The answer for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("kernel", .string(benchmark)),
      .init("image", .string(subject)),
      .init("good", .string(range.good)),
      .init("bad", .optional(range.commits.last) { .string($0.hash) }),
      .init("commits", .integer(range.commits.count)),
      .init("change", .optional(finding.slowdown) { .number($0.percent / 100) }),
      .init("settled", .bool(isSettled)),
      .init(
        "firstSlow",
        .optional(answer) { answer in
          .object([
            .init("commit", .string(answer.commit.hash)),
            .init("subject", .string(answer.commit.subject)),
            .init("probability", .number(answer.probability)),
          ])
        }),
      .init("suspects", .array(suspects.map { .string($0.hash) })),
      .init(
        "probes",
        .array(
          (finding.search?.probes ?? []).map { probe in
            .object([
              .init("commit", .string(range.commits[probe.commit].hash)),
              .init("change", .number(probe.logRatio.percent / 100)),
              .init("likelihoodRatio", .number(probe.likelihoodRatio)),
            ])
          })),
      .init(
        "broken", .array(finding.broken.sorted().map { .string(range.commits[$0].hash) })),
    ])
  }
}
