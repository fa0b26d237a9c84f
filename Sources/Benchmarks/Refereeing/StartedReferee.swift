internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import Files
package import Reporting

/// The referee that was started in a checkout.
///
/// Its journal is read once for each question, by the one process that may ask then: with the suite and the
/// benchmarks of another start, a try would be judged by what the journal does not hold.
package struct StartedReferee {
  private let folder: String
  private let cacheFolder: String
  private let context: RunContext

  /// - Parameters:
  ///   - folder: a folder in the checkout.
  ///   - cacheFolder: where checkouts are kept.
  ///   - context: messages, progress, time and the wish to stop.
  package init(around folder: String, cacheFolder: String, _ context: RunContext) {
    self.folder = folder
    self.cacheFolder = cacheFolder
    self.context = context
  }

  /// Tries a change, and writes what becomes of it into the journal.
  ///
  /// - Parameters:
  ///   - name: the commit; nil for the working tree.
  ///   - seconds: how long measuring may take.
  /// - Returns: what becomes of it.
  /// - Throws: ``HarnessFailure`` when nothing can be said: no referee, a base that is gone or does not
  ///   build, a worker of the base that fails, or the wish to stop. The journal is then as it was.
  package func attempt(_ name: String?, seconds: Double) throws(HarnessFailure) -> RefereeTry {
    let checkout = try checkout
    let lock = try RefereeJournal.lock(checkout)
    defer { lock.release() }
    var journal = try RefereeJournal(of: checkout)
    return try referee(of: journal, checkout).attempt(name, seconds: seconds, &journal)
  }

  /// Measures what all that was kept makes together, where that is not known yet.
  ///
  /// - Returns: the journal with it.
  /// - Throws: ``HarnessFailure`` when no referee was started, it cannot be measured, or on the wish to stop.
  package func totalled() throws(HarnessFailure) -> RefereeJournal {
    let checkout = try checkout
    let lock = try RefereeJournal.lock(checkout)
    defer { lock.release() }
    var journal = try RefereeJournal(of: checkout)
    try referee(of: journal, checkout).addTotal(to: &journal)
    return journal
  }

  private var checkout: GitCheckout {
    get throws(HarnessFailure) {
      guard let checkout = GitCheckout(containing: folder) else {
        throw .wrongUsage("'\(folder)' is not in a git checkout.")
      }
      return checkout
    }
  }

  /// The suite and the benchmarks that a journal was started with.
  private func referee(
    of journal: RefereeJournal, _ checkout: GitCheckout
  ) throws(HarnessFailure) -> Referee {
    let start = journal.start
    return try Referee(
      of: SuiteSource(
        path: PathParts.join(checkout.root, start.suite),
        choosing: BenchmarkSelection(
          names: start.choice.names, parameters: start.choice.parameters),
        cacheFolder: cacheFolder),
      context)
  }
}
