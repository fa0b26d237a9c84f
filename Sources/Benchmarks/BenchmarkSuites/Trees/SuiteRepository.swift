package import BenchmarkBuilds
internal import CLibrary
internal import Files
internal import Measuring
package import Reporting

/// The git repository of a suite: its commits, and its working tree as a commit.
package struct SuiteRepository {
  package let checkout: GitCheckout
  /// Where builds of this repository are kept.
  package let cache: String
  private let key: String
  /// The folder of the suite in the checkout; empty for its top.
  package let suiteFolder: String

  /// Finds the repository around a suite.
  ///
  /// - Parameters:
  ///   - folder: the folder of the suite file.
  ///   - caches: the folder of all cached files, with a folder for each repository.
  /// - Throws: ``HarnessFailure`` when there is no checkout.
  package init(around folder: String, caches: String) throws(HarnessFailure) {
    guard Executable.find("git") != nil else {
      throw HarnessFailure(
        message: "There is no program 'git' in PATH; commits are compared with it.",
        status: .unavailable)
    }
    guard let checkout = GitCheckout(containing: folder) else {
      if let command = GitCheckout.wayToTrust(folder) {
        throw .wrongUsage(
          "git does not work in '\(folder)', which belongs to another user (\"dubious ownership\"). "
            + "To trust it: `\(command)`.")
      }
      throw .wrongUsage(
        "'\(folder)' is not in a git checkout, so there are no commits to compare: "
          + "`git init` and a first commit make one.")
    }
    self.checkout = checkout
    key = Self.key(of: checkout)
    cache = "\(caches)/\(key)"
    suiteFolder = Self.prefix(of: folder, in: checkout)
  }

  /// A name for the files that are kept of a checkout: the same in all worktrees of a repository.
  private static func key(of checkout: GitCheckout) -> String {
    let common = checkout.run(["rev-parse", "--path-format=absolute", "--git-common-dir"])
    var hash = ContentHash()
    hash.add(common.isSuccess ? common.text : checkout.root)
    return "\(PathParts(checkout.root).name)-\(hash.text)"
  }

  /// The path of a folder in its checkout; empty for the top.
  private static func prefix(of folder: String, in checkout: GitCheckout) -> String {
    let prefix = checkout.run(["-C", folder, "rev-parse", "--show-prefix"]).text
    return prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
  }

  /// The name of the folder with the history of a suite, which all worktrees of a repository share.
  ///
  /// - Parameter folder: the folder of the suite file.
  /// - Returns: the name; one of its own for a folder that is in no checkout.
  package static func historyName(ofSuiteIn folder: String) -> String {
    guard let checkout = GitCheckout(containing: folder) else {
      var hash = ContentHash()
      hash.add(folder)
      return "\(PathParts(folder).name)-\(hash.text)"
    }
    let prefix = prefix(of: folder, in: checkout)
    return prefix.isEmpty ? key(of: checkout) : "\(key(of: checkout))/\(prefix)"
  }

  /// The two states to compare.
  ///
  /// - Parameters:
  ///   - names: none for the merge base with the main branch against the working tree, one for a
  ///     revision against the working tree, two for two revisions.
  ///   - main: the main branch; `nil` to look for it.
  /// - Returns: both states.
  /// - Throws: ``HarnessFailure`` when git does not know one, or the working tree holds what
  ///   cannot be compared.
  package func sides(_ names: [String], main: String?) throws(HarnessFailure) -> SuiteSides {
    switch names.count {
    case 0: return SuiteSides(base: try mergeBase(main: main), candidate: try workingTree())
    case 1: return SuiteSides(base: try revision(names[0]), candidate: try workingTree())
    case 2: return SuiteSides(base: try revision(names[0]), candidate: try revision(names[1]))
    default:
      throw .wrongUsage(
        "At most two revisions are compared; there are \(names.count): "
          + names.joined(separator: " ") + ".")
    }
  }

  /// A commit that people name.
  package func revision(_ name: String) throws(HarnessFailure) -> SuiteRevision {
    let commit = try checkout.commit(name)
    // A name moves on, such as `main`; a hash says what it is itself.
    let label = commit.hasPrefix(name) ? String(commit.prefix(12)) : "\(name) (\(commit.prefix(8)))"
    return SuiteRevision(
      label: label, commit: commit, tree: try tree(of: commit), isSnapshot: false)
  }

  /// The newest commit that the main branch and the one checked out have in common.
  private func mergeBase(main: String?) throws(HarnessFailure) -> SuiteRevision {
    let candidates = main.map { [$0] } ?? ["main", "master", "origin/HEAD", "origin/main"]
    let branch = candidates.first {
      checkout.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\($0)^{commit}"])
        .isSuccess
    }
    guard let branch else {
      throw .wrongUsage(
        "There is no branch \(candidates.map { "'\($0)'" }.joined(separator: ", ")) to compare "
          + "with. Name a revision, such as HEAD~1, or the branch in the suite file: "
          + "main = \"trunk\".")
    }
    _ = try checkout.commit("HEAD")
    let base = checkout.run(["merge-base", branch, "HEAD"])
    guard base.isSuccess, let commit = base.text.split(separator: "\n").first else {
      throw .wrongUsage(
        "'\(branch)' and the commit checked out have no common commit here.\(checkout.shallowness)")
    }
    return SuiteRevision(
      label: "\(branch) (\(commit.prefix(8)))", commit: String(commit),
      tree: try tree(of: String(commit)), isSnapshot: false)
  }

  /// The working tree as a commit: the one checked out, or a snapshot with all uncommitted work.
  ///
  /// Untracked files belong to it, ignored ones do not. The index and the files stay as they are.
  ///
  /// - Throws: ``HarnessFailure`` when there is no commit, or a submodule has uncommitted work.
  package func workingTree() throws(HarnessFailure) -> SuiteRevision {
    let head = try checkout.commit("HEAD")
    let headTree = try tree(of: head)
    try refuseDirtySubmodules()
    let tree = try snapshot()
    guard tree != headTree else {
      return SuiteRevision(label: "working tree", commit: head, tree: tree, isSnapshot: false)
    }
    // Made-up people and times: the same files are the same commit.
    let made = checkout.run(
      ["commit-tree", tree, "-p", head, "-m", "The working tree, for bench"],
      variables: ["AUTHOR", "COMMITTER"].flatMap {
        [
          "GIT_\($0)_NAME=bench", "GIT_\($0)_EMAIL=bench@localhost",
          "GIT_\($0)_DATE=1700000000 +0000",
        ]
      })
    guard made.isSuccess else { throw .failed("git could not keep the working tree as a commit.") }
    return SuiteRevision(label: "working tree", commit: made.text, tree: tree, isSnapshot: true)
  }

  /// Makes the folder of cached files.
  ///
  /// - Throws: ``HarnessFailure`` when nothing can be written there.
  func makeCache() throws(HarnessFailure) {
    do throws(FileAccessError) {
      try makeFolder(at: cache, access: .owner)
    } catch {
      throw HarnessFailure(message: error.description, status: .unwritableOutput)
    }
    guard access(cache, W_OK) == 0 else {
      throw HarnessFailure(
        message: "'\(cache)', where checkouts are built and kept, may not be written to.",
        status: .unwritableOutput)
    }
  }

  /// The hash of all files that git does not ignore.
  private func snapshot() throws(HarnessFailure) -> String {
    let index = "\(cache)/index"
    try makeCache()
    let lock = BuildLock(folder: cache)
    defer { lock.release() }
    let own = checkout.run(["rev-parse", "--path-format=absolute", "--git-path", "index"]).text
    do throws(FileAccessError) {
      if FileKind(path: own) == .regular {
        // A copy of the index spares git from reading every file again.
        try writeFile(try readFile(at: own), to: index, replacingExisting: true)
      } else {
        // Nothing was ever added or checked out; git takes an empty file for a broken index.
        unlink(index)
      }
    } catch {
      throw HarnessFailure(message: error.description, status: .unwritableOutput)
    }
    let variables = ["GIT_INDEX_FILE=\(index)"]
    let added = checkout.run(["add", "--all", "."], mergingErrors: true, variables: variables)
    guard added.isSuccess else {
      throw .failed(
        "git could not read the working tree: \(GitCheckout.errors(in: added.text))")
    }
    let written = checkout.run(["write-tree"], variables: variables)
    guard written.isSuccess else {
      throw .failed("git could not keep the working tree; is a merge unfinished?")
    }
    return written.text
  }

  private func refuseDirtySubmodules() throws(HarnessFailure) {
    let status = checkout.run(["status", "--porcelain=v2", "--untracked-files=no"])
    for line in status.text.split(separator: "\n") where line.hasPrefix("1 ") {
      let fields = line.split(separator: " ", maxSplits: 8)
      // The third field is "S<commit><modified><untracked>" for submodules.
      //     1 .M SC.. 160000 160000 160000 <hash> <hash> path
      //          SC..          at another commit, which is compared
      //          S.M. S..U     files in it were changed, or are new
      guard fields.count == 9, fields[2].hasPrefix("S"), fields[2].dropFirst(2) != ".." else {
        continue
      }
      throw .wrongUsage(
        "The submodule '\(fields[8])' has uncommitted work, which cannot be compared: commit it "
          + "there.")
    }
  }

  private func tree(of commit: String) throws(HarnessFailure) -> String {
    let found = checkout.run(["rev-parse", "--verify", "--quiet", "\(commit)^{tree}"])
    guard found.isSuccess else {
      throw .failed("git does not have the files of \(commit.prefix(12)).\(checkout.shallowness)")
    }
    return found.text
  }
}
