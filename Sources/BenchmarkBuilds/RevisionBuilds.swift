#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files
internal import Measuring

/// Builds of a repository at commits, each in a git worktree of its own, kept for the next time.
///
/// `.build-compare/COMMIT` in the checkout holds the worktree, and the build inside it. A finished
/// build is used again; deleting the folder costs time and nothing else.
public struct RevisionBuilds {
  /// The checkout.
  public let checkout: GitCheckout
  /// How to build.
  public let recipe: BuildRecipe
  /// Called with a sentence before something that takes long.
  private let note: (String) -> Void

  /// Where builds are kept, in the checkout; git should ignore it.
  public static let folderName = ".build-compare"
  /// A file beside a finished build.
  private static let marker = ".bench-was-built"

  /// Finds the checkout that holds a folder.
  ///
  /// - Parameters:
  ///   - folder: any folder of the checkout.
  ///   - recipe: how to build.
  ///   - note: called with a sentence before something that takes long.
  /// - Throws: ``HarnessFailure`` when there is no checkout, or nothing to build in it.
  public init(
    containing folder: String, recipe: BuildRecipe, note: @escaping (String) -> Void
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
  }

  /// Notes that uncommitted changes are not compared, if there are any.
  public func noteUncommitted() {
    guard checkout.isDirty == true else { return }
    note("Commits are compared as committed: uncommitted changes in this checkout are ignored.")
  }

  /// The path of the program built at a commit; built now unless it was before.
  ///
  /// - Parameter commit: a full hash.
  /// - Throws: ``HarnessFailure`` with the errors of the build.
  public func program(at commit: String) throws(HarnessFailure) -> String {
    let folder = "\(checkout.root)/\(Self.folderName)/\(commit)"
    let program = "\(folder)/\(recipe.program)"
    let marker = "\(folder)/\(Self.marker)"
    if FileKind(path: marker) == .regular, Executable.exists(at: program) { return program }
    let short = commit.prefix(12)
    if FileKind(path: folder) == .absent {
      // A worktree whose folder was deleted is still in git's list, and prevents a new one.
      _ = checkout.run(["worktree", "prune"])
      let added = checkout.run(
        ["worktree", "add", "--detach", "--quiet", folder, commit], mergingErrors: true)
      guard added.isSuccess else {
        throw .failed("git could not check out \(short): \(Self.errors(in: added.text))")
      }
    }
    note("Building \(short) in \(Self.folderName); this takes minutes, once.")
    let build = self.build(in: folder)
    guard build.isSuccess, Executable.exists(at: program) else {
      throw .failed(
        "\(short) does not build: \(Self.errors(in: build.text)) For the whole output: "
          + "cd '\(folder)' && \(recipe.command.joined(separator: " "))")
    }
    do {
      try writeFile([], to: marker, replacingExisting: true)
    } catch {
      // Without the marker the next comparison builds again, which finds nothing to do.
    }
    return program
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
      environment: Executable.environment, mergingErrors: true)
  }

  /// The first lines of a program's output that are errors, or its last lines.
  private static func errors(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") }
    return (errors.isEmpty ? lines.suffix(3) : errors.prefix(3)).joined(separator: "\n")
  }
}
