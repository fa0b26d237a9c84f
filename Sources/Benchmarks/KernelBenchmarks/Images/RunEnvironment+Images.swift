internal import BenchmarkHarness
package import HistoryReports

extension RunEnvironment {
  /// This machine and this build now.
  ///
  /// - Parameter inputs: the images of the run, whose hash is recorded.
  /// - Returns: what is known now.
  package static func current(inputs: [ImageRequest]) -> RunEnvironment {
    current(inputHash: inputs.isEmpty ? nil : ImageRequest.hash(of: inputs))
  }
}
