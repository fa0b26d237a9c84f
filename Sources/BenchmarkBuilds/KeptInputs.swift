internal import BuildInputs
internal import Files
internal import Measuring

/// What a commit's program is built from, to find a kept build of another commit that is equal.
final class KeptInputs {
  private let builds: RevisionBuilds
  private let commit: String
  private var isRead = false
  private var inputs: String?

  init(builds: RevisionBuilds, commit: String) {
    self.builds = builds
    self.commit = commit
  }

  /// The inputs with the recipe and the toolchain; `nil` where they are not known.
  var text: String? {
    if isRead { return inputs }
    isRead = true
    guard builds.recipe.isSwiftPackage, let swift = Executable.find("swift") else { return nil }
    let checkout = builds.checkout
    let scratch = builds.folder(of: "manifest")
    var reader = ProductInputs.Reader(
      git: { arguments in
        let outcome = checkout.run(arguments)
        return (outcome.isSuccess, outcome.text)
      },
      manifest: { text in
        guard (try? makeFolder(at: scratch, access: .owner)) != nil,
          (try? writeFile(
            Array(text.utf8), to: "\(scratch)/Package.swift", replacingExisting: true)) != nil
        else { return nil }
        let outcome = ProgramOutput.of(
          program: swift, arguments: ["package", "--package-path", scratch, "dump-package"],
          environment: Executable.environment)
        return outcome.isSuccess ? outcome.text : nil
      })
    let product = PathParts(builds.recipe.program).name
    let version = ProgramOutput.of(
      program: swift, arguments: ["--version"], environment: Executable.environment)
    guard version.isSuccess, let found = reader.inputs(of: product, at: commit) else { return nil }
    inputs = ([version.text, builds.recipe.command.joined(separator: " ")] + [found.text])
      .joined(separator: "\n")
    return inputs
  }

  /// A kept build of another commit with equal inputs; `nil` when there is none.
  func equalBuild() -> (commit: String, program: String)? {
    let root = builds.folder(of: "")
    let others = (names(inFolder: root) ?? []).filter { name in
      name.count >= 40 && name != commit && builds.isFinished(builds.folder(of: name))
    }
    // Evaluating a manifest takes a second; without another build there is nothing to find.
    guard !others.isEmpty, let text, !text.isEmpty else { return nil }
    for other in others.sorted() {
      let folder = builds.folder(of: other)
      guard let bytes = try? readFile(at: "\(folder)/\(RevisionBuilds.marker)"),
        String(decoding: bytes, as: UTF8.self) == text
      else { continue }
      return (other, "\(folder)/\(builds.recipe.program)")
    }
    return nil
  }
}
