/// What is known of the code behind a point of a series.
package struct BuildIdentity: Equatable, Hashable, Sendable, Codable {
  /// A hash of the machine code that ran.
  package var codeHash: String?
  /// A hash of what was worked on.
  package var inputHash: String?
  /// How many instructions were executed, where counted.
  package var instructions: Int64?

  /// Makes an identity of what is known.
  package init(codeHash: String? = nil, inputHash: String? = nil, instructions: Int64? = nil) {
    self.codeHash = codeHash
    self.inputHash = inputHash
    self.instructions = instructions
  }

  /// Whether the very same machine code did the very same work; not so where a hash is unknown.
  package func isSameBuild(as other: BuildIdentity) -> Bool {
    guard let codeHash, let inputHash else { return false }
    return codeHash == other.codeHash && inputHash == other.inputHash
  }
}
