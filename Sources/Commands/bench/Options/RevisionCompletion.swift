internal import ArgumentParser

extension CompletionKind {
  /// What shells offer for a commit: the branches and tags of the repository.
  static var revision: CompletionKind {
    .shellCommand("git for-each-ref --format='%(refname:short)' refs/heads refs/tags 2>/dev/null")
  }
}
