internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import OrderedJSON
internal import Reporting

/// `lab unchanged`: which commits provably leave a program as it was.
struct UnchangedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unchanged",
    abstract: "Report which commits provably leave a program of this package as it was.",
    discussion: """
      A commit leaves a program unchanged when it is built from the same files, settings and \
      versions as before it. Its benchmarks need no measurement then. Nothing is built. `bench \
      compare` and nights find more such commits: those whose code is equal, too.

      EXAMPLES
        lab unchanged
        lab unchanged --commits 200 --from main --product showhide
      """)

  @Option(help: ArgumentHelp("How many commits, merges left out.", valueName: "count"))
  var commits: Int = 50

  @Option(name: .customLong("from"), help: ArgumentHelp("The newest commit.", valueName: "commit"))
  var newest: String = "HEAD"

  @Option(
    help: ArgumentHelp("The program. Default: kernels, which bench measures.", valueName: "name"))
  var product: String = "kernels"

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    guard (1...100_000).contains(commits) else {
      throw ValidationError("--commits takes 1 to 100000, not \(commits).")
    }
  }

  func run() throws {
    let context = messages.context()
    let changes = try reportingFailures {
      guard let checkout = GitCheckout(containing: ".") else {
        throw HarnessFailure.wrongUsage("Commits are compared inside a git checkout.")
      }
      return try CommitChanges(of: product, in: checkout).newest(commits, from: newest) { done in
        context.show("commit \(done + 1) of \(commits)", Double(done) / Double(commits))
      }
    }
    context.clear()
    results.format.write(table: table(changes), json: json(changes))
  }

  private func table(_ changes: [CommitChanges.Change]) -> String {
    var table = TextTable(columns: [
      .init("commit", .left), .init(product, .left), .init("", .left),
    ])
    for change in changes {
      table.append(
        [String(change.commit.prefix(12)), word(change), change.subject].map {
          TextTable.Cell($0)
        })
    }
    let unchanged = changes.count(where: \.isProvenEqual)
    let share = Double(unchanged) / Double(max(changes.count, 1)) * 100
    let summary =
      "\(unchanged) of \(changes.count) commits leave \(product) unchanged: after "
      + "\(Decimals.fixed(share, places: 0)) % of commits a night compares nothing."
    return (table.lines(indent: 0) + [summary]).joined(separator: "\n") + "\n"
  }

  private func word(_ change: CommitChanges.Change) -> String {
    change.isProvenEqual ? "same sources" : "not proven"
  }

  private func json(_ changes: [CommitChanges.Change]) -> JSONValue {
    .object([
      .init("commits", .integer(changes.count)),
      .init("unchanged", .integer(changes.count(where: \.isProvenEqual))),
      .init(
        "changes",
        .array(
          changes.map { change in
            .object([
              .init("commit", .string(change.commit)),
              .init("subject", .string(change.subject)),
              .init("proof", change.isProvenEqual ? .string(word(change)) : .null),
            ])
          })),
    ])
  }
}
