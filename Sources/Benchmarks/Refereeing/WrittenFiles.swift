internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring

/// The files that appear in both checkouts while their programs run.
struct WrittenFiles {
  private let base: SuiteTree
  private let candidate: SuiteTree
  private let before: (base: Set<String>, candidate: Set<String>)

  /// Looks at what is there before anything runs.
  init(base: SuiteTree, candidate: SuiteTree) {
    self.base = base
    self.candidate = candidate
    before = (Self.files(base), Self.files(candidate))
  }

  /// Removes the files that the candidate alone has written, so that the next try does not find them.
  ///
  /// What Python keeps of its modules is none: a change may have more of these.
  ///
  /// - Returns: the first of them; nil without one.
  func removeOnlyByCandidate() -> String? {
    let ofBase = Self.files(base).subtracting(before.base)
    let ofCandidate = Self.files(candidate).subtracting(before.candidate)
    let written = ofCandidate.subtracting(ofBase).filter { !$0.contains("__pycache__/") }
    for path in written { unlink(PathParts.join(candidate.top ?? candidate.folder, path)) }
    return written.min()
  }

  private static func files(_ tree: SuiteTree) -> Set<String> {
    let top = tree.top ?? tree.folder
    guard let checkout = GitCheckout(containing: top) else { return [] }
    let listed = checkout.run(["ls-files", "--others", "-z"])
    return Set(listed.text.split(separator: "\0").map(String.init))
  }
}
