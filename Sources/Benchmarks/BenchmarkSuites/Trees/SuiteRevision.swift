/// A state of a repository: a commit, or the working tree with its uncommitted work.
package struct SuiteRevision: Equatable, Sendable {
  /// Its name for people: "HEAD~1 (1a2b3c4d)" or "working tree".
  package let label: String
  /// The full hash of the commit; that of a snapshot for a working tree with uncommitted work.
  package let commit: String
  /// The hash of its files.
  package let tree: String
  /// Whether the commit is a snapshot of uncommitted work.
  package let isSnapshot: Bool
  /// Whether it is a made-up commit with files of two others, built where all of these are.
  package var isExchange = false

  package init(
    label: String, commit: String, tree: String, isSnapshot: Bool, isExchange: Bool = false
  ) {
    self.label = label
    self.commit = commit
    self.tree = tree
    self.isSnapshot = isSnapshot
    self.isExchange = isExchange
  }
}

/// Two states of a repository that are compared.
package struct SuiteSides: Equatable, Sendable {
  /// The state to compare with.
  package let base: SuiteRevision
  /// The state to judge.
  package let candidate: SuiteRevision

  /// Whether both have the same files, so that nothing can differ.
  package var areEqual: Bool { base.tree == candidate.tree }

  /// The hashes of the files of both.
  package var files: [String] { [base.tree, candidate.tree] }
}
