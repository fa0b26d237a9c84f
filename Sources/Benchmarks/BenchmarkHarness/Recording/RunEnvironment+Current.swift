internal import BenchmarkBuilds
package import HistoryReports
internal import Measuring

extension RunEnvironment {
  /// This machine and this build now.
  package static var current: RunEnvironment {
    let executable = ExecutableFacts.current
    var record = EnvironmentRecord.current(build: executable.buildFacts(inputHash: nil))
    record[.inputHash] = .unknown("there is no input")
    if executable.commit == nil {
      let reason = "the program is not in a git checkout, or there is no git"
      record[.gitCommit] = .unknown(reason)
      record[.gitState] = .unknown(reason)
    }
    return RunEnvironment(record)
  }
}
