internal import BenchmarkBuilds
internal import Foundation
internal import Measuring
internal import Reporting

/// Which commits provably leave a program of a Swift package as it was.
struct CommitChanges {
  /// A commit against its first parent.
  struct Change: Equatable {
    let commit: String
    /// The first line of its message.
    let subject: String
    /// Whether the program is built from the same files, settings and versions.
    let isProvenEqual: Bool
  }

  private let checkout: GitCheckout
  private let inputs: ProgramInputs

  /// Makes a search in a repository.
  ///
  /// - Parameters:
  ///   - product: the program.
  ///   - checkout: a checkout of the package.
  init(of product: String, in checkout: GitCheckout) {
    self.checkout = checkout
    inputs = ProgramInputs(of: product, in: checkout)
  }

  /// Compares the newest commits with their first parents.
  ///
  /// Merges are left out. Nothing is built.
  ///
  /// - Parameters:
  ///   - count: how many commits.
  ///   - revision: the newest of them.
  ///   - progress: called before each commit with the number of those that are done.
  /// - Returns: the changes, newest first.
  /// - Throws: ``HarnessFailure`` when git does not know the commits.
  func newest(
    _ count: Int, from revision: String, progress: (_ done: Int) -> Void
  ) throws(HarnessFailure) -> [Change] {
    let start = try checkout.commit(revision)
    let log = checkout.run([
      "log", "-\(count)", "--no-merges", "--min-parents=1", "--format=%H %P%x09%s", start,
    ])
    guard log.isSuccess else { throw .failed("git log failed for '\(revision)'.") }
    var changes: [Change] = []
    for line in log.text.split(separator: "\n") {
      progress(changes.count)
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      let hashes = parts[0].split(separator: " ").map(String.init)
      guard hashes.count == 2 else { continue }
      let before = inputs.text(at: hashes[1])
      changes.append(
        Change(
          commit: hashes[0], subject: parts.count > 1 ? String(parts[1]) : "",
          isProvenEqual: before != nil && before == inputs.text(at: hashes[0])))
    }
    return changes
  }
}

/// What a program is built from at commits, each read once.
private final class ProgramInputs {
  private let product: String
  private var reader: ProductInputs.Reader
  private var known: [String: String?] = [:]

  init(of product: String, in checkout: GitCheckout) {
    self.product = product
    let swift = Executable.find("swift")
    reader = ProductInputs.Reader(
      git: { arguments in
        let outcome = checkout.run(arguments)
        return (outcome.isSuccess, outcome.text)
      },
      manifest: { text in swift.flatMap { Self.evaluated(text, with: $0) } })
  }

  /// The inputs; `nil` where they are not known.
  func text(at commit: String) -> String? {
    if let text = known[commit] { return text }
    let text = reader.inputs(of: product, at: commit)?.text
    known[commit] = .some(text)
    return text
  }

  /// What SwiftPM makes of a manifest; `nil` when that fails.
  private static func evaluated(_ manifest: String, with swift: String) -> String? {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "lab-manifest-\(UUID())")
    defer { try? files.removeItem(at: folder) }
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    } catch {
      return nil
    }
    let outcome = ProgramOutput.of(
      program: swift, arguments: ["package", "--package-path", folder.path, "dump-package"],
      environment: Executable.environment)
    return outcome.isSuccess ? outcome.text : nil
  }
}
