internal import BenchmarkBuilds
internal import Files
internal import Measuring
package import Reporting

extension SuiteTrees {
  /// Builds a checkout again from the beginning, in another layout.
  ///
  /// It is built in one checkout beside all others, whose path is as long as theirs.
  ///
  /// - Parameters:
  ///   - tree: the checkout.
  ///   - layout: the number of the layout.
  /// - Returns: the top of the checkout in which it was built; the next build takes its place.
  /// - Throws: ``HarnessFailure`` with the errors of the build, or when git cannot check it out.
  package func rebuild(_ tree: SuiteTree, layout: UInt64) throws(HarnessFailure) -> String {
    let lock = try takeLock()
    defer { lock.release() }
    let original = tree.top ?? tree.folder
    let top = "\(repository.cache)/again/\(Self.rebuildName)"
    let revision = SuiteRevision(
      label: tree.label, commit: tree.commit, tree: tree.commit, isSnapshot: false)
    try checkOut(revision, in: top)
    _ = repository.checkout.run(["-C", top, "clean", "-ffdxq"])
    let folder = top + tree.folder.dropFirst(original.utf8.count)
    try ownFiles.write(to: folder)
    let variables = try LayoutBuildVariables(in: "\(repository.cache)/layout-compilers")
    for command in suite.build {
      if isCancelled() { throw .interrupted }
      let outcome = try SuiteProcess.run(
        command, in: SuiteTree(label: tree.label, folder: folder), suite: suite,
        isCancelled: isCancelled,
        changing: {
          variables.environment(extending: SuiteProcess.dated($0), layout: layout)
        })
      guard outcome.isSuccess else {
        throw .failed(
          "\(tree.label) does not build in another layout: `\(command.text)` failed.\n"
            + Self.lastErrors(in: outcome.text))
      }
    }
    return top
  }

  /// A name as long as a commit's hash.
  private static let rebuildName = "another-layout-0000000000000000000000000"
}
