internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import Files
internal import Measuring
internal import Reporting

/// Exchanges files of two commits, in any language: the base with single files of the other is checked out
/// and built.
final class FileExchange: PartExchange {
  let parts: [ExchangeablePart]
  let base: SuiteTree
  let candidate: SuiteTree
  let repository: SuiteRepository
  private let trees: SuiteTrees
  private let sides: SuiteSides
  /// The entry of each file in the candidate: mode and hash; `nil` where it is gone.
  private let entries: [String: Entry]
  /// The functions of scripts that differ.
  private let scripts: [ScriptFunction]

  /// A file as git has it.
  struct Entry {
    let mode: String
    let hash: String
  }

  /// How many words a command of git gets; even, because files of the candidate take two.
  private static let mostWords = 1000

  /// Finds the files that differ.
  ///
  /// - Parameters:
  ///   - sides: both states.
  ///   - base: the checkout of the base, built.
  ///   - candidate: that of the candidate.
  ///   - repository: their repository.
  ///   - trees: where exchanges are built.
  ///   - scripts: the functions of scripts that differ.
  /// - Throws: ``HarnessFailure`` when git cannot compare them.
  init(
    _ sides: SuiteSides, base: SuiteTree, candidate: SuiteTree, in repository: SuiteRepository,
    _ trees: SuiteTrees, scripts: [ScriptFunction]
  ) throws(HarnessFailure) {
    self.sides = sides
    self.base = base
    self.candidate = candidate
    self.scripts = scripts
    self.repository = repository
    self.trees = trees
    let groups = try Self.changedFiles(sides, repository)
    // The suite's own file says how both sides are built, and is the same on both.
    let own = PathParts.join(repository.suiteFolder, SuiteFile.name)
    parts = groups.filter { $0 != [own] && $0 != [SuiteFile.name] }.map { files in
      ExchangeablePart(
        files: files,
        changes: scripts.filter { files.contains($0.file) }.map { PieceChange($0) })
    }
    let files = parts.flatMap(\.files)
    let listed = repository.checkout.run([
      "ls-tree", "-r", "-z", "--full-tree", sides.candidate.commit,
    ])
    guard listed.isSuccess else { throw .failed("git does not list \(sides.candidate.label).") }
    let wanted = Set(files)
    var entries: [String: Entry] = [:]
    for line in listed.text.split(separator: "\0") {
      //     100644 blob <hash> TAB a.c
      let halves = line.split(separator: "\t", maxSplits: 1)
      let fields = halves[0].split(separator: " ")
      guard halves.count == 2, fields.count == 3, wanted.contains(String(halves[1])) else {
        continue
      }
      entries[String(halves[1])] = Entry(mode: String(fields[0]), hash: String(fields[2]))
    }
    self.entries = entries
  }

  /// The files in which two states differ; both names of a file that moved are one group.
  static func changedFiles(
    _ sides: SuiteSides, _ repository: SuiteRepository
  ) throws(HarnessFailure) -> [[String]] {
    let differing = repository.checkout.run([
      "diff", "--name-status", "-M", "-z", sides.base.commit, sides.candidate.commit,
    ])
    guard differing.isSuccess else {
      throw .failed("git cannot compare \(sides.base.label) with \(sides.candidate.label).")
    }
    var words = differing.text.split(separator: "\0").map(String.init)[...]
    var groups: [[String]] = []
    //     M \0 a.c \0 R087 \0 old.c \0 new.c \0 D \0 b.c \0
    while let status = words.popFirst(), let file = words.popFirst() {
      guard status.hasPrefix("R") || status.hasPrefix("C"), let new = words.popFirst() else {
        groups.append([file])
        continue
      }
      groups.append(status.hasPrefix("R") ? [file, new] : [new])
    }
    return groups
  }

  func finish() {}

  func functions(of part: Int) -> (any PartExchange)? {
    let part = parts[part]
    guard part.files.count == 1, let entry = entries[part.files[0]] else { return nil }
    return ScriptFunctionExchange(
      of: scripts.filter { $0.file == part.files[0] }, in: self, mode: entry.mode)
  }

  func tree(exchanging parts: [Int]) throws(HarnessFailure) -> SuiteTree {
    try tree(
      exchanging: parts.flatMap { self.parts[$0].files }.map { ($0, entries[$0]) })
  }

  /// The checkout with some files.
  ///
  /// - Parameter files: their names with what they are; `nil` for one that is removed.
  /// - Returns: the checkout, built.
  /// - Throws: ``HarnessFailure`` when it cannot be made.
  func tree(
    exchanging files: [(name: String, entry: Entry?)]
  ) throws(HarnessFailure) -> SuiteTree {
    let checkout = repository.checkout
    let variables = ["GIT_INDEX_FILE=\(repository.cache)/exchange-index"]
    func git(_ arguments: [String]) throws(HarnessFailure) -> String {
      let outcome = checkout.run(arguments, mergingErrors: true, variables: variables)
      guard outcome.isSuccess else {
        throw .failed("git could not exchange files: \(GitCheckout.errors(in: outcome.text))")
      }
      return outcome.text
    }
    let lock = BuildLock(folder: repository.cache)
    let tree: String
    do {
      defer { lock.release() }
      _ = try git(["read-tree", sides.base.commit])
      let gone = files.filter { $0.entry == nil }.map(\.name)
      let present = files.flatMap { name, entry in
        entry.map { ["--cacheinfo", "\($0.mode),\($0.hash),\(name)"] } ?? []
      }
      // What is gone makes room for folders of its name. A command line has an end.
      for (options, words) in [
        (["--force-remove", "--"], gone), (["--add", "--replace"], present),
      ] {
        for start in stride(from: 0, to: words.count, by: Self.mostWords) {
          let end = min(start + Self.mostWords, words.count)
          _ = try git(["update-index"] + options + words[start..<end])
        }
      }
      tree = try git(["write-tree"])
    }
    let made = checkout.run(
      ["commit-tree", tree, "-p", sides.base.commit, "-m", "Exchanged files, for bench"],
      variables: ["AUTHOR", "COMMITTER"].flatMap {
        [
          "GIT_\($0)_NAME=bench", "GIT_\($0)_EMAIL=bench@localhost",
          "GIT_\($0)_DATE=1700000000 +0000",
        ]
      })
    guard made.isSuccess else { throw .failed("git could not keep exchanged files as a commit.") }
    return try trees.tree(
      of: SuiteRevision(
        label: "\(sides.base.label) with exchanged files", commit: made.text, tree: tree,
        isSnapshot: false, isExchange: true))
  }
}
