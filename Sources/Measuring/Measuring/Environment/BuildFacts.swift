/// Facts that only the caller knows about the code it measures; nil is recorded as unknown.
public struct BuildFacts: Equatable, Sendable {
  /// "debug" or "release".
  public var configuration: String?
  /// The flags the code was built with; without them what this module was compiled with.
  public var flags: String?
  /// The full version line of the compiler; without it the version this module was compiled with.
  public var swiftVersion: String?
  /// The commit the code was built from.
  public var gitCommit: String?
  /// Whether there were changes on top of the commit.
  public var gitIsDirty: Bool?
  /// A hash of the machine code that is measured.
  public var codeHash: String?
  /// A hash of what is worked on.
  public var inputHash: String?

  /// Makes a collection of what is known.
  public init(
    configuration: String? = nil, flags: String? = nil, swiftVersion: String? = nil,
    gitCommit: String? = nil, gitIsDirty: Bool? = nil, codeHash: String? = nil,
    inputHash: String? = nil
  ) {
    self.configuration = configuration
    self.flags = flags
    self.swiftVersion = swiftVersion
    self.gitCommit = gitCommit
    self.gitIsDirty = gitIsDirty
    self.codeHash = codeHash
    self.inputHash = inputHash
  }

  func fill(_ record: inout EnvironmentRecord) {
    let notTold = "not told by the caller"
    record[.buildConfiguration] = EnvironmentValue(configuration, orUnknown: notTold)
    record[.buildFlags] = .known(flags ?? CompilerFlags.description)
    record[.swiftVersion] = .known(swiftVersion ?? SwiftCompiler.version)
    record[.gitCommit] = EnvironmentValue(gitCommit, orUnknown: notTold)
    record[.gitState] = EnvironmentValue(
      gitIsDirty.map { $0 ? "dirty" : "clean" }, orUnknown: notTold)
    record[.codeHash] = EnvironmentValue(codeHash, orUnknown: notTold)
    record[.inputHash] = EnvironmentValue(inputHash, orUnknown: notTold)
  }
}
