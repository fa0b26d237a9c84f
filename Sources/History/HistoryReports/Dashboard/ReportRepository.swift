internal import HistoryDashboard

/// Where the commits of a report can be seen.
package struct ReportRepository: Sendable {
  let links: RepositoryLinks

  /// Takes the address of a repository's page, or patterns of addresses.
  ///
  /// It is `nil` where one is no address that begins with http:// or https://, or lacks what it
  /// should contain, or where there is no address of a commit.
  ///
  /// - Parameters:
  ///   - page: the address of the repository's page.
  ///   - commit: the address of a commit with `{commit}`; it goes before the page's.
  ///   - comparison: the address of a comparison with `{before}` and `{after}`.
  package init?(page: String?, commit: String? = nil, comparison: String? = nil) {
    let usual = page.flatMap { RepositoryLinks(repository: $0) }
    if page != nil, usual == nil { return nil }
    guard let pattern = commit ?? usual?.commit,
      let links = RepositoryLinks(commit: pattern, comparison: comparison ?? usual?.comparison)
    else { return nil }
    self.links = links
  }
}
