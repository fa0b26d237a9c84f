internal import CLibrary
internal import Files
internal import Measuring
internal import ProgramLayouts
public import Reporting

/// Builds of a repository at commits, kept for the next time.
///
/// `.build-compare/work` in the checkout is a git worktree that goes from commit to commit, so that
/// a build starts from the products of the one before. `.build-compare/COMMIT` holds a copy of what
/// was built, which can be linked again; programs that cannot be copied so are built in a worktree
/// there. A finished build is used again, also for other commits with equal inputs. Deleting the
/// folder costs time and nothing else.
public struct RevisionBuilds {
  /// The checkout.
  public let checkout: GitCheckout
  /// How to build.
  public let recipe: BuildRecipe
  /// Called with a sentence before something that takes long.
  private let note: (String) -> Void
  private let isCancelled: () -> Bool

  /// Where builds are kept, in the checkout; git should ignore it.
  public static let folderName = ".build-compare"
  /// A file beside a finished build, which holds what it was built from.
  static let marker = ".bench-was-built"
  /// The worktree that goes from commit to commit.
  static let workFolder = "work"

  /// Finds the checkout that holds a folder.
  ///
  /// - Parameters:
  ///   - folder: any folder of the checkout.
  ///   - recipe: how to build.
  ///   - note: called with a sentence before something that takes long.
  ///   - isCancelled: asked while something is built, which is then ended.
  /// - Throws: ``HarnessFailure`` when there is no checkout, or nothing to build in it.
  public init(
    containing folder: String, recipe: BuildRecipe, note: @escaping (String) -> Void,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(HarnessFailure) {
    guard let checkout = GitCheckout(containing: folder) else {
      throw .wrongUsage("Commits can be built only inside a git checkout, and there is none here.")
    }
    guard FileKind(path: "\(checkout.root)/\(recipe.manifest)") == .regular else {
      throw .wrongUsage("The git checkout '\(checkout.root)' has no \(recipe.manifest) to build.")
    }
    self.checkout = checkout
    self.recipe = recipe
    self.note = note
    self.isCancelled = isCancelled
  }

  /// Notes that uncommitted changes are not compared, if there are any.
  public func noteUncommitted() {
    guard checkout.isDirty == true else { return }
    note("Commits are compared as committed: uncommitted changes in this checkout are ignored.")
  }

  /// The path of the program built at a commit; built now unless it, or an equal one, was before.
  ///
  /// - Parameter commit: a full hash.
  /// - Returns: the path.
  /// - Throws: ``HarnessFailure`` with the errors of the build.
  public func program(at commit: String) throws(HarnessFailure) -> String {
    let folder = self.folder(of: commit)
    let program = "\(folder)/\(recipe.program)"
    if isFinished(folder) { return program }
    guard
      let lock = BuildLock(
        folder: "\(checkout.root)/\(Self.folderName)", isCancelled: isCancelled)
    else { throw .interrupted }
    defer { lock.release() }
    // Another process may have built it while this one waited.
    if isFinished(folder) { return program }
    let short = commit.prefix(12)
    let inputs = KeptInputs(builds: self, commit: commit)
    if let equal = inputs.equalBuild() {
      note(
        "\(short) has the same sources for this program as \(equal.commit.prefix(12)), which is built."
      )
      return equal.program
    }
    note("Building \(short) in \(Self.folderName); this takes minutes, once.")
    if recipe.isSwiftPackage, let copied = try buildInWork(commit, keptIn: folder) {
      finish(folder, inputs)
      return Executable.exists(at: program) ? program : copied
    }
    try checkOut(commit, in: folder)
    try build(commit, in: folder)
    finish(folder, inputs)
    return program
  }

  /// Where the build of a commit is kept.
  func folder(of commit: String) -> String { "\(checkout.root)/\(Self.folderName)/\(commit)" }

  /// Whether a folder holds a finished build.
  func isFinished(_ folder: String) -> Bool {
    FileKind(path: "\(folder)/\(Self.marker)") == .regular
      && Executable.exists(at: "\(folder)/\(recipe.program)")
  }

  private func finish(_ folder: String, _ inputs: KeptInputs) {
    do {
      try writeFile(
        Array((inputs.text ?? "").utf8), to: "\(folder)/\(Self.marker)", replacingExisting: true)
    } catch {
      // Without the marker the next comparison builds again, which finds nothing to do.
    }
  }

  /// Builds a commit where the one before was built, and copies the product.
  ///
  /// - Returns: the path of the copy; `nil` when it cannot be copied.
  private func buildInWork(
    _ commit: String, keptIn folder: String
  ) throws(HarnessFailure) -> String? {
    let work = self.folder(of: Self.workFolder)
    if FileKind(path: work) == .absent {
      try checkOut(commit, in: work)
    } else {
      let moved = checkout.run(
        ["-C", work, "checkout", "--detach", "--force", "--quiet", commit], mergingErrors: true)
      guard moved.isSuccess else {
        throw .failed(
          "git could not check out \(commit.prefix(12)) in '\(work)': "
            + "\(Self.errors(in: moved.text)) Delete that folder and try again.")
      }
      _ = checkout.run(["-C", work, "clean", "-ffdq", "-e", ".build"])
    }
    try build(commit, in: work)
    do throws(RelinkingError) {
      return try ProductCopy.make(of: "\(work)/\(recipe.program)", root: work, in: folder)
    } catch {
      note("The build cannot be copied, so \(commit.prefix(12)) is built on its own: \(error).")
      return nil
    }
  }

  private func checkOut(_ commit: String, in folder: String) throws(HarnessFailure) {
    guard FileKind(path: "\(folder)/\(recipe.manifest)") == .absent else { return }
    // A worktree whose folder was deleted is still in git's list, and prevents a new one.
    _ = checkout.run(["worktree", "prune"])
    let added = checkout.run(
      ["worktree", "add", "--detach", "--quiet", folder, commit], mergingErrors: true)
    guard added.isSuccess else {
      throw .failed(
        "git could not check out \(commit.prefix(12)): \(Self.errors(in: added.text))")
    }
  }

  private func build(_ commit: String, in folder: String) throws(HarnessFailure) {
    if isCancelled() { throw .interrupted }
    let build = build(in: folder)
    if isCancelled() { throw .interrupted }
    guard build.isSuccess, Executable.exists(at: "\(folder)/\(recipe.program)") else {
      throw .failed(
        "\(commit.prefix(12)) does not build: \(Self.errors(in: build.text)) For the whole output: "
          + "cd '\(folder)' && git checkout \(commit.prefix(12)) && "
          + recipe.command.joined(separator: " "))
    }
  }

  private func build(in folder: String) -> ProgramOutput {
    guard let tool = recipe.command.first, let shell = Executable.find("sh"),
      Executable.find(tool) != nil
    else {
      return ProgramOutput(
        isSuccess: false, text: "error: there is no program '\(recipe.command.first ?? "")'.")
    }
    // The shell only changes the folder; the words are its positional parameters, never its code.
    return ProgramOutput.of(
      program: shell, arguments: ["-c", #"cd "$0" && exec "$@""#, folder] + recipe.command,
      environment: Executable.environment, mergingErrors: true, isCancelled: isCancelled)
  }

  /// The first lines of a program's output that are errors, or its last lines.
  package static func errors(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") }
    return (errors.isEmpty ? lines.suffix(3) : errors.prefix(3)).joined(separator: "\n")
  }
}
