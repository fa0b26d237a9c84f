/// The commits between a good one and a bad one, oldest first.
struct CommitRange: Equatable {
  /// A commit and its first line.
  struct Commit: Equatable {
    let hash: String
    let subject: String
  }

  let good: String
  /// Every commit after the good one, the bad one last.
  let commits: [Commit]

  init(good: String, commits: [Commit]) {
    self.good = good
    self.commits = commits
  }

  /// Asks git, along first parents: a merge is one step, as it was for those who measured.
  ///
  /// - Throws: ``UsageError`` when a commit is not there, or the bad one does not come after the
  ///   good one.
  init(
    good: String, bad: String, in builds: RevisionBuilds
  ) throws(UsageError) {
    let first = try builds.commit(good)
    let last = try builds.commit(bad)
    let outcome = ShellCommand([
      "git", "-C", builds.root, "log", "--reverse", "--first-parent", "--format=%H %s",
      "\(first)..\(last)",
    ]).run()
    let isAfter = ShellCommand([
      "git", "-C", builds.root, "merge-base", "--is-ancestor", first, last,
    ]).run().isSuccess
    guard outcome.isSuccess, isAfter, !outcome.output.isEmpty else {
      throw UsageError(
        "'\(bad)' does not come after '\(good)': a search goes from the good commit to the bad one."
      )
    }
    self.good = first
    commits = outcome.output.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return Commit(hash: String(parts[0]), subject: parts.count > 1 ? String(parts[1]) : "")
    }
  }
}
