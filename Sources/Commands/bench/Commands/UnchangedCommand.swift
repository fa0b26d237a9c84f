internal import KernelBenchmarks
internal import CommandText
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import OrderedJSON
internal import Reporting

/// `bench unchanged`: which commits provably leave all benchmarks as they were.
struct UnchangedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unchanged",
    abstract: "Report which commits provably leave every benchmark as it was.",
    discussion: """
      A commit is unchanged by its sources when bench is built from the same files, settings and \
      versions as before it, and by its code when both builds are kept and all functions that can \
      run are equal before layout. Such commits need no measurement: bench compare, nightly and \
      bisect tell without timing anything. Nothing is built.

      EXAMPLES
        bench unchanged
        bench unchanged --commits 200 --from main
      """)

  @Option(help: ArgumentHelp("How many commits, merges left out.", valueName: "count"))
  var commits: Int = 50

  @Option(name: .customLong("from"), help: ArgumentHelp("The newest commit.", valueName: "commit"))
  var newest: String = "HEAD"

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    guard (1...100_000).contains(commits) else {
      throw ValidationError("--commits takes 1 to 100000, not \(commits).")
    }
  }

  func run() throws {
    var progress = messages.progressLine
    let clock = ContinuousClock()
    let start = clock.now
    let changes = try reportingFailures {
      let builds = try RevisionBuilds(
        containing: ".", recipe: BenchmarkProject.dominantColor.recipe, note: { _ in })
      return try CommitChanges(of: builds).newest(commits, from: newest) { done in
        progress.update(
          label: "commit \(done + 1) of \(commits)", fraction: Double(done) / Double(commits),
          elapsed: (clock.now - start) / .seconds(1))
      }
    }
    progress.clear()
    results.format.write(table: table(changes), json: json(changes))
  }

  private func table(_ changes: [CommitChanges.Change]) -> String {
    var table = TextTable(columns: [
      .init("commit", .left), .init("bench", .left), .init("", .left),
    ])
    for change in changes {
      table.append(
        [String(change.commit.prefix(12)), word(change.proof), change.subject].map {
          TextTable.Cell($0)
        })
    }
    let sources = changes.count { $0.proof == .sources }
    let code = changes.count { $0.proof != nil } - sources
    let share = Double(sources + code) / Double(max(changes.count, 1)) * 100
    let summary =
      "\(sources) of \(changes.count) commits leave bench unchanged by their sources, \(code) more by "
      + "their code: after \(Decimals.fixed(share, places: 0)) % of commits a night compares nothing."
    return (table.lines(indent: 0) + [summary]).joined(separator: "\n") + "\n"
  }

  private func word(_ proof: CommitChanges.Change.Proof?) -> String {
    switch proof {
    case .sources?: "same sources"
    case .code(let functions)?: "same code (\(functions) functions)"
    case nil: "not proven"
    }
  }

  private func json(_ changes: [CommitChanges.Change]) -> JSONValue {
    .object([
      .init("commits", .integer(changes.count)),
      .init("unchanged", .integer(changes.count { $0.proof != nil })),
      .init(
        "changes",
        .array(
          changes.map { change in
            .object([
              .init("commit", .string(change.commit)),
              .init("subject", .string(change.subject)),
              .init("proof", .optional(change.proof, { .string(word($0)) })),
            ])
          })),
    ])
  }
}
