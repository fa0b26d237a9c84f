internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// Does work of a command; a failure is reported on standard error and becomes the exit code.
///
/// The messages of libraries name no options: what can be done about a failure of the history is
/// added here.
///
/// - Throws: `ExitCode`, or a `ValidationError` for a wrong command line.
func reportingFailures<Value>(_ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch let error as UsageError {
    throw ValidationError(error.description)
  } catch let error as HistoryError {
    StandardError.write("Error: \(error.message)\(advice(error))\n")
    throw ExitCode(WorkStatus(error))
  } catch let error as FleetError {
    StandardError.write("Error: \(error.message)\(advice(error))\n")
    throw ExitCode(WorkStatus(error))
  } catch let error as HarnessFailure {
    StandardError.write("Error: \(error.message)\n")
    throw error.exitCode
  }
}

extension WorkStatus {
  /// What a failure of a history on a server comes to.
  init(_ error: FleetError) {
    self =
      switch error.kind {
      case .badAddress, .unknownClass, .contradiction: .wrongUsage
      case .damaged, .newerSchema: .damagedInput
      case .notInstalled, .unreachable, .stalled, .refused, .untrusted, .noRight, .notPrepared,
        .diskFull,
        .connectionLost, .conflict, .localFile, .failed:
        .ioFailure
      }
  }
}

/// What an option or another command can do about a failure of a history on a server.
private func advice(_ error: FleetError) -> String {
  switch error.kind {
  case .notPrepared: " `bench fleet setup` does that."
  case .unknownClass: " (--class names it.)"
  default: ""
  }
}

/// What an option or another command can do about a failure of the history.
private func advice(_ error: HistoryError) -> String {
  switch error.kind {
  case .unknownSeries:
    " `bench history` lists all series. (Of a history on a server --since all looks further back.)"
  case .notFound, .readOnly, .notADatabase, .notAHistory, .newerSchema, .diskFull:
    " (--history names another file.)"
  case .damaged, .busy, .invalidRequest, .failed: ""
  }
}
