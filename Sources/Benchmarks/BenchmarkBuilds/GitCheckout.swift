package import Measuring
package import Reporting

/// A git checkout, asked through the `git` program.
package struct GitCheckout: Equatable, Sendable {
  /// The top folder of the working tree.
  package let root: String
  private let git: String

  /// Finds the checkout that holds a folder.
  ///
  /// It is `nil` when there is no checkout, or no git.
  ///
  /// - Parameter folder: any folder.
  package init?(containing folder: String) {
    guard let git = Executable.find("git") else { return nil }
    let outcome = Self.run(git, in: folder, ["rev-parse", "--show-toplevel"])
    guard outcome.isSuccess, !outcome.text.isEmpty else { return nil }
    root = outcome.text
    self.git = git
  }

  /// The command that git asks for before it works in a folder of another user.
  ///
  /// In the containers of CI the checkout often belongs to another user.
  ///
  /// - Parameter folder: any folder.
  /// - Returns: the command; `nil` where git works there, or does not for another reason.
  package static func wayToTrust(_ folder: String) -> String? {
    guard let git = Executable.find("git") else { return nil }
    let outcome = run(git, in: folder, ["rev-parse", "--show-toplevel"], mergingErrors: true)
    guard !outcome.isSuccess else { return nil }
    return outcome.text.split(separator: "\n").first { $0.contains("--add safe.directory") }
      .map { String($0.drop(while: \.isWhitespace)) }
  }

  /// Runs git in the checkout.
  ///
  /// - Parameters:
  ///   - arguments: what to do.
  ///   - mergingErrors: whether its messages are part of the output, or discarded.
  ///   - variables: what is added to its environment, as "NAME=value".
  /// - Returns: how it ended and what it wrote.
  package func run(
    _ arguments: [String], mergingErrors: Bool = false, variables: [String] = []
  ) -> ProgramOutput {
    Self.run(git, in: root, arguments, mergingErrors: mergingErrors, variables: variables)
  }

  private static func run(
    _ git: String, in folder: String, _ arguments: [String], mergingErrors: Bool = false,
    variables: [String] = []
  ) -> ProgramOutput {
    ProgramOutput.of(
      program: git, arguments: ["-C", folder] + arguments,
      environment: Executable.environment + variables, mergingErrors: mergingErrors)
  }

  /// The commit that a revision names: a branch, a tag, `main~3` or a hash.
  ///
  /// - Throws: ``HarnessFailure`` when git knows no such commit.
  package func commit(_ revision: String) throws(HarnessFailure) -> String {
    // A revision never begins with a dash, an option does. Of an annotated tag the commit is asked
    // for, not the tag's own object.
    let outcome = run([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
    ])
    guard outcome.isSuccess, let commit = outcome.text.split(separator: "\n").last else {
      throw .wrongUsage("git knows no commit '\(revision)' in this checkout.\(shallowness)")
    }
    return String(commit)
  }

  /// The files that were renamed since a commit, up to the working tree.
  ///
  /// - Parameter commit: the commit.
  /// - Returns: their former and present paths, from the root; none where git does not report them.
  package func renamedFiles(since commit: String) -> [(old: String, new: String)] {
    // Histories of others may say anything.
    guard !commit.isEmpty, commit.allSatisfy(\.isHexDigit) else { return [] }
    let outcome = run(["diff", "--name-status", "--diff-filter=R", "-M", "-z", commit])
    guard outcome.isSuccess else { return [] }
    let parts = outcome.text.split(separator: "\0").map(String.init)
    // A score such as R100, the former path, the present one.
    //     R100 \0 old.c \0 new.c \0 R087 \0 a.c \0 b.c \0
    return stride(from: 0, to: parts.count - 2, by: 3).map { (parts[$0 + 1], parts[$0 + 2]) }
  }

  /// The commit that is checked out; `nil` before the first one.
  package var head: String? {
    let outcome = run(["rev-parse", "HEAD"])
    return outcome.isSuccess ? outcome.text : nil
  }

  /// Whether tracked files have changes that are not committed; `nil` when git does not say.
  package var isDirty: Bool? {
    let outcome = run(["status", "--porcelain", "--untracked-files=no"])
    return outcome.isSuccess ? !outcome.text.isEmpty : nil
  }

  /// The first lines of git's output that are errors, or its last lines.
  package static func errors(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") }
    return (errors.isEmpty ? lines.suffix(3) : errors.prefix(3)).joined(separator: "\n")
  }

  /// What to do about commits that a shallow clone does not have; empty for a complete one.
  package var shallowness: String {
    run(["rev-parse", "--is-shallow-repository"]).text == "true"
      ? " This is a shallow clone, which has only the newest commits: `git fetch --unshallow` "
        + "fetches the others." : ""
  }
}
