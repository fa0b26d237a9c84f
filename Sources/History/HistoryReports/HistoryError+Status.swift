package import Reporting
package import TimingHistory

extension WorkStatus {
  /// What a failure of the history comes to.
  package init(_ error: HistoryError) {
    self =
      switch error.kind {
      case .notFound: .missingInput
      case .notADatabase, .notAHistory, .damaged, .newerSchema: .damagedInput
      case .readOnly: .unwritableOutput
      case .diskFull, .busy, .failed: .ioFailure
      case .unknownSeries, .invalidRequest: .wrongUsage
      }
  }
}

extension HarnessFailure {
  /// A failure of the history.
  package init(_ error: HistoryError) {
    self.init(message: error.message, status: WorkStatus(error))
  }
}
