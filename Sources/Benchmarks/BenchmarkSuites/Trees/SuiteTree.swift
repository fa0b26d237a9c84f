public import BenchmarkBuilds

/// A checkout in which a suite's benchmarks are built and run.
public struct SuiteTree: Equatable, Sendable {
  /// What people call its state.
  public let label: String
  /// The folder in which commands are run: that of the suite in the checkout.
  public let folder: String
  /// The folder with what was recorded of its build; `nil` where nothing was.
  public var records: String?
  /// The top of the checkout; `nil` for the folder.
  public var top: String?

  /// The commit that is checked out; empty where it is not known.
  public var commit = ""

  /// The links of its build; `nil` where none were recorded.
  public var links: RecordedLinks? {
    records.map { RecordedLinks(folder: $0, tree: top ?? folder) }
  }
}
