internal import Testing

@testable internal import HistoryDashboard

@Suite("Links to a repository")
struct RepositoryLinksTests {
  @Test("The page of a repository gives the addresses of commits and comparisons")
  func pages() throws {
    for page in ["https://github.com/a/b", "https://github.com/a/b/", "https://github.com/a/b.git"]
    {
      let links = try #require(RepositoryLinks(repository: page))
      #expect(links.commit == "https://github.com/a/b/commit/{commit}")
      #expect(links.comparison == "https://github.com/a/b/compare/{before}...{after}")
    }
    let gitlab = try #require(RepositoryLinks(repository: "https://gitlab.com/a/b"))
    #expect(gitlab.commit == "https://gitlab.com/a/b/-/commit/{commit}")
    #expect(gitlab.comparison == "https://gitlab.com/a/b/-/compare/{before}...{after}")
  }

  @Test("What is no address of the web, or lacks its places, is refused")
  func refused() {
    for page in [
      "javascript:alert(1)", "file:///etc/passwd", "github.com/a/b", "", "https://a b",
      "https://a/\"onclick=", "https://a/<b>",
    ] {
      #expect(RepositoryLinks(repository: page) == nil, "\(page)")
    }
    #expect(RepositoryLinks(commit: "https://a/c", comparison: nil) == nil)
    #expect(RepositoryLinks(commit: "https://a/{commit}", comparison: "https://a/{after}") == nil)
    #expect(RepositoryLinks(commit: "https://a/{commit}", comparison: nil) != nil)
    #expect(
      RepositoryLinks(commit: "http://a/{commit}", comparison: "http://a/{before}/{after}") != nil)
  }
}
