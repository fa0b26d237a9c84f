internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Checkouts of a suite's repository")
struct SuiteRepositoryTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try folder.makeRepository()
    try commit("one", ["program": "1", ".gitignore": "built\n"])
  }

  @discardableResult
  private func commit(_ message: String, _ files: [String: String]) throws -> String {
    try #require(try folder.commit(files, message: message))
  }

  private func repository(_ place: String = "") throws -> SuiteRepository {
    try SuiteRepository(around: folder.file(place), caches: caches.path)
  }

  private func trees(_ build: [SuiteCommand]) throws -> SuiteTrees {
    let suite = BenchmarkSuite(name: "s", build: build, sources: [])
    return SuiteTrees(of: try repository(), suite: suite, note: { _ in }, isCancelled: { false })
  }

  private func text(_ path: String) throws -> String {
    let outcome = try BuiltCommand(at: "/bin/cat").run([path])
    return outcome.output
  }

  @Test("a clean working tree is its commit")
  func clean() throws {
    let tree = try repository().workingTree()
    #expect(tree.commit == (try Git.run(["rev-parse", "HEAD"], in: folder.path)))
    #expect(!tree.isSnapshot)
    #expect(try repository().sides([], main: nil).areEqual)
  }

  @Test("a clone without checkout, which has no index, is a working tree without files")
  func noIndex() throws {
    let clone = caches.file("clone")
    try Git.run(["clone", "-q", "--no-checkout", folder.path, clone], in: caches.path)
    let tree = try SuiteRepository(around: clone, caches: caches.path).workingTree()
    #expect(tree.isSnapshot)
    #expect(try Git.run(["ls-tree", tree.tree], in: clone) == "")
  }

  @Test("uncommitted work, with new and removed files, is compared; the repository stays as it is")
  func dirty() throws {
    try commit("two", ["gone": "x"])
    try folder.write("2", to: "program")
    try folder.write("new", to: "dir/new ü")
    try folder.write("x", to: "built/ignored")
    try Git.run(["rm", "-q", "--cached", "gone"], in: folder.path)
    let status = try Git.run(["status", "--porcelain"], in: folder.path)
    let sides = try repository().sides(["HEAD~1"], main: nil)
    #expect(sides.candidate.isSnapshot)
    #expect(!sides.areEqual)
    #expect(try repository().workingTree() == sides.candidate)
    let tree = try trees([]).tree(of: sides.candidate)
    #expect(try text(tree.folder + "/program") == "2")
    #expect(try text(tree.folder + "/dir/new ü") == "new")
    #expect(try Git.run(["status", "--porcelain"], in: folder.path) == status)
    #expect(try text(trees([]).tree(of: sides.base).folder + "/program") == "1")
  }

  @Test("paths of both sides have the same length")
  func lengths() throws {
    try folder.write("2", to: "program")
    let sides = try repository().sides(["HEAD"], main: nil)
    let trees = try trees([])
    #expect(
      try trees.tree(of: sides.base).folder.count == trees.tree(of: sides.candidate).folder.count)
  }

  @Test("a commit is built once, a changed working tree on top of the products before")
  func builds() throws {
    let log = caches.file("log")
    let build = [SuiteCommand.shell("echo built >> '\(log)'; echo x >> built")]
    let base = try repository().revision("HEAD")
    for _ in 0..<2 { _ = try trees(build).tree(of: base) }
    #expect(try text(log) == "built\n")
    for content in ["2", "3"] {
      try folder.write(content, to: "program")
      let tree = try trees(build).tree(of: repository().workingTree())
      #expect(try text(tree.folder + "/program") == content)
      #expect(try text(tree.folder + "/built") == (content == "2" ? "x\n" : "x\nx\n"))
    }
    // Another build is another product.
    _ = try trees(build + [.shell("true")]).tree(of: base)
    #expect(try text(log) == "built\nbuilt\nbuilt\nbuilt\n")
  }

  @Test("other commands build from the beginning, whatever products there are")
  func otherCommands() throws {
    let hash = try commit("one", [".gitignore": "product\n", "a": "1"])
    let revision = try repository().revision(hash)
    func product(_ options: String) throws -> String {
      // As make does: what is there is not built again.
      let build = SuiteCommand.shell("[ -f product ] || echo '\(options)' >product")
      let tree = try trees([build]).tree(of: revision)
      return try text("\(tree.folder)/product")
    }
    #expect(try product("-O1") == "-O1\n")
    #expect(try product("-O2") == "-O2\n")
  }

  @Test("a build that was stopped half-way is begun anew; one that fails goes on where it was")
  func unfinished() throws {
    let base = try repository().revision("HEAD")
    let (log, begun) = (caches.file("log"), caches.file("begun"))
    // As make does: a product that is there counts as whole.
    let build = SuiteCommand.shell(
      "echo x >>'\(log)'; if [ -f built ]; then exit 0; fi; echo half >built; : >'\(begun)'; "
        + "[ $(wc -l <'\(log)') = 1 ] && sleep 1000; echo whole >built; exit 1")
    func trees(isCancelled: @escaping () -> Bool) throws -> SuiteTrees {
      SuiteTrees(
        of: try repository(), suite: BenchmarkSuite(name: "s", build: [build], sources: []),
        note: { _ in }, isCancelled: isCancelled)
    }
    #expect(throws: HarnessFailure.interrupted) {
      try trees(isCancelled: { self.caches.bytes("begun") != nil }).tree(of: base)
    }
    #expect(throws: HarnessFailure.self) { try trees(isCancelled: { false }).tree(of: base) }
    let tree = try trees(isCancelled: { false }).tree(of: base)
    #expect(try text(tree.folder + "/built") == "whole\n")
    #expect(try text(log) == "x\nx\nx\n")
  }

  @Test("who waits for the build of another process hears of the wish to stop")
  func waiting() throws {
    let base = try repository().revision("HEAD")
    let lock = BuildLock(folder: try repository().cache)
    let waiting = SuiteTrees(
      of: try repository(), suite: BenchmarkSuite(name: "s", build: [], sources: []),
      note: { _ in }, isCancelled: { true })
    #expect(throws: HarnessFailure.interrupted) { try waiting.tree(of: base) }
    lock.release()
    #expect(BuildLock(folder: try repository().cache, isCancelled: { true }) != nil)
  }

  @Test("from the second build on it says how long the last one took")
  func buildTime() throws {
    var notes: [String] = []
    func build(_ revision: SuiteRevision) throws {
      let suite = BenchmarkSuite(name: "s", build: [.shell("cp program built")], sources: [])
      let trees = SuiteTrees(
        of: try repository(), suite: suite, note: { notes.append($0) }, isCancelled: { false })
      _ = try trees.tree(of: revision)
    }
    try build(repository().workingTree())
    try commit("two", ["program": "2"])
    try build(repository().workingTree())
    #expect(notes.count == 2)
    #expect(notes.first == "Building working tree: cp program built")
    #expect(
      notes.last?.hasPrefix("Building working tree: cp program built (the last build took ") == true
    )
  }

  @Test("a build that fails tells its last errors, and is tried again")
  func failedBuild() throws {
    let base = try repository().revision("HEAD")
    let build = [SuiteCommand.shell("echo noise; echo 'x.c:3: error: bad' >&2; exit 1")]
    for _ in 0..<2 {
      do {
        _ = try trees(build).tree(of: base)
        Issue.record("it was built")
      } catch {
        let failure = try #require(error as? HarnessFailure)
        #expect(failure.message.contains("does not build"))
        #expect(failure.message.contains("x.c:3: error: bad"))
        #expect(!failure.message.contains("  noise"))
        #expect(failure.status == .failure)
      }
    }
  }

  @Test("the merge base is that of the branch")
  func mergeBase() throws {
    let fork = try commit("fork", ["program": "2"])
    try Git.run(["checkout", "-q", "-b", "topic"], in: folder.path)
    try commit("topic", ["program": "3"])
    try Git.run(["checkout", "-q", "main"], in: folder.path)
    try commit("later", ["other": "4"])
    try Git.run(["checkout", "-q", "topic"], in: folder.path)
    #expect(try repository().sides([], main: nil).base.commit == fork)
    #expect(try repository().sides([], main: "topic").areEqual)
    let failure = #expect(throws: HarnessFailure.self) {
      try repository().sides([], main: "trunk")
    }
    #expect(failure?.message.contains("'trunk'") == true)
  }

  @Test("a folder within the repository is the same folder in the checkouts")
  func subfolder() throws {
    try commit("two", ["part/x": "y"])
    let repository = try repository("part")
    let suite = BenchmarkSuite(name: "s", sources: [])
    let trees = SuiteTrees(of: repository, suite: suite, note: { _ in }, isCancelled: { false })
    #expect(try text(trees.tree(of: repository.revision("HEAD")).folder + "/x") == "y")
    let failure = #expect(throws: HarnessFailure.self) {
      try trees.tree(of: repository.revision("HEAD~1"))
    }
    #expect(failure?.message.contains("has no folder 'part'") == true)
    #expect(failure?.status == .notComparable)
  }

  @Test("no git, no checkout, no commit and a shallow clone are each told in a line")
  func refused() throws {
    let outside = try TemporaryFolder()
    let none = #expect(throws: HarnessFailure.self) {
      try SuiteRepository(around: outside.path, caches: caches.path)
    }
    #expect(none?.message.contains("not in a git checkout") == true)
    #expect(throws: HarnessFailure.self) { try repository().sides(["a", "b", "c"], main: nil) }
    #expect(throws: HarnessFailure.self) { try repository().revision("--help") }
    try commit("two", ["program": "2"])
    try Git.run(["clone", "-q", "--depth", "1", "file://\(folder.path)", "s"], in: outside.path)
    let shallow = try SuiteRepository(around: outside.file("s"), caches: caches.path)
    let failure = #expect(throws: HarnessFailure.self) { try shallow.revision("HEAD~1") }
    #expect(failure?.message.contains("git fetch --unshallow") == true)
  }

  @Test("uncommitted work in a submodule is refused; committed submodules are checked out")
  func submodules() throws {
    let library = try TemporaryFolder()
    try Git.run(["init", "-q", "-b", "main", "."], in: library.path)
    try library.write("lib", to: "lib.txt")
    try Git.run(["add", "--all"], in: library.path)
    try Git.run(["commit", "-q", "-m", "lib"], in: library.path)
    try Git.run(
      ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.path, "lib"],
      in: folder.path)
    try commit("submodule", [:])
    try folder.write("changed", to: "lib/lib.txt")
    let failure = #expect(throws: HarnessFailure.self) { try repository().workingTree() }
    #expect(failure?.message.contains("submodule 'lib' has uncommitted work") == true)
    try folder.write("lib", to: "lib/lib.txt")
    // The user's own is copied, without what it was cloned from.
    _ = try BuiltCommand(at: "/bin/mv").run([library.file(".git"), library.file("gone")])
    let tree = try trees([]).tree(of: repository().revision("HEAD"))
    #expect(try text("\(tree.folder)/lib/lib.txt") == "lib")
    // One that is not checked out is left out, and stays so.
    let clone = caches.file("clone")
    try Git.run(["clone", "-q", folder.path, clone], in: folder.path)
    let settings = try text("\(clone)/.git/config")
    let other = try SuiteRepository(around: clone, caches: caches.path)
    var notes: [String] = []
    let bare = try SuiteTrees(
      of: other, suite: BenchmarkSuite(name: "s", build: [], sources: []),
      note: { notes.append($0) }, isCancelled: { false }
    ).tree(of: try other.revision("HEAD"))
    #expect(notes.contains { $0.contains("'lib' is not checked out") }, "\(notes)")
    #expect(try BuiltCommand(at: "/bin/ls").run([bare.folder + "/lib"]).output == "")
    #expect(try text("\(clone)/.git/config") == settings)
  }

  @Test("files of git lfs without git-lfs are refused, not measured as pointers")
  func largeFiles() throws {
    try #require(try Git.run(["lfs", "version"], in: folder.path) == nil)
    try commit("lfs", [".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n"])
    let failure = #expect(throws: HarnessFailure.self) {
      try trees([]).tree(of: repository().revision("HEAD"))
    }
    #expect(failure?.message.contains("git-lfs is not installed") == true)
    #expect(failure?.status == .unavailable)
  }

  @Test("all worktrees of a repository share the history of a suite; each suite has its own")
  func histories() throws {
    try commit("two", ["part/bench.toml": ""])
    let other = caches.file("elsewhere/\(folder.path.split(separator: "/").last ?? "")")
    try Git.run(["worktree", "add", "-q", "--detach", other], in: folder.path)
    let name = SuiteRepository.historyName(ofSuiteIn: folder.path)
    #expect(SuiteRepository.historyName(ofSuiteIn: other) == name)
    #expect(SuiteRepository.historyName(ofSuiteIn: folder.file("part")) == "\(name)/part")
    #expect(SuiteRepository.historyName(ofSuiteIn: caches.path) != name)
  }
}
