internal import BenchmarkHarness
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import Files
internal import HistoryReports

extension HistoryLocation {
  /// The history of a suite, among the user's state files; `nil` where there is no home folder.
  ///
  /// - Parameter path: the suite file.
  init?(ofSuite path: String) {
    guard let state = Self.stateFolder(of: .suites) else { return nil }
    let folder = PathParts(PathParts.join(workingFolder() ?? "/", path)).folder
    self.init(in: "\(state)/\(SuiteRepository.historyName(ofSuiteIn: folder))")
  }
}
