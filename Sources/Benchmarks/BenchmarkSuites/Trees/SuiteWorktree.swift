internal import BenchmarkBuilds
internal import Files
internal import Measuring

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A checkout of a repository that the repository's own list of worktrees does not hold.
///
/// Git keeps what it knows of a linked worktree, such as its commit and its index, in a folder that names the repository
/// (`commondir`). Here that folder is among the cached files and not in the repository, so that `git worktree list` shows what
/// the user made. Commits, references and settings are those of the repository.
struct SuiteWorktree {
  /// The top of the checkout.
  private let folder: String
  /// What git knows of it.
  private let administration: String
  private let checkout: GitCheckout

  /// Names a checkout.
  ///
  /// - Parameters:
  ///   - folder: its top, a folder among the cached files; its name is that of no other checkout.
  ///   - cache: the folder of the repository's cached files.
  ///   - checkout: the repository.
  init(at folder: String, cache: String, of checkout: GitCheckout) {
    self.folder = folder
    administration = "\(cache)/git/\(PathParts(folder).name)"
    self.checkout = checkout
  }

  private var link: String { PathParts.join(folder, ".git") }
  private var linkText: String { "gitdir: \(administration)\n" }

  /// Checks a commit out: what git ignores, such as products of a build, stays; other files of a former
  /// state go.
  ///
  /// - Parameter commit: its hash.
  /// - Returns: how git ended.
  /// - Throws: ``FileAccessError`` when the folders cannot be made.
  func checkOut(_ commit: String) throws(FileAccessError) -> ProgramOutput {
    if (try? readFile(at: link, limit: 1 << 16)) == Array(linkText.utf8) {
      let done = place(commit)
      if done.isSuccess {
        _ = checkout.run(["-C", folder, "clean", "-ffdq"])
        return done
      }
      // The repository may have forgotten the commit that was checked out here: begin anew.
    }
    remove()
    try makeFolder(at: administration, access: .owner)
    try makeFolder(at: folder, access: .owner)
    let found = checkout.run(["rev-parse", "--path-format=absolute", "--git-common-dir"])
    let common = found.isSuccess ? found.text : PathParts.join(checkout.root, ".git")
    //     trees/HASH/.git             a file: "gitdir: …/git/HASH"
    //     git/HASH/commondir          "…/repository/.git": commits and references
    //     git/HASH/gitdir             "…/trees/HASH/.git"
    //     git/HASH/HEAD               "HASH", of no branch
    for (path, text) in [
      ("\(administration)/commondir", "\(common)\n"), ("\(administration)/gitdir", "\(link)\n"),
      ("\(administration)/HEAD", "\(commit)\n"), (link, linkText),
    ] {
      try writeFile(Array(text.utf8), to: path, replacingExisting: true)
    }
    return place(commit)
  }

  private func place(_ commit: String) -> ProgramOutput {
    checkout.run(
      ["-C", folder, "checkout", "--detach", "--force", "--quiet", commit], mergingErrors: true)
  }

  /// Removes the checkout and what git knows of it.
  func remove() {
    // A checkout of an earlier version of bench is in the repository's list.
    if FileKind(path: link) == .regular {
      _ = checkout.run(["worktree", "remove", "--force", folder])
    }
    for path in [folder, administration] { try? FileManager.default.removeItem(atPath: path) }
  }
}
