internal import Measuring
package import Reporting

/// The commits between a good one and a bad one, oldest first.
package struct CommitRange: Equatable, Sendable {
  /// A commit and its first line.
  package struct Commit: Equatable, Sendable {
    /// The full hash.
    package let hash: String
    /// The first line of its message.
    package let subject: String
  }

  /// The commit that is known to be good.
  package let good: String
  /// Every commit after the good one, the bad one last.
  package let commits: [Commit]

  package init(good: String, commits: [Commit]) {
    self.good = good
    self.commits = commits
  }

  /// Asks git, along first parents: a merge is one step.
  ///
  /// - Parameters:
  ///   - good: the revision that is good.
  ///   - bad: a later revision that is bad.
  ///   - checkout: where to ask.
  /// - Throws: ``HarnessFailure`` when a commit does not exist, or the bad one does not come after
  ///   the good one.
  package init(good: String, bad: String, in checkout: GitCheckout) throws(HarnessFailure) {
    let first = try checkout.commit(good)
    let last = try checkout.commit(bad)
    let log = checkout.run([
      "log", "--reverse", "--first-parent", "--format=%H %s", "\(first)..\(last)",
    ])
    let isAfter = checkout.run(["merge-base", "--is-ancestor", first, last]).isSuccess
    guard log.isSuccess, isAfter, !log.text.isEmpty else {
      throw .wrongUsage(
        "'\(bad)' does not come after '\(good)': give the good commit first, then the bad one.")
    }
    self.good = first
    commits = log.text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return Commit(hash: String(parts[0]), subject: parts.count > 1 ? String(parts[1]) : "")
    }
  }
}
