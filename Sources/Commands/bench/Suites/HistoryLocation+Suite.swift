internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import Files
internal import HistoryReports

extension HistoryLocation {
  /// The history of a suite: a file beside the suite file where there is one, else among the user's
  /// state files; `nil` where there is no home folder.
  ///
  /// - Parameter path: the suite file.
  init?(ofSuite path: String) {
    let absolute = path.hasPrefix("/") ? path : PathParts.join(workingFolder() ?? "/", path)
    let folder = PathParts(absolute).folder
    let beside = PathParts.join(folder, Self.fileName)
    if FileKind(path: beside) == .regular {
      self.init(found: beside)
      return
    }
    guard let state = StateFolder.path else { return nil }
    self.init(in: "\(state)/\(SuiteRepository.historyName(ofSuiteIn: folder))")
  }
}
