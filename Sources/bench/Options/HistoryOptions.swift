internal import ArgumentParser
internal import CommandText
internal import Files
internal import TimingHistory

/// Where the history is, for every command that uses it.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "The timing history, an SQLite file. Default: Benchmarks/history.sqlite of the checkout, "
        + "else swift-dominant-color/history.sqlite in $XDG_STATE_HOME or ~/.local/state.",
      valueName: "path"))
  var path: String?

  /// The place that was asked for, or the default one.
  var location: HistoryLocation? {
    path.map { HistoryLocation(chosen: $0) } ?? HistoryLocation.standard
  }

  /// A recorder of a run; `nil` when it is not recorded, and that is said.
  func recorder(
    kind: String, environment: RunEnvironment, message: @escaping (String) -> Void
  ) -> HistoryRecorder? {
    if BuildConfiguration.isDebug, path == nil {
      message("Warning: Runs of a debug build are recorded only where --history says.")
      return nil
    }
    guard let location else {
      message("Warning: This run is not recorded: there is no home folder. Give --history.")
      return nil
    }
    return HistoryRecorder(
      location: location, kind: kind, environment: environment.values,
      usableCores: usableCoreCount(),
      open: { (place) throws(HistoryError) in try place.open() }, now: { WallClock.now },
      message: message)
  }

  /// Opens a history that must be there.
  ///
  /// - Throws: the exit code, after saying why on standard error.
  func openExisting() throws -> HistoryStore {
    guard let location else {
      StandardError.write("Error: There is no home folder to look in. Give --history.\n")
      throw ExitCode.noInput
    }
    guard FileKind(path: location.path) != .absent else {
      StandardError.write(
        "Error: There is no history at '\(location.path)'. `bench run` makes one; --history "
          + "names another.\n")
      throw ExitCode.noInput
    }
    return try withHistoryErrorsTold { () throws(HistoryError) in try location.open() }
  }
}

/// Does something with a history; a failure is told and becomes the exit code.
func withHistoryErrorsTold<Value>(
  _ work: () throws(HistoryError) -> Value
) throws -> Value {
  do throws(HistoryError) {
    return try work()
  } catch {
    StandardError.write("Error: \(error.message)\n")
    throw ExitCode(error)
  }
}

extension ExitCode {
  /// What a failure of the history comes to.
  init(_ error: HistoryError) {
    self =
      switch error.kind {
      case .notFound: .noInput
      case .notADatabase, .notAHistory, .damaged, .newerSchema: .badData
      case .readOnly, .diskFull, .busy, .failed: .historyFailed
      case .invalidRequest: .validationFailure
      }
  }
}
