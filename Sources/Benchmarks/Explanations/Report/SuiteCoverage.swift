internal import BenchmarkHarness
internal import Measuring

/// Which of the functions that differ between two states the benchmarks of a suite run.
package struct SuiteCoverage: Sendable {
  /// A function that differs, and which benchmarks run it.
  package struct Function: Sendable {
    package let change: PieceChange
    /// The benchmarks that run it, with its share of all that they execute, the largest first.
    package let shares: [(benchmark: String, share: Double)]

    /// How much slower it has to be at least to be seen, as a fraction of its own time; `nil` where nothing
    /// runs it.
    ///
    /// - Parameter margin: the log ratio of a benchmark that is seen.
    /// - Returns: the fraction; above any number where its share is nothing.
    package func smallestVisible(margin: Double) -> Double? {
      guard let share = shares.first?.share else { return nil }
      return (LogRatio(margin).percent / 100) / share
    }
  }

  /// The name of the suite.
  package let title: String
  /// The sides: "main (1a2b3c4d) → working tree".
  package let sides: String
  /// The functions, those that nothing runs first, then by what can be seen of them.
  package let functions: [Function]
  /// The benchmarks whose functions were counted.
  package let benchmarks: [String]
  /// What shares of them are of: "instructions".
  let units: [String]
  /// Why shares are of instructions and not of time; `nil` where they are of time, or of what an interpreter
  /// counts.
  let notSampled: String?
  /// The log ratio of a benchmark that is seen.
  package let margin: Double
  /// Sentences about what is not known.
  package let remarks: [String]

  /// Whether all benchmarks were counted.
  package var isComplete: Bool { remarks.isEmpty }

  /// Takes what was counted.
  ///
  /// - Parameters:
  ///   - title: the name of the suite.
  ///   - sides: both sides in words.
  ///   - changes: the functions that differ.
  ///   - profiles: what the benchmarks execute, by their names.
  ///   - margin: the log ratio of a benchmark that is seen.
  ///   - remarks: sentences about what is not known.
  ///   - notSampled: why it is not known where a benchmark spends its time.
  init(
    title: String, sides: String, changes: [PieceChange],
    profiles: [(benchmark: String, profile: CallProfile)], margin: Double, remarks: [String],
    notSampled: String? = nil
  ) {
    self.title = title
    self.sides = sides
    self.margin = margin
    self.remarks = remarks
    self.notSampled = notSampled
    benchmarks = profiles.map(\.benchmark)
    units = Set(profiles.map(\.profile.unitOfShares)).sorted()
    let counted = profiles.map { ($0.benchmark, SourceCounts($0.profile)) }
    functions = changes.map { change in
      let shares: [(benchmark: String, share: Double)] = counted.compactMap { name, counts in
        counts.cost(of: change).map { (name, $0 / max(counts.all, 1)) }
      }
      return Function(change: change, shares: shares.sorted { $0.share > $1.share })
    }.sorted { a, b in
      let sizes = [a, b].map { $0.shares.first?.share ?? -1 }
      return sizes[0] == sizes[1] ? a.change.name < b.change.name : sizes[0] < sizes[1]
    }
  }

  /// The sentence about functions that are not run: "2 of 3 changed functions are run by no benchmark".
  ///
  /// - Parameters:
  ///   - names: the functions that are not run.
  ///   - count: how many differ.
  ///   - whom: what does not run them, as "this benchmark"; `nil` for no benchmark at all.
  /// - Returns: the sentence.
  static func notRun(_ names: [String], of count: Int, by whom: String? = nil) -> String {
    let verb = names.count == 1 ? "is" : "are"
    let what = "\(names.count) of \(count) changed \(count == 1 ? "function" : "functions") \(verb)"
    let shown = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    let who = whom.map { "not run by \($0)" } ?? "run by no benchmark of this suite"
    return "\(what) \(who): \(shown)\(more)."
  }
}

extension CallProfile {
  /// What shares of it are of.
  fileprivate var unitOfShares: String { samples == nil ? counter.unit : "time" }
}
