package import OrderedJSON
internal import Reporting

/// What a referee has kept, and what that makes.
package struct RefereeReport {
  private let journal: RefereeJournal

  /// - Parameter journal: what is known.
  package init(_ journal: RefereeJournal) { self.journal = journal }

  /// For people.
  package var text: String {
    let start = journal.start
    var lines = [
      "Referee since \(start.base.prefix(12)): worth keeping from "
        + "\(Decimals.fixed(start.worth * 100, places: 2)) %, at most "
        + "\(Decimals.fixed(start.falseKeeps * 100, places: 1)) % of what is kept expected to be wrong."
    ]
    lines.append(
      journal.tries.isEmpty
        ? "Nothing was tried yet."
        : "\(journal.tries.count) tried: "
          + counts.map { "\($0.count) \($0.word)" }
          .joined(separator: ", ") + "; \(Decimals.duration(seconds)).")
    lines += journal.kept.map { attempt in
      "  \(attempt.number). \(attempt.label) (\(attempt.candidate.prefix(12))): \(attempt.reason)"
    }
    if let total = journal.total {
      lines.append("All together, the start against what is kept, measured by itself:")
      lines += total.benchmarks.map { one in
        "  \(one.name): " + (one.estimate?.words ?? "same code")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs.
  package var json: JSONValue {
    .object([
      .init("start", journal.start.json), .init("base", .string(journal.base)),
      .init("tries", .integer(journal.tries.count)),
      .init("counts", .object(counts.map { .init($0.word, .integer($0.count)) })),
      .init("seconds", .number((seconds * 1000).rounded() / 1000)),
      .init("kept", .array(journal.kept.map(\.json))),
      .init("total", .optional(journal.total, \.json)),
    ])
  }

  private var seconds: Double { journal.tries.reduce(0) { $0 + $1.seconds } }

  private var counts: [(word: String, count: Int)] {
    RefereeTry.Verdict.allCases.map { verdict in
      let word = verdict == .keep ? "kept" : verdict == .discard ? "discarded" : verdict.rawValue
      return (word, journal.tries.count { $0.verdict == verdict })
    }
  }
}
