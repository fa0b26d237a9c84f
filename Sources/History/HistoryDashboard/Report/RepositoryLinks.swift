/// Where the commits of a repository, and the comparison of two, can be seen.
package struct RepositoryLinks: Equatable, Sendable {
  /// The address of a commit, with `{commit}` in its place.
  package let commit: String
  /// The address of what changed between two commits, with `{before}` and `{after}` in their places;
  /// nil where there is no such page.
  package let comparison: String?

  /// Takes the address of a repository's page.
  ///
  /// `…/commit/HASH` and `…/compare/OLD...NEW` are appended, as GitHub, Gitea and Forgejo have them;
  /// on a host whose name begins with `gitlab`, `…/-/commit/HASH` and `…/-/compare/OLD...NEW`.
  ///
  /// It is nil where that is no address.
  ///
  /// - Parameter repository: An address that begins with `https://` or `http://`.
  package init?(repository: String) {
    guard Self.isAddress(repository) else { return nil }
    var page = repository
    for ending in ["/", ".git"] where page.hasSuffix(ending) {
      page.removeLast(ending.count)
    }
    let host = page.split(separator: "/").dropFirst().first ?? ""
    let middle = host.lowercased().hasPrefix("gitlab") ? "/-" : ""
    self.init(
      commit: "\(page)\(middle)/commit/{commit}",
      comparison: "\(page)\(middle)/compare/{before}...{after}")
  }

  /// Takes patterns of addresses; nil where one is no address, or lacks its places.
  ///
  /// - Parameters:
  ///   - commit: An address with `{commit}`.
  ///   - comparison: An address with `{before}` and `{after}`.
  package init?(commit: String, comparison: String?) {
    guard Self.isAddress(commit), commit.contains("{commit}") else { return nil }
    if let comparison {
      guard Self.isAddress(comparison), comparison.contains("{before}"),
        comparison.contains("{after}")
      else { return nil }
    }
    self.commit = commit
    self.comparison = comparison
  }

  /// Whether a browser may follow it: no script, no file, nothing that ends an attribute.
  private static func isAddress(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.unicodeScalars.allSatisfy { scalar in
        (0x21...0x7e).contains(scalar.value) && !"\"'<>\\^`".unicodeScalars.contains(scalar)
      }
  }
}
