internal import Measuring
public import Reporting

/// Which commits provably leave a program as it was.
public struct CommitChanges {
  /// A commit against its first parent.
  public struct Change: Equatable, Sendable {
    /// Why the program is the same.
    public enum Proof: Equatable, Sendable {
      /// What it is built from is the same.
      case sources
      /// Its machine code is the same, as far as it can run.
      case code(functions: Int)
    }

    /// The commit.
    public let commit: String
    /// The first line of its message.
    public let subject: String
    /// Why the program is the same; `nil` where that is not proven.
    public let proof: Proof?
  }

  private let builds: RevisionBuilds

  /// Makes a search in a repository.
  public init(of builds: RevisionBuilds) { self.builds = builds }

  /// Compares the newest commits with their first parents; merges are left out.
  ///
  /// Sources are compared for all commits, machine code where both builds are kept: nothing is
  /// built.
  ///
  /// - Parameters:
  ///   - count: how many commits.
  ///   - revision: the newest of them.
  ///   - progress: called before each commit with the number of those that are done.
  /// - Returns: the changes, newest first.
  /// - Throws: ``HarnessFailure`` when git does not know the commits.
  public func newest(
    _ count: Int, from revision: String, progress: (_ done: Int) -> Void
  ) throws(HarnessFailure) -> [Change] {
    let start = try builds.checkout.commit(revision)
    let log = builds.checkout.run([
      "log", "-\(count)", "--no-merges", "--min-parents=1", "--format=%H %P%x09%s", start,
    ])
    guard log.isSuccess else { throw .failed("git log failed for '\(revision)'.") }
    let inputs = KeptInputs.Reader(builds: builds)
    var changes: [Change] = []
    for line in log.text.split(separator: "\n") {
      progress(changes.count)
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      let hashes = parts[0].split(separator: " ").map(String.init)
      guard hashes.count == 2 else { continue }
      changes.append(
        Change(
          commit: hashes[0], subject: parts.count > 1 ? String(parts[1]) : "",
          proof: proof(hashes[1], hashes[0], inputs)))
    }
    return changes
  }

  private func proof(
    _ parent: String, _ commit: String, _ inputs: KeptInputs.Reader
  ) -> Change.Proof? {
    if let before = inputs.text(at: parent), before == inputs.text(at: commit) { return .sources }
    let programs = [parent, commit].map(builds.folder(of:)).filter(builds.isFinished)
      .map { "\($0)/\(builds.recipe.program)" }
    guard programs.count == 2,
      case .equalCode(let functions, _) = CodeProof.find(base: programs[0], candidate: programs[1])
    else { return nil }
    return .code(functions: functions)
  }
}
