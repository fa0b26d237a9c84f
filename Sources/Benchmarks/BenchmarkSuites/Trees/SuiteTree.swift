package import BenchmarkBuilds

/// A checkout in which a suite's benchmarks are built and run.
package struct SuiteTree: Equatable, Sendable {
  /// The name of its state for people.
  package let label: String
  /// The folder in which commands are run: that of the suite in the checkout.
  package let folder: String
  /// The folder with what was recorded of its build; `nil` where nothing was.
  package var records: String?
  /// The top of the checkout; `nil` for the folder.
  package var top: String?

  /// The commit that is checked out; empty where it is not known.
  package var commit = ""

  /// Which of the files that were to be watched its builds have read; `nil` where that is not known.
  package var readByBuild: Set<String>?

  /// The links of its build; `nil` where none were recorded.
  package var links: RecordedLinks? {
    records.map { RecordedLinks(folder: $0, tree: top ?? folder) }
  }
}
