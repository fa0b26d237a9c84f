/// Everything that the build of a product reads from a commit, as git hashes.
///
/// Two commits with equal inputs give the same program, so that a second build is not needed:
/// tests, documents, and targets that the product does not use do not matter. Where it is not
/// known what a target reads, the whole commit is its input.
struct ProductInputs: Equatable, Hashable, Sendable {
  /// The inputs, one a line: equal for equal inputs.
  let text: String
  /// Why the whole commit is the input; nil when only some targets are.
  let reasonForAll: String?

  /// How a program ended and what it wrote.
  typealias Outcome = (isSuccess: Bool, text: String)

  /// Finds the inputs of products at commits.
  struct Reader {
    /// Runs git in the checkout.
    let git: (_ arguments: [String]) -> Outcome
    /// Evaluates the text of a `Package.swift`, each once: SwiftPM's `dump-package`; nil when that fails.
    let manifest: (_ text: String) -> String?
    var manifests: [String: String?] = [:]

    /// The inputs of a product at a commit; nil when git does not know the commit.
    mutating func inputs(of product: String, at commit: String) -> ProductInputs? {
      guard let tree = object(commit, "") else { return nil }
      func all(_ reason: String) -> ProductInputs {
        ProductInputs(text: "tree \(tree)", reasonForAll: reason)
      }
      guard let manifest = evaluated(commit) else {
        return all("its Package.swift cannot be evaluated")
      }
      guard let targets = manifest.targets(of: product) else {
        return all("its Package.swift has no product '\(product)'")
      }
      if let target = targets.first(where: \.runsPrograms) {
        return all("building '\(target.name)' runs a program")
      }
      if let target = targets.first(where: { $0.description.contains("..") }) {
        return all("the manifest lets '\(target.name)' read other folders")
      }
      if manifest.shared.contains("fileSystem") { return all("it depends on a local package") }
      if let file = fileReadingOutside(targets.map(\.path), commit) {
        return all("'\(file)' reads a file outside of the product's targets")
      }
      var lines = [manifest.shared]
      for target in targets {
        guard let hash = object(commit, target.path) else {
          return all("the folder '\(target.path)' is not in the commit")
        }
        lines.append("\(target.path) \(hash) \(target.description)")
      }
      // Files that decide about versions and the toolchain, where the commit has them.
      for file in ["Package.resolved", ".swift-version"] {
        lines.append("\(file) \(object(commit, file) ?? "none")")
      }
      return ProductInputs(text: lines.joined(separator: "\n"), reasonForAll: nil)
    }

    /// The hash of a file or folder at a commit; nil when there is none.
    private func object(_ commit: String, _ path: String) -> String? {
      let outcome = git([
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(commit):\(path)",
      ])
      return outcome.isSuccess && !outcome.text.isEmpty ? outcome.text : nil
    }

    private mutating func evaluated(_ commit: String) -> PackageManifest? {
      guard let hash = object(commit, "Package.swift") else { return nil }
      if manifests[hash] == nil {
        let text = git(["cat-file", "blob", hash])
        manifests[hash] = .some(text.isSuccess ? manifest(text.text) : nil)
      }
      return (manifests[hash] ?? nil).flatMap { PackageManifest(json: $0) }
    }

    /// A source file that names a file outside of the given folders; nil when there is none.
    ///
    /// Only C can include or embed files by path; in Swift, macros could, which are ruled out. A
    /// symbolic link may lead anywhere.
    private func fileReadingOutside(_ folders: [String], _ commit: String) -> String? {
      let links = git(["ls-tree", "-r", commit, "--"] + folders)
      guard links.isSuccess else { return folders.first }
      if let link = links.text.split(separator: "\n").first(where: { $0.hasPrefix("120000") }) {
        return String(link.split(separator: "\t").last ?? "")
      }
      let files = folders.flatMap { folder in
        ["c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm", "s", "S", "inc", "modulemap"].map {
          ":(glob)\(folder)/**/*.\($0)"
        }
      }
      let found = git(["grep", "-I", "-E", "(\\.\\./|incbin)", commit, "--"] + files)
      // git grep fails when it finds nothing.
      guard found.isSuccess else { return nil }
      for line in found.text.split(separator: "\n") {
        // COMMIT:PATH:TEXT
        let parts = line.split(separator: ":", maxSplits: 2)
        guard parts.count == 3 else { return folders.first }
        let file = String(parts[1])
        guard Self.stays(parts[2], in: folders, from: file) else { return file }
      }
      return nil
    }

    /// Whether every path in a line of C with `..` in it leads into one of the folders.
    static func stays(_ line: some StringProtocol, in folders: [String], from file: String) -> Bool
    {
      guard !line.contains("incbin") else { return false }
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
      // Texts between quotation marks are at odd places; an unquoted path is not understood.
      for (index, part) in quoted.enumerated() where part.contains("../") {
        guard index % 2 == 1 else { return false }
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for step in part.split(separator: "/") {
          if step == ".." {
            guard parts.popLast() != nil else { return false }
          } else if step != "." {
            parts.append(String(step))
          }
        }
        let path = parts.joined(separator: "/")
        guard folders.contains(where: { path.hasPrefix("\($0)/") }) else { return false }
      }
      return true
    }
  }
}
