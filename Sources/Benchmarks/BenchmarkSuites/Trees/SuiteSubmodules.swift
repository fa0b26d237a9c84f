internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import Reporting

/// The submodules of a checkout: those that the user has, from where the user has them.
///
/// A submodule that is not checked out in the user's folder is not needed for the build there, and is left out.
/// The others are copied from the user's own, which needs no network, and the configuration of the
/// repository, which all worktrees share, stays as it is.
struct SuiteSubmodules {
  let label: String
  let git: GitCheckout
  let note: (String) -> Void

  /// Checks out the submodules, and those of submodules.
  ///
  /// - Parameters:
  ///   - source: the user's checkout.
  ///   - folder: the checkout that needs them.
  /// - Throws: ``HarnessFailure`` when git cannot check one out.
  func checkOut(from source: String, in folder: String) throws(HarnessFailure) {
    guard FileKind(path: PathParts.join(folder, ".gitmodules")) == .regular else { return }
    let list = git.run([
      "-C", folder, "config", "--file", ".gitmodules", "-z", "--get-regexp",
      "^submodule\\..*\\.path$",
    ])
    for entry in list.text.split(separator: "\0") {
      let parts = entry.split(separator: "\n", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let name = String(parts[0].dropFirst("submodule.".count).dropLast(".path".count))
      let own = PathParts.join(source, parts[1])
      guard FileKind(path: PathParts.join(own, ".git")) != .absent else {
        note(
          "The submodule '\(parts[1])' is not checked out in '\(source)', so it is left out. If the build "
            + "needs it: `git submodule update --init '\(parts[1])'`.")
        continue
      }
      try checkOut(name, at: parts[1], of: own, in: folder)
      try checkOut(from: own, in: PathParts.join(folder, parts[1]))
    }
  }

  private func checkOut(
    _ name: String, at path: String, of own: String, in folder: String
  ) throws(HarnessFailure) {
    let update = ["submodule", "--quiet", "update", "--force", "--", path]
    let place = git.run(["-C", own, "rev-parse", "--absolute-git-dir"]).text
    let copied = git.run(
      ["-C", folder, "-c", "protocol.file.allow=always", "-c", "submodule.\(name).url=\(place)"]
        + update, mergingErrors: true)
    if copied.isSuccess { return }
    // A commit that the user's own does not have.
    let updated = git.run(["-C", folder] + update, mergingErrors: true)
    guard updated.isSuccess else {
      throw .failed(
        "git could not check out the submodule '\(path)' of \(label): "
          + GitCheckout.errors(in: updated.text))
    }
  }
}
