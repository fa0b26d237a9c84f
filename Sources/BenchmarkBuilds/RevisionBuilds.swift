internal import Files

/// Builds of this package at commits, each in a git worktree of its own, kept for the next time.
///
/// `.build-compare/COMMIT` in the checkout holds the worktree, and the build inside it. A build
/// that was finished once is used again; deleting the folder costs time and nothing else.
struct RevisionBuilds {
  /// The checkout.
  let root: String
  /// Told what takes time.
  let note: (String) -> Void

  /// Where builds are kept, in the checkout; git ignores it.
  static let folderName = ".build-compare"
  /// A file beside a build that was finished.
  private static let marker = ".bench-was-built"

  /// Finds the checkout that holds a folder.
  ///
  /// - Throws: ``UsageError`` when there is none.
  init(containing folder: String, note: @escaping (String) -> Void) throws(UsageError) {
    let outcome = ShellCommand(["git", "-C", folder, "rev-parse", "--show-toplevel"]).run()
    guard outcome.isSuccess, !outcome.output.isEmpty else {
      throw UsageError(
        "Commits are compared inside a git checkout of this package, and there is none here. "
          + "Change to one, or compare two builds with --base.")
    }
    guard FileKind(path: outcome.output + "/Package.swift") == .regular else {
      throw UsageError("The git checkout '\(outcome.output)' has no Package.swift to build.")
    }
    root = outcome.output
    self.note = note
  }

  /// The commit a revision names: a branch, a tag, `main~3`, or a hash.
  ///
  /// - Throws: ``UsageError`` when git knows no such commit.
  func commit(_ revision: String) throws(UsageError) -> String {
    // A revision never begins with a dash, an option does.
    let outcome = ShellCommand(
      ["git", "-C", root, "rev-parse", "--verify", "--quiet", "--end-of-options"]
        + ["\(revision)^{commit}"]
    ).run()
    guard outcome.isSuccess, let commit = outcome.output.split(separator: "\n").last else {
      throw UsageError("git knows no commit '\(revision)' in this checkout.\(shallowness)")
    }
    return String(commit)
  }

  /// What to do about commits that a shallow clone left away; empty for a whole one.
  private var shallowness: String {
    let outcome = ShellCommand(["git", "-C", root, "rev-parse", "--is-shallow-repository"]).run()
    return outcome.output == "true"
      ? " It is a shallow clone, which has only the newest ones: `git fetch --unshallow` brings the "
        + "others." : ""
  }

  /// Tells that work in progress takes no part, if there is any.
  func noteUncommitted() {
    let outcome = ShellCommand(
      ["git", "-C", root, "status", "--porcelain", "--untracked-files=no"]
    ).run()
    guard outcome.isSuccess, !outcome.output.isEmpty else { return }
    note(
      "Commits are compared as they are: changes in this checkout that are not committed take no "
        + "part.")
  }

  /// The path of bench built at a commit; built now unless it was before.
  ///
  /// - Throws: ``ComparisonFailure`` with the end of what the build said.
  func bench(at commit: String) throws(ComparisonFailure) -> String {
    let folder = "\(root)/\(Self.folderName)/\(commit)"
    let program = "\(folder)/.build/release/bench"
    let marker = "\(folder)/\(Self.marker)"
    if FileKind(path: marker) == .regular, CommandComparison.isExecutable(program) {
      return program
    }
    let short = commit.prefix(12)
    if FileKind(path: folder) == .absent {
      // A worktree whose folder was deleted is still in git's list, and in the way.
      _ = ShellCommand(["git", "-C", root, "worktree", "prune"]).run()
      let added = ShellCommand(
        ["git", "-C", root, "worktree", "add", "--detach", "--quiet", folder, commit],
        mergingErrors: true
      ).run()
      guard added.isSuccess else {
        throw .failed("git could not check out \(short): \(Self.end(of: added.output))")
      }
    }
    note("Building \(short) in \(Self.folderName); this takes minutes, once.")
    let build = ShellCommand(
      ["swift", "build", "-c", "release", "--product", "bench", "--package-path", folder],
      mergingErrors: true
    ).run()
    guard build.isSuccess, CommandComparison.isExecutable(program) else {
      throw .failed(
        "\(short) does not build: \(Self.end(of: build.output)) The whole story: swift build -c "
          + "release --product bench --package-path '\(folder)'")
    }
    do {
      try writeFile([], to: marker, replacingExisting: true)
    } catch {
      // Without the marker the next comparison builds again, which finds nothing to do.
    }
    return program
  }

  /// The last lines of what a program said that speak of errors, or simply the last.
  private static func end(of output: String) -> String {
    let lines = output.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") }
    return (errors.isEmpty ? lines.suffix(3) : errors.prefix(3)).joined(separator: "\n")
  }
}
