package import Measuring

extension SuiteRevision {
  /// The record of a run that measures this state.
  ///
  /// What was compiled is the suite's business: of this program only what the reference loop
  /// depends on stays in the record.
  ///
  /// - Parameter machine: the machine, with what is known of this program.
  /// - Returns: the machine, with what is known of the state.
  package func environment(on machine: EnvironmentRecord) -> EnvironmentRecord {
    var record = machine
    record[.gitCommit] = .known(commit)
    record[.gitState] = .known(isSnapshot ? "dirty" : "clean")
    record[.codeHash] = .known(tree)
    for field in [EnvironmentField.swiftVersion, .buildFlags] {
      record[field] = .unknown("the suite builds its own programs")
    }
    return record
  }
}
