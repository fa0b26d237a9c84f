internal import BenchmarkHarness
internal import CommandText
internal import Reporting

extension WorkContext {
  /// Messages and progress on the terminal, and Ctrl-C.
  init(_ live: LiveMessages) {
    self.init(
      message: { live.message($0) }, progress: { live.progress($0, $1) },
      isCancelled: { Interruption.isRequested })
  }
}
