internal import Files
internal import Measuring
internal import ProgramLayouts

/// What a commit's program is built from, to find a kept build of another commit that is equal.
struct KeptInputs {
  private let builds: RevisionBuilds
  private let commit: String
  private let reader: Reader

  init(builds: RevisionBuilds, commit: String) {
    self.builds = builds
    self.commit = commit
    reader = Reader(builds: builds)
  }

  /// The inputs with the recipe and the toolchain; `nil` where they are not known.
  var text: String? { reader.text(at: commit) }

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

  /// Reads the inputs of commits, each once.
  final class Reader {
    private let builds: RevisionBuilds
    private var inputs: ProductInputs.Reader?
    private var toolchain = ""
    private var known: [String: String?] = [:]

    init(builds: RevisionBuilds) { self.builds = builds }

    /// The inputs with the recipe and the toolchain; `nil` where they are not known.
    func text(at commit: String) -> String? {
      if let text = known[commit] { return text }
      prepare()
      let product = PathParts(builds.recipe.program).name
      let found = inputs?.inputs(of: product, at: commit)
      let text = found.map { found in
        [toolchain, builds.recipe.command.joined(separator: " "), found.text]
          .joined(separator: "\n")
      }
      known[commit] = .some(text)
      return text
    }

    private func prepare() {
      guard inputs == nil, builds.recipe.isSwiftPackage, let swift = Executable.find("swift") else {
        return
      }
      let version = ProgramOutput.of(
        program: swift, arguments: ["--version"], environment: Executable.environment)
      guard version.isSuccess else { return }
      toolchain = version.text
      let checkout = builds.checkout
      let scratch = builds.folder(of: "manifest")
      inputs = ProductInputs.Reader(
        git: { arguments in
          let outcome = checkout.run(arguments)
          return (outcome.isSuccess, outcome.text)
        },
        manifest: { text in Self.evaluated(text, with: swift, in: scratch) })
    }

    private static func evaluated(
      _ manifest: String, with swift: String, in folder: String
    ) -> String? {
      do throws(FileAccessError) {
        try makeFolder(at: folder, access: .owner)
        try writeFile(
          Array(manifest.utf8), to: "\(folder)/Package.swift", replacingExisting: true)
      } catch {
        return nil
      }
      let outcome = ProgramOutput.of(
        program: swift, arguments: ["package", "--package-path", folder, "dump-package"],
        environment: Executable.environment)
      return outcome.isSuccess ? outcome.text : nil
    }
  }
}
