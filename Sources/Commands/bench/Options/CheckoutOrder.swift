internal import BenchmarkBuilds
internal import HistoryExchange
internal import Measuring

/// The order of commits in the checkout around the working folder.
enum CheckoutOrder {
  /// The most commits that git is asked for.
  private static let mostCommits = 200_000

  /// Asks git for the order of commits, the children after their parents.
  ///
  /// - Parameter commits: those of the points.
  /// - Returns: the order; nil where there is no checkout, or where it has none of some of the commits.
  static func order(of commits: [String]) -> RevisionOrder? {
    let hashes = commits.filter { $0.utf8.count >= 7 && $0.allSatisfy(\.isHexDigit) }
    guard let first = hashes.first, let last = hashes.last,
      let checkout = workingFolder().flatMap(GitCheckout.init(containing:))
    else { return nil }
    // One question shows whether the history is of this repository at all.
    let some = [first, hashes[hashes.count / 2], last]
    guard
      some.contains(where: {
        checkout.run(["cat-file", "-e", "\($0)^{commit}"]).isSuccess
      })
    else { return nil }
    let list = checkout.run([
      "rev-list", "--date-order", "--reverse", "--max-count=\(mostCommits)", "HEAD", "--branches",
      "--remotes",
    ])
    guard list.isSuccess else { return nil }
    return RevisionOrder(oldestFirst: list.text.split(separator: "\n").map(String.init))
  }
}
