internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import Files
internal import Measuring
internal import Reporting

/// The files that make benchmarks: a change of them would change what measures it.
///
/// They are the suite file, the files that it puts into each checkout, those that its commands name, every
/// file in a folder, or of a name, that begins with "bench", and what else was named.
struct BenchmarkFiles {
  /// Paths from the top of the checkout.
  private let named: Set<String>
  /// Folders with all that is in them.
  private let folders: [String]

  /// - Parameters:
  ///   - suite: the suite.
  ///   - path: the suite file, from the top of the checkout.
  ///   - protected: what else was named, from the top of the checkout.
  init(of suite: BenchmarkSuite, at path: String, protected: [String]) {
    let folder = PathParts(path).folder
    func place(_ name: String) -> String {
      folder.isEmpty || folder == "." ? name : PathParts.join(folder, name)
    }
    let words = suite.sources.flatMap { source in
      switch source {
      case .worker(let command, _): command.texts
      case .command(let benchmark): benchmark.command.texts
      case .adapter(let adapted): adapted.command.texts
      }
    }
    let names = words.flatMap { $0.split(separator: " ").map(String.init) }
      .map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    named = Set([path] + (suite.files + names).map(place) + protected)
    folders = protected.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  private func holds(_ path: String) -> Bool {
    named.contains(path) || folders.contains(where: path.hasPrefix)
      || path.split(separator: "/").contains { $0.lowercased().hasPrefix("bench") }
  }

  /// The hashes of these files in a state.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - checkout: its repository.
  /// - Returns: paths from the top of the checkout, with the hashes and kinds that git has.
  /// - Throws: ``HarnessFailure`` when git does not list them.
  func hashes(
    in state: SuiteRevision, _ checkout: GitCheckout
  ) throws(HarnessFailure) -> [String: String] {
    let listed = checkout.run(["ls-tree", "-r", "-z", "--full-tree", state.tree])
    guard listed.isSuccess else { throw .failed("git does not list the files of \(state.label).") }
    var found: [String: String] = [:]
    for entry in listed.text.split(separator: "\0") {
      // "100644 blob HASH\tPATH"
      let parts = entry.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, holds(String(parts[1])) else { continue }
      found[String(parts[1])] = String(parts[0])
    }
    return found
  }

  /// The paths that differ between two states, in order.
  static func differences(_ before: [String: String], _ after: [String: String]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }
}
