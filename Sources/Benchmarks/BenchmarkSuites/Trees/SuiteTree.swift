/// A checkout in which a suite's benchmarks are built and run.
public struct SuiteTree: Equatable, Sendable {
  /// What people call its state.
  public let label: String
  /// The folder in which commands are run: that of the suite in the checkout.
  public let folder: String
}
