internal import Files
internal import Hashing
package import Measuring

/// What is known about an executable: its bytes, and the checkout it was built in.
package struct ExecutableFacts: Equatable, Sendable {
  /// Where the executable is; `nil` when the system does not say.
  package let path: String?
  /// A hash of its bytes: the same code, the same hash.
  package let hash: String?
  /// The commit of the git checkout that holds it; `nil` for an installed program.
  package let commit: String?
  /// Whether that checkout has uncommitted changes.
  package let isDirty: Bool?

  /// The facts of this process.
  package static var current: ExecutableFacts { ExecutableFacts(path: Executable.currentPath) }

  /// Reads the executable and asks git.
  ///
  /// - Parameter path: the executable; `nil` leaves everything unknown.
  /// - Complexity: O(*n*) in the executable's bytes.
  package init(path: String?) {
    self.path = path
    guard let path, let slash = path.lastIndex(of: "/") else {
      hash = nil
      commit = nil
      isDirty = nil
      return
    }
    hash = (try? readFile(at: path)).map { bytes in
      var hash = WordHash()
      hash.add(bytes)
      return hash.text
    }
    let checkout = GitCheckout(containing: String(path[..<slash]))
    commit = checkout?.head
    isDirty = commit == nil ? nil : checkout?.isDirty
  }

  /// The facts as an environment record keeps them.
  ///
  /// - Parameter inputHash: a hash of what is worked on; `nil` where nothing is.
  /// - Returns: the facts.
  package func buildFacts(inputHash: String?) -> BuildFacts {
    BuildFacts(
      configuration: BuildConfiguration.name, gitCommit: commit, gitIsDirty: isDirty,
      codeHash: hash, inputHash: inputHash)
  }
}
