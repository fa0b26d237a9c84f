package import OrderedJSON

/// What all that was kept makes together: the start against what is kept, in a session of its own.
package struct RefereeTotal: Equatable, Sendable {
  /// A benchmark with its change.
  package struct Benchmark: Equatable, Sendable {
    package let name: String
    /// The change; nil for the same code.
    package let estimate: FreshEstimate?
  }

  /// The commit that was measured against the start.
  package let candidate: String
  /// All benchmarks that both have.
  package let benchmarks: [Benchmark]

  package init(candidate: String, benchmarks: [Benchmark]) {
    self.candidate = candidate
    self.benchmarks = benchmarks
  }
}

extension RefereeTotal {
  /// One line of the journal, and part of a report for programs.
  package var json: JSONValue {
    .object([
      .init("total", .string(candidate)),
      .init(
        "benchmarks",
        .array(
          benchmarks.map {
            .object([
              .init("name", .string($0.name)), .init("change", .optional($0.estimate, \.json)),
            ])
          })),
    ])
  }

  init?(_ json: JSONValue) {
    guard let candidate = json["total"]?.string,
      let benchmarks = json["benchmarks"]?.elements({ element -> Benchmark? in
        element["name"]?.string.map {
          Benchmark(name: $0, estimate: element["change"].flatMap(FreshEstimate.init))
        }
      })
    else { return nil }
    self.init(candidate: candidate, benchmarks: benchmarks)
  }
}
