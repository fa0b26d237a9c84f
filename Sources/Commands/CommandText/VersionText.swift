internal import CBuildOrigin

/// What a command answers to `--version`: the version, and what it was built from where the build knows it.
///
/// A release names its commit, system and compiler, as in `0.2.0 (commit 0123456789ab, Linux x86_64,
/// Swift 6.3.1)`; any other build says that it is one.
///
/// - Parameter version: the version of the sources.
/// - Returns: one line.
package func versionText(of version: String) -> String {
  // SAFETY: a constant of the program, which ends with a zero.
  let release = String(cString: cbuild_origin_release())
  return "\(version) (\(release.isEmpty ? "built from a checkout, not a release" : release))"
}

/// Prints a command's version where `--version` is all that it is asked.
///
/// The parser of arguments would look at every subcommand first, which is most of so short a run.
///
/// - Parameter version: the version of the sources.
/// - Returns: whether that was asked.
package func answersVersion(_ version: String) -> Bool {
  guard CommandLine.arguments.dropFirst().elementsEqual(["--version"]) else { return false }
  StandardOutput.write(versionText(of: version) + "\n")
  return true
}
