internal import BenchmarkBuilds
internal import CLibrary
internal import Files
internal import Measuring
package import Reporting

/// Checkouts of a repository's commits with the suite built in them, kept for the next time.
///
/// They are git worktrees among the user's cache files, away from the repository: a build system
/// that looks for its configuration in folders above does not find the repository's. Each commit is
/// kept under its hash; snapshots of the working tree share one checkout, so that a build starts from
/// the products of the one before. All folders have names of equal length, because the length of a
/// path moves a program's stack. Deleting the cache costs time and nothing else.
package struct SuiteTrees {
  let repository: SuiteRepository
  let suite: BenchmarkSuite
  private let note: (String) -> Void
  let isCancelled: () -> Bool

  /// How many commits are kept: those that were used last.
  package static let limit = 16

  /// A name as long as a commit's hash.
  private static let snapshotName = "working-tree-000000000000000000000000000"
  private static let exchangeName = "exchanged-files-000000000000000000000000"

  /// Makes a place for checkouts.
  ///
  /// - Parameters:
  ///   - repository: whose commits.
  ///   - suite: how they are built.
  ///   - note: called with a sentence before something that takes long.
  ///   - isCancelled: asked between steps.
  package init(
    of repository: SuiteRepository, suite: BenchmarkSuite, note: @escaping (String) -> Void,
    isCancelled: @escaping () -> Bool
  ) {
    self.repository = repository
    self.suite = suite
    self.note = note
    self.isCancelled = isCancelled
  }

  /// The checkout of a state, with everything built.
  ///
  /// - Parameters:
  ///   - revision: the state.
  ///   - watched: files of which it is noticed whether the build reads them, from the top of the checkout.
  /// - Returns: the checkout.
  /// - Throws: ``HarnessFailure`` with the errors of the build, or when git cannot check it out.
  package func tree(
    of revision: SuiteRevision, watching watched: [String] = []
  ) throws(HarnessFailure) -> SuiteTree {
    let lock = try takeLock()
    defer { lock.release() }
    let name = Self.name(of: revision)
    let top = "\(repository.cache)/trees/\(name)"
    let folder =
      repository.suiteFolder.isEmpty ? top : PathParts.join(top, repository.suiteFolder)
    let recording = SuiteRecording(cache: repository.cache, name: name, top: top)
    let files = WatchedFiles(
      suite.build.isEmpty ? [] : watched, in: top, record: readings(name))
    var tree = SuiteTree(
      label: revision.label, folder: folder, records: recording.links, top: top,
      commit: revision.commit)
    recording.restore()
    let marker = "\(repository.cache)/built/\(name)"
    let recipe = (suite.build.map(\.text) + suite.environment).joined(separator: "\n")
    let own = try ownFiles
    //     links are recorded       markers of versions that recorded none begin otherwise
    //     <commit>
    //     <hash of own files>      if there are any
    //     <recipe>                 last, so that it can be compared alone
    let wanted = "links are recorded\n\(revision.commit)\n\(own.fingerprint)\(recipe)"
    let known = (try? readFile(at: marker)).map { String(decoding: $0, as: UTF8.self) }
    if FileKind(path: folder) == .folder, known == wanted, files.isKnown {
      // When it was used last: the oldest goes first.
      utimes(marker, nil)
      tree.readByBuild = files.read
      return tree
    }
    // Products of other commands, such as those with other options of the compiler, do not count.
    // Nor does "unfinished" end so: what such a build left goes, too.
    let isOfOtherRecipe = known.map { !$0.hasSuffix("\n\(recipe)") } ?? false
    unlink(marker)
    try checkOut(revision, in: top)
    if isOfOtherRecipe || recording.needsFreshBuild(of: suite) || !files.isKnown {
      files.forget()
      // What a build before this one linked or read was not seen either: everything is built again, once.
      _ = repository.checkout.run(["-C", top, "clean", "-ffdxq"])
    }
    guard FileKind(path: folder) == .folder else {
      throw .notComparable(
        "'\(revision.label)' has no folder '\(repository.suiteFolder)', where the suite is.")
    }
    try own.write(to: folder)
    // What a build leaves that is killed half-way looks newer than what it was made from: whatever ends
    // this process or the build, the next one begins anew.
    if !suite.build.isEmpty { mark(marker, "unfinished") }
    do {
      try files.during { () throws(HarnessFailure) in try build(tree, recording) }
    } catch {
      if error.status != .interrupted { unlink(marker) }
      throw error
    }
    mark(marker, wanted)
    removeOldest(keeping: name)
    tree.readByBuild = files.read
    return tree
  }

  /// Lets the next build of a state, or of the next snapshot after one, begin anew.
  package func discardBuild(of revision: SuiteRevision) {
    let name = Self.name(of: revision)
    unlink("\(repository.cache)/built/\(name)")
    unlink(readings(name))
  }

  private static func name(of revision: SuiteRevision) -> String {
    revision.isExchange ? exchangeName : revision.isSnapshot ? snapshotName : revision.commit
  }

  /// The file that says what the builds of a checkout have read.
  private func readings(_ name: String) -> String { "\(repository.cache)/read/\(name)" }

  /// Keeps other processes from building in this repository's folders meanwhile.
  func takeLock() throws(HarnessFailure) -> BuildLock {
    try repository.makeCache()
    let lock = BuildLock(
      folder: repository.cache, isCancelled: isCancelled,
      onWaiting: { note("Waiting until another bench has built this repository.") })
    guard let lock else { throw .interrupted }
    return lock
  }

  /// Writes what a checkout was built from.
  private func mark(_ marker: String, _ text: String) {
    do throws(FileAccessError) {
      try makeFolder(at: "\(repository.cache)/built", access: .owner)
      try writeFile(Array(text.utf8), to: marker, replacingExisting: true)
    } catch {
      // Without the marker it is built again the next time, which finds nothing to do.
    }
  }

  /// The files that the suite puts into each checkout.
  var ownFiles: SuiteOwnFiles {
    get throws(HarnessFailure) {
      let root = repository.checkout.root
      return try SuiteOwnFiles(
        of: suite,
        in: repository.suiteFolder.isEmpty ? root : PathParts.join(root, repository.suiteFolder))
    }
  }

  // MARK: Checking out

  private func worktree(at folder: String) -> SuiteWorktree {
    SuiteWorktree(at: folder, cache: repository.cache, of: repository.checkout)
  }

  func checkOut(_ revision: SuiteRevision, in folder: String) throws(HarnessFailure) {
    let done: ProgramOutput
    do throws(FileAccessError) {
      done = try worktree(at: folder).checkOut(revision.commit)
    } catch {
      throw HarnessFailure(message: error.description, status: .unwritableOutput)
    }
    guard done.isSuccess else {
      throw .failed(
        "git could not check out \(revision.label): \(GitCheckout.errors(in: done.text))")
    }
    try fetchLargeFiles(revision, folder)
    try SuiteSubmodules(label: revision.label, git: repository.checkout, note: note)
      .checkOut(from: repository.checkout.root, in: folder)
  }

  /// Refuses files that are only pointers to their content.
  private func fetchLargeFiles(
    _ revision: SuiteRevision, _ folder: String
  ) throws(HarnessFailure) {
    let uses = repository.checkout.run([
      "-C", folder, "grep", "--quiet", "filter=lfs", "--", "*.gitattributes", ".gitattributes",
    ])
    guard uses.isSuccess else { return }
    guard repository.checkout.run(["lfs", "version"]).isSuccess else {
      throw HarnessFailure(
        message: "The repository keeps files in git lfs, and git-lfs is not installed: install it, "
          + "then run `git lfs install` and `git lfs pull`.", status: .unavailable)
    }
    let pulled = repository.checkout.run(["-C", folder, "lfs", "pull"], mergingErrors: true)
    guard pulled.isSuccess else {
      throw .failed(
        "git lfs could not fetch the files of \(revision.label): "
          + GitCheckout.errors(in: pulled.text))
    }
  }

  // MARK: Building

  private func build(
    _ tree: SuiteTree, _ recording: SuiteRecording
  ) throws(HarnessFailure) {
    guard !suite.build.isEmpty else { return }
    let (change, end) = recording.begin(suite)
    defer { end() }
    let file = "\(repository.cache)/build-seconds"
    let before = (try? readFile(at: file, limit: 64)).flatMap {
      Double(String(decoding: $0, as: UTF8.self))
    }
    let estimate = before.map { " (the last build took \(Decimals.duration($0)))" } ?? ""
    note(
      "Building \(tree.label): \(suite.build.map(\.text).joined(separator: "; "))\(estimate)")
    let start = ContinuousClock.now
    for command in suite.build {
      if isCancelled() { throw .interrupted }
      let outcome = try SuiteProcess.run(
        command, in: tree, suite: suite, isCancelled: isCancelled,
        changing: { change(SuiteProcess.dated($0)) })
      guard outcome.isSuccess else {
        throw .failed(
          "\(tree.label) does not build: `\(command.text)` failed.\n"
            + Self.lastErrors(in: outcome.text) + "\nTo see everything: cd '\(tree.folder)' && "
            + command.text)
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // Without it the next build says no time.
    try? writeFile(Array("\(seconds)".utf8), to: file, replacingExisting: true)
  }

  /// What lines that say what is wrong hold: those of linkers often have no "error".
  private static let complaints = [
    "error", "undefined reference", "undefined symbol", "multiple definition", "ld: ",
    "cannot find",
  ]

  /// The last lines of a build that say what is wrong, and its last one whatever it says.
  static func lastErrors(in output: String) -> String {
    let all = output.split(separator: "\n").map { $0.prefix(400) }
    // make repeats at each level that something failed.
    let told = all.filter { !$0.contains("*** [") }
    let lines = told.isEmpty ? all : told
    let causes = lines.indices.filter { index in
      complaints.contains(where: lines[index].localizedContains)
    }
    let shown = Set(causes.suffix(6)).union(lines.indices.suffix(causes.isEmpty ? 6 : 1))
    return shown.sorted().map { "  \(lines[$0])" }.joined(separator: "\n")
  }

  // MARK: Keeping

  private func removeOldest(keeping name: String) {
    let built = "\(repository.cache)/built"
    let commits = (names(inFolder: built) ?? [])
      .filter { $0 != name && $0 != Self.snapshotName && $0 != Self.exchangeName }
      .map { (name: $0, used: modificationTime(ofFile: "\(built)/\($0)") ?? 0) }
      .sorted { $0.used < $1.used }
    // One place is for the commit that was just built.
    for commit in commits.prefix(max(commits.count - (Self.limit - 1), 0)) {
      let folder = "\(repository.cache)/trees/\(commit.name)"
      worktree(at: folder).remove()
      unlink("\(built)/\(commit.name)")
      unlink(readings(commit.name))
      SuiteRecording(cache: repository.cache, name: commit.name, top: folder).remove()
    }
  }
}

extension Substring {
  /// Whether it holds a word, whatever its case is.
  fileprivate func localizedContains(_ word: String) -> Bool { lowercased().contains(word) }
}
