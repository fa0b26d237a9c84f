internal import BenchmarkBuilds
package import BenchmarkSuites
internal import Files
internal import Measuring
package import Reporting

/// Decides which of many changes are kept, one after the other, and bounds how many are kept wrongly.
///
/// Each try is compared with what was kept before it. It is kept where a benchmark is faster, at the risk that
/// ``KeepLevels`` allows it, and no benchmark is slower by as much as an improvement is worth; the same change
/// of what measures it, another answer, or an improvement that one call from the start of a process does not
/// have is refused.
package struct Referee {
  private let source: SuiteSource
  private let opened: OpenedSuite
  private let context: RunContext

  /// Opens a suite.
  ///
  /// - Parameters:
  ///   - source: the suite with the benchmarks that are meant.
  ///   - context: messages, progress, time and the wish to stop.
  /// - Throws: ``HarnessFailure`` when there is no such suite, or no repository.
  package init(of source: SuiteSource, _ context: RunContext) throws(HarnessFailure) {
    self.source = source
    self.context = context
    opened = try OpenedSuite(source, context)
  }

  private var checkout: GitCheckout { opened.repository.checkout }

  /// The suite file, from the top of the checkout.
  private var suitePath: String {
    let (folder, name) = (opened.repository.suiteFolder, PathParts(source.path).name)
    return folder.isEmpty ? name : PathParts.join(folder, name)
  }

  // MARK: Starting

  /// Starts: what is tried from now on is compared with a commit.
  ///
  /// - Parameters:
  ///   - base: the commit; nil for the one checked out.
  ///   - worth: the smallest improvement that is worth keeping, as a fraction.
  ///   - falseKeeps: the expected share of wrong ones among all that is kept, at most.
  ///   - protected: files and folders that belong to the benchmarks too, from the top of the checkout.
  ///   - replaces: whether a referee that is there is given up.
  /// - Returns: the journal.
  /// - Throws: ``HarnessFailure`` when there is no such commit, file or benchmark, or a referee already.
  package func start(
    base: String?, worth: Double, falseKeeps: Double, protected: [String], replaces: Bool
  ) throws(HarnessFailure) -> RefereeJournal {
    let lock = try RefereeJournal.lock(checkout)
    defer { lock.release() }
    let state = try opened.repository.revision(base ?? "HEAD")
    let files = BenchmarkFiles(
      of: opened.file.suite, at: suitePath, protected: protected)
    let hashes = try files.hashes(in: opened.repository.workingTree(), checkout)
    for path in [suitePath] + protected
    where !hashes.keys.contains(where: { $0 == path || $0.hasPrefix(path + "/") }) {
      throw .wrongUsage(
        "'\(path)' is in no state of the repository that can be watched: git ignores it, or there is no "
          + "such file.")
    }
    // The journal would hold a choice that no try can make.
    if !source.selection.isAll {
      _ = try opened.runner.benchmarks(in: try opened.trees.tree(of: state))
    }
    return try RefereeJournal(
      RefereeStart(
        base: state.commit, suite: suitePath, worth: worth, falseKeeps: falseKeeps,
        choice: .init(names: source.selection.names, parameters: source.selection.parameters),
        files: hashes, protected: protected),
      in: checkout, replaces: replaces)
  }

  // MARK: Trying

  /// Tries a change, and writes what becomes of it into the journal.
  ///
  /// - Parameters:
  ///   - name: the commit; nil for the working tree.
  ///   - seconds: how long measuring may take.
  ///   - journal: what is known so far; the try is added to it.
  /// - Returns: what becomes of it.
  /// - Throws: ``HarnessFailure`` when nothing can be said: a base that is gone or does not build, a worker
  ///   of the base that fails, or the wish to stop. The journal is then as it was.
  func attempt(
    _ name: String?, seconds: Double, _ journal: inout RefereeJournal
  ) throws(HarnessFailure) -> RefereeTry {
    let began = context.elapsed()
    let base = try state(of: journal.base, "the base")
    let working = try opened.repository.workingTree()
    let candidate = if let name { try opened.repository.revision(name) } else { working }
    var attempt = try judge(
      candidate, against: base, working, journal, until: began + seconds)
    attempt.seconds = context.elapsed() - began
    if context.isCancelled() { throw .interrupted }
    try journal.add(attempt)
    return attempt
  }

  private func state(
    of commit: String, _ what: String
  ) throws(HarnessFailure) -> SuiteRevision {
    do throws(HarnessFailure) {
      return try opened.repository.revision(commit)
    } catch {
      throw .notComparable(
        "\(what.prefix(1).uppercased() + what.dropFirst()) of this referee, commit \(commit.prefix(12)), is "
          + "not in the repository any more: its history was rewritten. Replace the referee.")
    }
  }

  private func judge(
    _ candidate: SuiteRevision, against base: SuiteRevision, _ working: SuiteRevision,
    _ journal: RefereeJournal, until end: Double
  ) throws(HarnessFailure) -> RefereeTry {
    func made(
      _ verdict: RefereeTry.Verdict, _ reason: String
    ) -> RefereeTry {
      RefereeTry(
        number: journal.tries.count + 1, candidate: candidate.commit, label: candidate.label,
        base: base.commit, verdict: verdict, reason: reason)
    }
    let changed = try changedFiles(candidate, working, since: journal.start)
    guard changed.isEmpty else {
      let shown = changed.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let more = changed.count > 3 ? " and \(changed.count - 3) more" : ""
      return made(.refused, "it changes what measures it: \(shown)\(more).")
    }
    guard candidate.tree != base.tree else {
      return made(.discard, "it has the same files as what is kept.")
    }
    let watched = journal.start.files.keys.sorted()
    let before = try opened.trees.tree(of: base, watching: watched)
    let after: SuiteTree
    do throws(HarnessFailure) {
      after = try opened.trees.tree(of: candidate, watching: watched)
    } catch {
      guard error.status == .failure else { throw error }
      return made(.discard, error.message)
    }
    if let known = before.readByBuild, let read = after.readByBuild?.subtracting(known).min() {
      // What it made of them would be there for the next try.
      opened.trees.discardBuild(of: candidate)
      return made(
        .refused,
        "its build reads '\(read)', which that of what is kept does not: an answer may be made there."
      )
    }
    let session = TrySession(
      opened: opened, base: before, candidate: after, start: journal.start,
      risk: journal.nextRisk, seed: UInt64(journal.tries.count) + 1, context)
    let outcome = try session.run(until: end)
    var attempt = made(outcome.verdict, outcome.reason)
    attempt.benchmarks = outcome.benchmarks
    if !outcome.benchmarks.isEmpty { attempt.risk = journal.nextRisk }
    return attempt
  }

  /// The files of the benchmarks that are not as they were at the start, in a state or the working tree, whose
  /// suite file is the one that is read.
  private func changedFiles(
    _ candidate: SuiteRevision, _ working: SuiteRevision, since start: RefereeStart
  ) throws(HarnessFailure) -> [String] {
    guard start.suite == suitePath else { return [suitePath] }
    let files = BenchmarkFiles(
      of: opened.file.suite, at: suitePath, protected: start.protected)
    let changed = BenchmarkFiles.differences(
      start.files, try files.hashes(in: candidate, checkout))
    guard changed.isEmpty, working.tree != candidate.tree else { return changed }
    return BenchmarkFiles.differences(start.files, try files.hashes(in: working, checkout))
  }

  // MARK: Reporting

  /// Measures what all that was kept makes together, where that is not known yet.
  ///
  /// - Parameter journal: what is known so far; it is added to it.
  /// - Throws: ``HarnessFailure`` when it cannot be measured, or on the wish to stop.
  func addTotal(to journal: inout RefereeJournal) throws(HarnessFailure) {
    guard journal.total == nil, !journal.kept.isEmpty else { return }
    let base = try opened.trees.tree(of: try state(of: journal.start.base, "the start"))
    let kept = try opened.trees.tree(of: try state(of: journal.base, "what is kept"))
    let session = TrySession(
      opened: opened, base: base, candidate: kept, start: journal.start, risk: journal.nextRisk,
      seed: UInt64(journal.tries.count) + 1_000_001, context)
    try journal.add(RefereeTotal(candidate: journal.base, benchmarks: try session.estimates()))
  }
}
