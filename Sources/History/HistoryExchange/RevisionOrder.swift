/// The commits of a repository in their order: each after those that it is made of.
package struct RevisionOrder: Sendable {
  private let commits: [String: Int]
  /// The same, in the order of their names, to find one by its beginning.
  private let names: [String]

  /// The fewest characters of a commit that name it.
  private static let shortestName = 7

  /// Takes the commits of a repository.
  ///
  /// - Parameter commits: their full hashes, the oldest first.
  package init(oldestFirst commits: [String]) {
    self.commits = Dictionary(
      commits.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    names = self.commits.keys.sorted()
  }

  /// The place of a commit, or of the only one that begins so; nil where the repository has none.
  func place(of commit: String) -> Int? {
    if let known = commits[commit] { return known }
    guard commit.utf8.count >= Self.shortestName else { return nil }
    var low = 0
    var high = names.count
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < commit { low = middle + 1 } else { high = middle }
    }
    // What begins so stands together, from the first name on that is not less.
    guard low < names.count, names[low].hasPrefix(commit) else { return nil }
    let isAmbiguous = low + 1 < names.count && names[low + 1].hasPrefix(commit)
    return isAmbiguous ? nil : commits[names[low]]
  }

  /// Other times of the commits whose own contradict the order, as few as can be.
  ///
  /// - Parameter times: when each commit was made or measured first, in milliseconds since 1970.
  /// - Returns: a time between those of the commits around it, for each such commit.
  /// - Complexity: O(*n* log *n*).
  func corrected(_ times: [String: Int64]) -> [String: Int64] {
    let known = times.compactMap { commit, time in
      place(of: commit).map { (commit: commit, place: $0, time: time) }
    }.sorted { ($0.place, $0.commit) < ($1.place, $1.commit) }
    let ordered = RevisionDates.inOrder(known.map(\.time)).dates
    return Dictionary(
      uniqueKeysWithValues: zip(known, ordered).compactMap { one, time in
        time == one.time ? nil : (one.commit, time)
      })
  }

  /// The places of points in the order of their commits; the fewest are moved.
  ///
  /// - Parameters:
  ///   - times: when each was measured, in milliseconds since 1970.
  ///   - commits: the commit of each; nil where that is unknown.
  /// - Returns: the place of the first point, of the second and so on.
  /// - Complexity: O(*n* log *n*).
  package func places(times: [Int64], commits: [String?]) -> [Int] {
    ordered(times: times, commits: commits).map(\.place)
  }

  /// The same, each place with a time: that of a point that was moved is between those of the
  /// commits around it, so that times do not decrease.
  ///
  /// - Parameters:
  ///   - times: when each was measured, in milliseconds since 1970.
  ///   - commits: the commit of each; nil where that is unknown.
  /// - Returns: the place and the time of the first point, of the second and so on.
  /// - Complexity: O(*n* log *n*).
  package func ordered(times: [Int64], commits: [String?]) -> [(place: Int, time: Int64)] {
    var firsts: [String: Int64] = [:]
    for (time, commit) in zip(times, commits) {
      if let commit { firsts[commit] = min(firsts[commit] ?? time, time) }
    }
    let corrected = corrected(firsts)
    let places = firsts.keys.reduce(into: [String: Int]()) { $0[$1] = place(of: $1) }
    let keys = zip(times, commits).map { time, commit in
      (
        // A commit that is not known keeps its time; at equal times it comes first, by −1.
        time: commit.flatMap { corrected[$0] } ?? time,
        commit: commit.flatMap { places[$0] } ?? -1
      )
    }
    return keys.indices.sorted {
      (keys[$0].time, keys[$0].commit, $0) < (keys[$1].time, keys[$1].commit, $1)
    }.map { ($0, keys[$0].time) }
  }

  /// What is said of commits that were put elsewhere.
  static func remark(_ count: Int, of all: Int) -> String {
    let have = count == 1 ? "has a time that contradicts" : "have times that contradict"
    return "\(count) of \(all) commits \(have) the order of the commits in the repository: points "
      + "stand in that order."
  }
}
